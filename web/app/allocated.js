// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** What a map of allocations tells of its rows and runs. Pure functions. */

/**
 * @typedef {import("./api.js").AllocsRow} AllocsRow
 * @typedef {import("./api.js").AllocsTotal} AllocsTotal
 */

/** Bytes of one allocation that nobody asked for. @param {AllocsRow} row */
export const wasteOf = ({ bytes_req, bytes_alloc }) => bytes_alloc - bytes_req;

/** The largest of a row's numbers over its runs; undefined for none. @param {(number | undefined)[]} values */
export function most(values) {
  const told = values.filter((value) => value !== undefined);
  return told.length > 0 ? Math.max(...told) : undefined;
}

/** A change as a fraction; undefined where one has no number, or the first is 0. @param {number | null | undefined} a @param {number | null | undefined} b */
export const changeTo = (a, b) =>
  typeof a !== "number" || typeof b !== "number" || a === 0 ? undefined : b / a - 1;

/** "1000,2000" as numbers of operations, one a run; none unless all are above 0. @param {string} text @param {number} runs */
export function operations(text, runs) {
  const ops = text ? text.split(",").map(Number) : [];
  return ops.length === runs && ops.every((one) => one > 0) ? ops : undefined;
}

/** A run's counts, per operation where these are told. @param {number | null | undefined} count @param {number[] | undefined} ops @param {number} run */
export const perOperation = (count, ops, run) =>
  typeof count === "number" ? count / (ops?.[run] ?? 1) : undefined;

/** A distance of ticks that is a power of 2, so that an axis up to that many bytes has a few. @param {number} largest */
export const byteStep = (largest) => 2 ** Math.max(0, Math.ceil(Math.log2(largest / 6)));
