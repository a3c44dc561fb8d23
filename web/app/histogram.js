// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** What histograms of several runs tell side by side. Pure functions. */

/**
 * @typedef {[number | null, number | null]} Range from the first up to below the second; null = unbounded
 * @typedef {{total?: number, prints?: number, open_top?: boolean, buckets?: [number | null, number | null, number][],
 *   percentiles?: Record<string, Range>}} HistogramCell empty where the run has no such histogram
 * @typedef {{range: Range, counts: (number | null)[]}} Bucket null: the run's tool printed no such row
 */

export const PERCENTILES = ["p50", "p90", "p99", "p99.9"];

const SUFFIXES = ["", "K", "M", "G", "T", "P", "E"];
const STEP = 1024;

/** 65536 as "64K": bounds are powers of 2 or multiples of a step. @param {number} bound */
export function boundText(bound) {
  let scaled = bound;
  let power = 0;
  while (power < SUFFIXES.length - 1 && Math.abs(scaled) >= STEP && scaled % STEP === 0) {
    scaled /= STEP;
    power++;
  }
  return `${scaled}${SUFFIXES[power]}`;
}

/** "16-32", "<0", ">=1M", "5"; "" for none, as the text has them. @param {Range | undefined} range */
export function rangeText(range) {
  if (!range || (range[0] === null && range[1] === null)) return "";
  const [lo, hi] = range;
  if (lo === null) return `<${boundText(/** @type {number} */ (hi))}`;
  if (hi === null) return `>=${boundText(lo)}`;
  return hi - lo > 1 || lo < 0 ? `${boundText(lo)}-${boundText(hi)}` : boundText(lo);
}

/** @param {Range} a @param {Range} b */
const byBounds = (a, b) =>
  (a[0] ?? -Infinity) - (b[0] ?? -Infinity) || (a[1] ?? Infinity) - (b[1] ?? Infinity) || 0;

/** The buckets of all cells, ascending, with each cell's counts. @param {HistogramCell[]} cells */
export function bucketsOf(cells) {
  /** @type {Map<string, Bucket>} */
  const all = new Map();
  cells.forEach(({ buckets = [] }, i) => {
    for (const [lo, hi, count] of buckets) {
      const key = `${lo},${hi}`;
      const bucket = all.get(key) ?? { range: [lo, hi], counts: cells.map(() => null) };
      bucket.counts[i] = count;
      all.set(key, bucket);
    }
  });
  return [...all.values()].sort((a, b) => byBounds(a.range, b.range));
}

/** The width that all buckets with two bounds have; 0 where they differ or are fewer than three. @param {Range[]} ranges */
export function stepOf(ranges) {
  const widths = ranges.flatMap(([lo, hi]) => (lo === null || hi === null ? [] : [hi - lo]));
  return widths.length > 2 && widths.every((width) => width === widths[0]) ? widths[0] : 0;
}

/**
 * The ends of each bucket on an axis that all share. Its steps are the buckets' where these are equally
 * wide, else powers of 2 on both sides of a zero. A bucket without a bound is one step wide.
 * @param {Range[]} ranges
 */
export function placesOf(ranges) {
  const step = stepOf(ranges);
  const place = (/** @type {number} */ value) =>
    step > 0 ? value / step : Math.sign(value) * Math.log2(1 + Math.abs(value));
  return ranges.map(([lo, hi]) => {
    const from = lo === null ? place(hi ?? 0) - 1 : place(lo);
    return { from, to: hi === null ? from + 1 : place(hi) };
  });
}

/** The histogram of the most values in any run; -1 for none. @param {{cells: HistogramCell[]}[]} histograms */
export function largestOf(histograms) {
  const most = histograms.map(({ cells }) => Math.max(...cells.map(({ total = 0 }) => total)));
  return most.indexOf(Math.max(...most));
}

/** Of ascending numbers those that are at least a gap apart, the first always. @param {number[]} values @param {number} gap */
export function spaced(values, gap) {
  let last = -Infinity;
  return values.filter((value) => {
    if (value - last < gap) return false;
    last = value;
    return true;
  });
}
