// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** Which rows of a comparison are shown, and in which order. Pure functions. */
import { changeOf, counts, others } from "./compared.js";
import { judge, letter } from "./format.js";
import { filtered, sorted } from "./rows.js";

/**
 * @typedef {import("./api.js").Comparison} Comparison
 * @typedef {import("./api.js").CompareGroup} CompareGroup
 * @typedef {import("./api.js").CompareRow} CompareRow
 * @typedef {{benchmark: string, text: string, verdict: string, column: string, sort: string, up: boolean}} Pick
 *   what the address says; "" = any. column: whose verdict, a letter; sort: a column's letter, or METRIC
 * @typedef {{benchmark: string, name: string, axis?: string, statistic?: string,
 *   points: {at: number, row: CompareRow}[]}} Curve a metric at several places of an axis
 */

export const METRIC = "metric";
const CURVE_LEAST = 3; /* places that make a curve, as in the text */
/** The verdicts that a reader may ask for, and what they are called. @type {[string, string][]} */
export const VERDICTS = [
  ["worse", "worse"],
  ["better", "better"],
  ["changed", "changed"],
  ["small", "too small to matter"],
  ["same", "the same"],
  ["unclear", "unclear"],
  ["open", "without verdict"],
];
/** Asks for all that the rule decided to be a change. */
export const DECIDED = "decided";

/** How a row is called, in the table and in the address. @param {CompareRow} row */
export const rowTitle = ({ metric, statistic }) => (statistic ? `${metric.title} (${statistic})` : metric.title);
/** The same with its benchmark. @param {CompareRow} row */
export const rowName = (row) => `${row.metric.benchmark} ${rowTitle(row)}`.trim();

/** The columns held against the baseline that a letter means: that one, else all. @param {Comparison} comparison @param {string} name */
function columnsOf(comparison, name) {
  const all = others(comparison);
  const one = all.filter((i) => letter(i) === name);
  return one.length > 0 ? one : all;
}

/** @param {string} wanted @param {CompareRow} row @param {number} column */
function hasVerdict(wanted, row, column) {
  const found = counts([row], column);
  if (wanted === DECIDED) return found.better + found.worse + found.changed > 0;
  const word = judge(row.cells[column]?.verdict);
  return word === wanted && found[word] > 0;
}

/**
 * A change turned so that more is worse: what rows are sorted by.
 * @param {CompareRow} row @param {number} baseline @param {number} column
 */
function worsening(row, baseline, column) {
  const { change } = changeOf(row, baseline, column);
  return change !== undefined && row.metric.better === "higher" ? -change : change;
}

/**
 * All rows in one order, under the names of their benchmarks; groups as they are where the order
 * that is asked for has no column.
 * @param {Comparison} comparison @param {CompareGroup[]} groups @param {Pick} pick
 */
function ordered(comparison, groups, { sort, up }) {
  const column = others(comparison).find((i) => letter(i) === sort);
  if (sort !== METRIC && column === undefined) return { groups, flat: false };
  const value = (/** @type {CompareRow} */ row) =>
    column === undefined ? rowName(row) : worsening(row, comparison.baseline, column);
  const rows = sorted(groups.flatMap((group) => group.rows), value, up);
  return { groups: rows.length > 0 ? [{ benchmark: "", geomean: [], rows }] : [], flat: true };
}

/**
 * The rows that the pick lets through, in their groups. A benchmark that lost rows has no mean, as
 * it would be of other rows than those shown.
 * @param {Comparison} comparison
 * @param {CompareGroup[]} groups
 * @param {Pick} pick
 */
function kept(comparison, groups, pick) {
  const { benchmark, text, verdict } = pick;
  const columns = columnsOf(comparison, pick.column);
  return groups
    .filter((group) => !benchmark || group.benchmark === benchmark)
    .map((group) => {
      const rows = filtered(group.rows, rowName, text).filter(
        (row) => !verdict || columns.some((column) => hasVerdict(verdict, row, column)),
      );
      return rows.length === group.rows.length ? group : { ...group, geomean: [], rows };
    })
    .filter(({ rows }) => rows.length > 0);
}

/**
 * The same in the order that the pick asks for. flat: rows of all benchmarks stand in one group.
 * @param {Comparison} comparison
 * @param {CompareGroup[]} groups
 * @param {Pick} pick
 */
export const picked = (comparison, groups, pick) => ordered(comparison, kept(comparison, groups, pick), pick);

/**
 * The curves of the rows that the pick lets through, where enough of one are left.
 * @param {Comparison} comparison
 * @param {Pick} pick
 * @returns {Curve[]}
 */
export function pickedCurves(comparison, pick) {
  const rows = new Set(kept(comparison, comparison.groups, pick).flatMap((group) => group.rows));
  return comparison.groups.flatMap(({ benchmark, rows: all, sweeps = [] }) =>
    sweeps.flatMap(({ name, axis, statistic, at, rows: places }) => {
      const points = places.map((place, i) => ({ at: at[i], row: all[place] })).filter(({ row }) => rows.has(row));
      return points.length < CURVE_LEAST ? [] : [{ benchmark, name, axis, statistic, points }];
    }),
  );
}

/** How many rows groups have. @param {CompareGroup[]} groups */
export const rowCount = (groups) => groups.reduce((sum, { rows }) => sum + rows.length, 0);

/** Whether anything is left out. @param {Pick} pick */
export const isPicky = ({ benchmark, text, verdict }) => Boolean(benchmark || text || verdict);

/** Rows that a chart shows: those with a direction. @param {CompareGroup[]} groups */
export const directedRows = (groups) =>
  groups.flatMap(({ rows }) => rows).filter(({ metric }) => ["higher", "lower"].includes(metric.better ?? ""));

