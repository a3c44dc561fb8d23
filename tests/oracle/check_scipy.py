# SPDX-License-Identifier: GPL-2.0-or-later
# usage: python3 check_scipy.py ANSWER [COUNT]
# Holds our verdicts and shares of profiles against SciPy's own functions, over COUNT random data sets
# of each kind; prints how many, and the largest relative deviation of each number.
import math
import subprocess
import sys
import warnings

import numpy as np
from scipy import stats

EXACT_SIDE = 50      # no ties: the exact distribution up to this size of a side
EXACT_TIED = 20      # ties: all divisions of mid-ranks up to this size of both sides
DIVISIONS_MAX = 13000
TOLERANCE = 1e-9
np.seterr(all='ignore')
warnings.simplefilter('ignore')
random = np.random.default_rng(20261201)


def sample(kind, n):
    return {
        'normal': lambda: 100 * (1 + 0.02 * random.standard_normal(n)),
        'log-normal': lambda: np.exp(random.normal(3, 0.5, n)),
        'outliers': lambda: 50 * (1 + 0.01 * random.standard_normal(n))
        + np.where(random.random(n) < 0.15, random.exponential(7, n), 0),
        'rounded': lambda: np.round(10 * (1 + 0.05 * random.standard_normal(n)), 1),
        'whole': lambda: np.round(random.normal(20, 2, n)),
        'signed': lambda: random.standard_normal(n),
        'extreme': lambda: np.exp(random.uniform(-300, 300, n)),
    }[kind]()


KINDS = ['normal', 'log-normal', 'outliers', 'rounded', 'whole', 'signed', 'extreme']


def significant(values):
    return np.array([float(f'{value:.9g}') for value in values])


def pair(i):
    kind = KINDS[i % len(KINDS)]
    m, n = random.choice([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20, 30, 50, 51, 60], 2)
    return significant(sample(kind, m)), significant(sample(kind, n) * random.choice([1, 1.01, 1.05, 1.5]))


def null_counts(m, n):
    """In how many orders U is 0, 1, ... m n: by counting, one value of the second side after another."""
    ways = np.zeros((m + 1, m * n + 1))
    ways[0, 0] = 1
    for rank in range(1, m + n + 1):
        for taken in range(min(rank, m), 0, -1):
            below = rank - taken  # of the other side, when this one is the taken-th
            if below <= n:
                ways[taken, below:] += ways[taken - 1, :m * n + 1 - below]
    return ways[m]


def interval_rank(m, n):
    if m > EXACT_SIDE or n > EXACT_SIDE:
        return math.floor(m * n / 2 + 0.5 - stats.norm.ppf(0.975) * math.sqrt(m * n * (m + n + 1) / 12))
    below = np.cumsum(null_counts(m, n)) / math.comb(m + n, m)
    return int(np.searchsorted(below, 0.025, side='right'))


def rank_p(a, b, tied):
    m, n = len(a), len(b)
    if not tied and m <= EXACT_SIDE and n <= EXACT_SIDE:
        return stats.mannwhitneyu(b, a, method='exact').pvalue, 'rank-sum'
    if not tied or m + n > EXACT_TIED:
        return stats.mannwhitneyu(b, a, method='asymptotic').pvalue, 'rank-sum-normal'
    if math.comb(m + n, m) > DIVISIONS_MAX:
        return None, 'rank-sum-ties'
    ranks = stats.rankdata(np.concatenate([b, a]))
    result = stats.permutation_test((ranks[:n], ranks[n:]), lambda x, y, axis: np.sum(x, axis=axis),
                                    vectorized=True, n_resamples=np.inf)
    return min(1, result.pvalue), 'rank-sum-ties'


def t_quantile(q, freedom):
    """SciPy's ppf is good to 1e-9 only; two steps of Newton with its cdf make it exact."""
    x = stats.t.ppf(q, freedom)
    for _ in range(2):
        x += (stats.t.sf(x, freedom) - (1 - q)) / stats.t.pdf(x, freedom)
    return x


def expect(a, b):
    ratio = bool(np.all(a > 0) and np.all(b > 0))
    back = np.expm1 if ratio else (lambda x: x)
    if ratio:
        a, b = np.log(a), np.log(b)
    m, n = len(a), len(b)
    differences = np.sort(np.subtract.outer(b, a).ravel())
    a12 = np.mean(differences > 0) + np.mean(differences == 0) / 2
    if min(m, n) == 3:
        if np.var(a) == 0 and np.var(b) == 0:
            return None
        test = stats.ttest_ind(b, a, equal_var=False)
        error = np.var(a, ddof=1) / m, np.var(b, ddof=1) / n
        freedom = sum(error) ** 2 / (error[0] ** 2 / (m - 1) + error[1] ** 2 / (n - 1))
        half = t_quantile(0.975, freedom) * math.sqrt(sum(error))
        middle = np.mean(b) - np.mean(a)
        return 'welch-t', test.pvalue, back(middle), back(middle - half), back(middle + half), a12
    tied = len(np.unique(np.concatenate([a, b]))) < m + n
    p, method = rank_p(a, b, tied)
    k = interval_rank(m, n)
    return method, p, back(np.median(differences)), back(differences[k - 1]), back(differences[m * n - k]), a12


def ask(program, lines):
    out = subprocess.run([program], input='\n'.join(lines) + '\n', capture_output=True, text=True, check=True)
    return [line.split('\t') for line in out.stdout.splitlines()]


class Tally:
    def __init__(self, what, names, floors):
        self.what, self.names, self.floors = what, names, floors
        self.count = self.wrong = 0
        self.most = dict.fromkeys(names, 0.0)

    def hold(self, got, want, line):
        self.count += 1
        bad = False
        for name, floor, ours, theirs in zip(self.names, self.floors, got, want):
            if theirs is None or (math.isinf(theirs) and ours == theirs):
                continue
            deviation = abs(ours - theirs) / max(abs(theirs), floor)
            self.most[name] = max(self.most[name], deviation)
            bad = bad or not deviation <= TOLERANCE
        self.wrong += bad
        if bad and self.wrong <= 5:
            print('DIFFERS', line, '\n  ours ', got, '\n  scipy', want)

    def say(self):
        most = ', '.join(f'{name} {value:.1e}' for name, value in self.most.items())
        print(f'{self.what}: {self.count} data sets against SciPy, {self.wrong} differ; largest deviation: {most}')


def verdicts(program, count):
    pairs = [pair(i) for i in range(count)]
    lines = ['\t'.join(' '.join(repr(float(x)) for x in side) for side in sides) for sides in pairs]
    tally = Tally('verdicts', ['p', 'effect', 'lo', 'hi', 'A12'], [1e-300, 1e-3, 1e-3, 1e-3, 1e-300])
    methods = {}
    for (a, b), line, got in zip(pairs, lines, ask(program, lines)):
        want = expect(a, b)
        if want is None:
            continue
        methods[want[0]] = methods.get(want[0], 0) + 1
        if got[0] != want[0]:
            tally.wrong += 1
            print('DIFFERS', line, got[0], want[0])
        tally.hold([float(x) for x in got[1:]], want[1:], line)
    tally.say()
    print('  ' + ', '.join(f'{name} {n}' for name, n in sorted(methods.items())))
    return tally.wrong


def shares(program, count):
    sides, lines = [], []
    for _ in range(count):
        totals = random.integers(1, 10 ** random.integers(1, 7), 2)
        counts = [int(random.integers(0, total + 1) * random.choice([0, 0.01, 1])) for total in totals]
        sides.append(list(zip(counts, map(int, totals))))
        lines.append('share\t' + '\t'.join(f'{k} {n}' for k, n in sides[-1]))
    tally = Tally('shares', ['lo a', 'hi a', 'lo b', 'hi b', 'change', 'lo', 'hi'], [1e-6] * 7)
    for both, line, got in zip(sides, lines, ask(program, lines)):
        (pa, la, ha), (pb, lb, hb) = [
            (k / n, *stats.binomtest(k, n).proportion_ci(method='wilson')) for k, n in both]
        d = pb - pa
        want = [la, ha, lb, hb, d, d - math.sqrt((pb - lb) ** 2 + (ha - pa) ** 2),
                d + math.sqrt((hb - pb) ** 2 + (pa - la) ** 2)]
        tally.hold([float(x) for x in got[0:]], want, line)
    tally.say()
    return tally.wrong


arguments = sys.argv[1:]
number = int(arguments[1]) if len(arguments) > 1 else 3000
wrong = verdicts(arguments[0], number) + shares(arguments[0], number)
sys.exit(1 if wrong else 0)
