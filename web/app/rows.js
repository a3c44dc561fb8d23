// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** Rows of a table, put in order and picked. Pure functions. */

/**
 * Rows in the order of a column's values, largest first unless up; equal ones stay as they are.
 * @template Row
 * @param {Row[]} rows
 * @param {(row: Row) => number | string | null | undefined} value
 * @param {boolean} up
 */
export function sorted(rows, value, up) {
  const missing = (/** @type {unknown} */ one) => one === null || one === undefined || Number.isNaN(one);
  return rows
    .map((row) => ({ row, at: value(row) }))
    .sort(({ at: a }, { at: b }) => {
      if (missing(a) || missing(b)) return Number(missing(a)) - Number(missing(b));
      const by = typeof a === "string" ? a.localeCompare(String(b)) : Number(a) - Number(b);
      return up ? by : -by;
    })
    .map(({ row }) => row);
}

/**
 * Rows whose text holds all words of the filter.
 * @template Row
 * @param {Row[]} rows
 * @param {(row: Row) => string} text
 * @param {string} filter
 */
export function filtered(rows, text, filter) {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => words.every((word) => text(row).toLowerCase().includes(word)));
}
