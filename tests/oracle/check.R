# SPDX-License-Identifier: GPL-2.0-or-later
# usage: Rscript check.R FOLDER ANSWER [COUNT]
# Makes COUNT random pairs of samples, asks the program ANSWER for our verdicts and holds each number
# against R's; then writes FOLDER/verdicts.tsv, the cases that the unit tests hold.
arguments <- commandArgs(trailingOnly = TRUE)
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "expect.R"))
folder <- arguments[1]
answer <- arguments[2]
count <- if (length(arguments) > 2) as.integer(arguments[3]) else 3000
set.seed(20261201)

sample_of <- function(n, kind, shift) {
  x <- switch(kind,
    normal = 100 * (1 + 0.02 * rnorm(n)),
    lognormal = exp(rnorm(n, 3, 0.5)),
    outliers = 50 * (1 + 0.01 * rnorm(n)) + ifelse(runif(n) < 0.15, rexp(n) * 7, 0),
    rounded = round(10 * (1 + 0.05 * rnorm(n)), 1),
    whole = round(rnorm(n, 20, 2)),
    signed = rnorm(n),
    counts = rpois(n, 2),
    extreme = exp(runif(n, -300, 300)),
    constant = rep(c(5, 7)[1 + (runif(1) < 0.5)], n))
  if (kind %in% c("signed", "counts")) x + round(shift * 3) else x * (1 + shift)
}
kinds <- c("normal", "lognormal", "outliers", "rounded", "whole", "signed", "counts", "extreme", "constant")

pair_of <- function(kind, m, n) {
  shift <- sample(c(0, 0.01, 0.05, 0.5, 10), 1)
  list(a = signif(sample_of(m, kind, 0), 9), b = signif(sample_of(n, kind, shift), 9))
}
size <- function() sample(c(2:12, 3:12, 15, 20, 30, 50, 51, 60), 1)
pairs <- lapply(seq_len(count), function(i) pair_of(kinds[1 + i %% length(kinds)], size(), size()))

text <- function(x) paste(sprintf("%.17g", x), collapse = " ")
ask <- function(pairs) {
  lines <- vapply(pairs, function(p) paste(text(p$a), text(p$b), sep = "\t"), "")
  got <- strsplit(system2(answer, input = lines, stdout = TRUE), "\t", fixed = TRUE)
  list(lines = lines, got = got)
}

# Relative to the larger of the number and, for effects and intervals, of the ratio itself.
differs <- function(got, want, scale) {
  if (is.nan(want)) return(!is.nan(got))
  if (is.infinite(want)) return(got != want)
  abs(got - want) > 1e-9 * max(abs(want), scale)
}

asked <- ask(pairs)
wrong <- 0
tallies <- table(character(0))
methods <- character(count)
for (i in seq_len(count)) {
  want <- expect(pairs[[i]]$a, pairs[[i]]$b)
  got <- asked$got[[i]]
  methods[i] <- want["method"]
  scale <- c(p = 0, effect = 1e-3, lo = 1e-3, hi = 1e-3, a12 = 0)
  bad <- got[1] != want["method"] || any(mapply(function(k, s)
    differs(as.numeric(got[1 + k]), as.numeric(want[1 + k]), s), 1:5, scale))
  if (bad) {
    wrong <- wrong + 1
    if (wrong <= 5) cat("DIFFERS", asked$lines[i], "\n  ours", got, "\n  R   ", want, "\n")
  }
}
cat(sprintf("verdicts: %d data sets against R %s.%s, %d differ\n", count, R.version$major,
            R.version$minor, wrong))
print(table(ifelse(methods == "", "no test", methods)))

kept <- c(lapply(c(2:12, 15, 20, 30, 40, 50, 60), function(n) pair_of("normal", n, n)),
          lapply(2:11, function(n) pair_of("rounded", n, 13 - n)),
          lapply(list(c(4, 4), c(10, 10), c(3, 9), c(30, 30)), function(s) pair_of("whole", s[1], s[2])),
          lapply(list(c(3, 3), c(5, 5), c(60, 7)), function(s) pair_of("extreme", s[1], s[2])),
          lapply(list(c(3, 4), c(6, 6), c(9, 5)), function(s) pair_of("signed", s[1], s[2])),
          lapply(list(c(4, 7), c(8, 8)), function(s) pair_of("counts", s[1], s[2])),
          lapply(list(c(3, 3), c(5, 5), c(12, 12)), function(s) pair_of("constant", s[1], s[2])),
          list(list(a = c(101.2, 99.8, 100.5, 102.1, 98.9), b = c(106.0, 104.4, 107.3, 105.1, 103.2)),
               list(a = rep(5, 5), b = c(5, 5, 5, 5, 6)), list(a = rep(5, 4), b = rep(5, 4)),
               list(a = c(1, 1, 1), b = c(2, 2, 2)), list(a = c(1, 2, 3), b = c(1e12, 2e12, 3e12))))
lines <- vapply(kept, function(p) {
  want <- expect(p$a, p$b)
  paste(c(text(p$a), text(p$b), want[1], sprintf("%.17g", as.numeric(want[-1]))), collapse = "\t")
}, "")
writeLines(c("# a, b, method, p, effect, lo, hi, A12 by R; written by tests/oracle/check.R", lines),
           file.path(folder, "verdicts.tsv"))
quit(status = if (wrong > 0) 1 else 0)
