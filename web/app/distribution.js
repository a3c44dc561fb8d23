// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** Histograms as lines on one axis: the share of values in each bucket. */
import { boundText, placesOf, rangeText, spaced } from "./histogram.js";
import { background, common, dataset, draw, FONT, HEIGHT, measureAxis, onAxes } from "./plot.js";

/**
 * @typedef {import("./histogram.js").Range} Range
 * @typedef {import("./plot.js").Line} Line
 * @typedef {import("./plot.js").Point} Point
 */

const TICK_ROOM = 56; /* pixels that the text of a bound takes, at most */

/** The bounds of all buckets, by their places on the axis. @param {Range[]} ranges */
function boundsOf(ranges) {
  const places = placesOf(ranges);
  const ends = ranges.flatMap(([lo, hi], i) => [
    { at: places[i].from, bound: lo },
    { at: places[i].to, bound: hi },
  ]);
  return new Map(
    ends.sort((a, b) => a.at - b.at).flatMap(({ at, bound }) => (bound === null ? [] : [[at, boundText(bound)]])),
  );
}

/** @param {Range[]} ranges @param {string} title */
function boundsAxis(ranges, title) {
  const places = placesOf(ranges);
  const [min, max] = [Math.min(...places.map(({ from }) => from)), Math.max(...places.map(({ to }) => to))];
  const bounds = boundsOf(ranges);
  return {
    type: "linear",
    min,
    max,
    afterBuildTicks: (/** @type {any} */ axis) => {
      const room = ((max - min) * TICK_ROOM) / (axis.maxWidth || 1);
      axis.ticks = spaced([...bounds.keys()], room).map((value) => ({ value }));
    },
    grid: { display: true },
    ticks: {
      callback: (/** @type {number} */ value) => bounds.get(value) ?? "",
      autoSkip: false, maxRotation: 0, padding: 4, font: { size: FONT },
    },
    title: { display: title !== "", text: title, font: { size: FONT } },
  };
}

/**
 * @param {HTMLElement} figure
 * @param {{label: string, ranges: Range[], columns: Line[], title: string,
 *   tick: (value: number, decimals: number) => string, describe: (point: Point) => string}} what
 *   columns: a point a range; fractions
 */
export function drawDistribution(figure, what) {
  const { ranges, columns, title } = what;
  const datasets = columns.map((column) => dataset(column, 100));
  const middles = placesOf(ranges).map(({ from, to }) => (from + to) / 2);
  for (const set of datasets)
    set.data.forEach((/** @type {number[]} */ value, /** @type {number} */ i) => (value[0] = middles[i]));
  const labels = ranges.map(rangeText);
  const config = /** @type {any} */ (common(labels, datasets, what.describe));
  config.plugins = [background];
  config.options.plugins.tooltip.callbacks.title = (/** @type {any[]} */ [hit]) => labels[hit?.dataIndex] ?? "";
  config.options.layout = { padding: { top: 8, right: 12 } };
  config.options.scales = { x: boundsAxis(ranges, title), y: measureAxis(datasets, what) };
  onAxes(datasets, false);
  draw(figure, what, HEIGHT, config);
}
