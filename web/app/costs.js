// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** What an overhead answer says: pure functions from the API's lists to rows and sentences. */
import { address } from "./api.js";
import { holdsZero, isNoise, judge, list, percent, plural, plusMinus } from "./format.js";

/**
 * @typedef {import("./api.js").Overhead} Overhead
 * @typedef {import("./api.js").Metric} Metric
 * @typedef {import("./api.js").Cell} Cell
 * @typedef {import("./api.js").Mean} Mean
 */

/** The User, System and Elapsed lines around a test. @param {Metric} metric */
export const isDuration = (metric) => metric.name.startsWith("Duration ");

/** How an address names a machine or kernel. @param {{slug?: string, name: string}} what */
export const slugOf = ({ slug, name }) => slug ?? name;

/** @param {Metric} metric */
export const fullTitle = (metric) => `${metric.benchmark} ${metric.title}`.trim();

/**
 * The machine of this slug, else the one with the most numbers.
 * @param {Overhead} overhead
 * @param {string} slug
 */
export function pickMachine(overhead, slug) {
  const named = overhead.machines.findIndex((machine) => slugOf(machine) === slug);
  if (named >= 0) return named;
  const counts = overhead.machines.map(
    (_, i) => overhead.cells.filter((cell) => cell.machine === i).length,
  );
  return Math.max(0, counts.indexOf(Math.max(...counts)));
}

/**
 * The line of this label, or key; -1 = none.
 * @param {Overhead} overhead
 * @param {string} name
 */
export const pickLine = (overhead, name) =>
  overhead.lines.findIndex(({ key, label }) => label === name || key === name);

/**
 * The metric that the address names; -1 = none.
 * @param {Overhead} overhead
 * @param {string} benchmark
 * @param {string} title
 */
export function pickMetric(overhead, benchmark, title) {
  return overhead.metrics.findIndex(
    (metric) => metric.title === title && (!benchmark || metric.benchmark === benchmark),
  );
}

/**
 * Values by kernel: null where nothing was measured.
 * @template {Cell | Mean} T
 * @param {Overhead} overhead
 * @param {T[]} values
 * @returns {(T | null)[]}
 */
function byKernel(overhead, values) {
  return overhead.kernels.map((_, i) => values.find((value) => value.kernel === i) ?? null);
}

/**
 * @param {Overhead} overhead
 * @param {number} machine
 * @param {number} metric
 * @param {number} line
 */
export function cellsOf(overhead, machine, metric, line) {
  return byKernel(
    overhead,
    overhead.cells.filter(
      (cell) => cell.machine === machine && cell.metric === metric && cell.line === line,
    ),
  );
}

/**
 * @param {Overhead} overhead
 * @param {number} machine
 * @param {number} line
 */
export function meansOf(overhead, machine, line) {
  return byKernel(
    overhead,
    overhead.means.filter((mean) => mean.machine === machine && mean.line === line),
  );
}

/**
 * Kernels that have a number on this machine, as indices, oldest first.
 * @param {Overhead} overhead
 * @param {number} machine
 */
export function kernelsOf(overhead, machine) {
  const used = new Set(
    overhead.cells.filter((cell) => cell.machine === machine).map((cell) => cell.kernel),
  );
  return overhead.kernels.map((_, i) => i).filter((i) => used.has(i));
}

/**
 * Lines that have a number on this machine, as indices.
 * @param {Overhead} overhead
 * @param {number} machine
 */
export function linesOf(overhead, machine) {
  const used = new Set(
    overhead.cells.filter((cell) => cell.machine === machine).map((cell) => cell.line),
  );
  return overhead.lines.map((_, i) => i).filter((i) => used.has(i));
}

/** The comparison behind a number. @param {Cell} cell */
export const comparisonOf = (cell) =>
  address("/compare", { base: cell.off.run, new: cell.on.run });

/** @type {Record<string, string>} */
const PLACES = {
  child: "a child memory cgroup",
  root: "the root group",
  "child nokmem": "a child group without kmem",
  "child v1": "a child group of cgroup v1",
};

/** A config in words. @param {string} label */
export const place = (label) => PLACES[label] ?? label;

/**
 * Whether a cost is none that one can see: by its verdict, or of a mean by its interval.
 * @param {{lo?: number, hi?: number, verdict?: import("./api.js").Verdict}} value
 */
export const isNothing = ({ lo, hi, verdict }) =>
  verdict ? isNoise(judge(verdict)) : holdsZero(lo, hi);

/**
 * "16.1 % ±0.6", or that there is no cost to be seen.
 * @param {{cost: number, lo?: number, hi?: number, verdict?: import("./api.js").Verdict}} value
 */
export function costText(value) {
  const text = `${percent(value.cost)}\u00a0${plusMinus(value.lo, value.hi)}`.trim();
  return isNothing(value) ? `nothing distinguishable (${text})` : text;
}

/**
 * The newest kernel with means, and its means in the order of lines with child and root first.
 * @param {Overhead} overhead
 * @param {number} machine
 */
function newest(overhead, machine) {
  const means = overhead.means.filter((mean) => mean.machine === machine);
  const kernel = Math.max(...means.map((mean) => mean.kernel));
  const rank = (/** @type {Mean} */ { line }) => {
    const at = ["child", "root"].indexOf(overhead.lines[line].label);
    return at < 0 ? 2 : at;
  };
  return means.filter((mean) => mean.kernel === kernel).sort((a, b) => rank(a) - rank(b));
}

/**
 * What memcg costs now, as a sentence and what it rests on.
 * @param {Overhead} overhead
 * @param {number} machine
 */
export function headline(overhead, machine) {
  const [first, second] = newest(overhead, machine);
  const label = (/** @type {Mean} */ { line }) => place(overhead.lines[line].label);
  const kernel = overhead.kernels[first.kernel].name;
  let sentence = `On ${kernel}, ${label(first)} costs ${costText(first)} over memcg off`;
  if (second) sentence += `; ${label(second)} ${costText(second)}`;
  const { name } = overhead.machines[machine];
  const lede = [
    `Geometric mean of ${plural(first.metrics, "metric")} on ${name}, each against memcg off ` +
      "on the same kernel and in the same placement; 95 % intervals.",
  ];
  const oldest = meansOf(overhead, machine, first.line).find((mean) => mean);
  if (oldest && oldest.kernel !== first.kernel)
    lede.push(
      `On ${overhead.kernels[oldest.kernel].name}, the oldest kernel here, ` +
        `${label(first)} cost ${costText(oldest)}.`,
    );
  return { sentence: `${sentence}.`, lede: lede.join(" ") };
}

/**
 * One metric, or a mean, over kernels: a row a line that has any number.
 * @typedef {{line: number, label: string, values: (Cell | Mean | null)[]}} Row
 * @param {Overhead} overhead
 * @param {{machine: number, metric: number, line: number}} view metric -1 = the geometric mean,
 *   line -1 = all
 * @returns {Row[]}
 */
export function rowsOf(overhead, { machine, metric, line }) {
  return overhead.lines
    .map((each, i) => ({
      line: i,
      label: each.label,
      values:
        metric < 0 ? meansOf(overhead, machine, i) : cellsOf(overhead, machine, metric, i),
    }))
    .filter((row) => (line < 0 || row.line === line) && row.values.some((value) => value));
}

/**
 * What a view's newest kernel says, as a sentence.
 * @param {Overhead} overhead
 * @param {Row[]} rows
 * @param {{metric?: string, mean?: string}} subject one metric's name, or what the mean goes over
 */
export function viewSentence(overhead, rows, { metric, mean }) {
  const kernel = Math.max(-1, ...rows.map((row) => row.values.findLastIndex((value) => value)));
  if (kernel < 0) return "No config was measured beside one with memcg off.";
  const costs = rows.flatMap(({ label, values }) => {
    const value = values[kernel];
    return value ? [{ cost: costText(value), where: place(label) }] : [];
  });
  const said = costs.map(({ cost, where }, i) => {
    const of = metric && i === 0 ? ` of ${metric}` : "";
    return `${cost}${of} in ${where}`;
  });
  const tail = mean ? `, as the geometric mean of ${mean}` : "";
  return `On ${overhead.kernels[kernel].name} memcg costs ${list(said)}${tail}.`;
}

/**
 * Bars of a waterfall: steps of the chain stand on one another, a part ends where its whole does.
 * @param {import("./api.js").Step[]} steps of one kernel
 */
export function barsOf(steps) {
  let level = 0;
  const bars = steps.map((step, series) => {
    const { name, is_part, value, lo, hi } = step;
    const from = is_part ? level - value : level;
    if (!is_part) level += value;
    return { label: name, series: series + 1, from, point: { value, lo, hi }, hollow: is_part };
  });
  const whole = { label: "together", series: 0, from: 0, point: { value: level }, hollow: false };
  return steps.filter(({ is_part }) => !is_part).length > 1 ? [...bars, whole] : bars;
}
