# SPDX-License-Identifier: GPL-2.0-or-later
# What R says of one pair of samples: the rule of docs/statistics.md in R's own functions.
# Needs exactRankTests (Debian: r-cran-exactranktests).
suppressWarnings(suppressMessages(library(exactRankTests)))

tail <- 0.025

# Where the interval begins among the sorted differences.
interval_rank <- function(m, n) {
  if (m > 50 || n > 50) return(floor(m * n / 2 + 0.5 - qnorm(1 - tail) * sqrt(m * n * (m + n + 1) / 12)))
  k <- qwilcox(tail, m, n)
  if (pwilcox(k, m, n) <= tail) k + 1 else k
}

rank_p <- function(a, b, ties) {
  m <- length(a); n <- length(b)
  if (ties && m + n <= 20) {
    r <- rank(c(b, a)); s <- sum(r[seq_len(n)])
    return(list(p = min(1, 2 * pperm(s, r, n, alternative = "less"),
                        2 * pperm(s, r, n, alternative = "greater")), method = "rank-sum-ties"))
  }
  exact <- !ties && m <= 50 && n <= 50
  list(p = suppressWarnings(wilcox.test(b, a, exact = exact)$p.value),
       method = if (exact) "rank-sum" else "rank-sum-normal")
}

expect <- function(a, b) {
  ratio <- all(c(a, b) > 0)
  back <- if (ratio) expm1 else identity
  if (ratio) { a <- log(a); b <- log(b) }
  m <- length(a); n <- length(b)
  none <- c(method = "", p = NaN, effect = back(median(b) - median(a)), lo = NaN, hi = NaN, a12 = NaN)
  if (min(m, n) < 3) return(none)
  d <- sort(as.vector(outer(b, a, "-")))
  a12 <- mean(d > 0) + mean(d == 0) / 2
  if (min(m, n) == 3) {
    if (var(a) == 0 && var(b) == 0) {
      e <- back(b[1] - a[1])
      return(c(method = "welch-t", p = as.numeric(e == 0), effect = e, lo = e, hi = e, a12 = a12))
    }
    t <- t.test(b, a)
    return(c(method = "welch-t", p = t$p.value, effect = back(mean(b) - mean(a)),
             lo = back(t$conf.int[1]), hi = back(t$conf.int[2]), a12 = a12))
  }
  ties <- anyDuplicated(c(a, b)) > 0
  test <- rank_p(a, b, ties)
  if (var(c(a, b)) == 0) test$p <- 1
  k <- interval_rank(m, n)
  c(method = test$method, p = test$p, effect = back(median(d)), lo = back(d[k]),
    hi = back(d[m * n + 1 - k]), a12 = a12)
}
