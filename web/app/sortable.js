// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** A table whose head sorts it and whose rows a text filters; both stand in the address. */
import { el, table } from "./dom.js";
import { plural } from "./format.js";
import { filtered, sorted } from "./rows.js";
import { param } from "./shell.js";
import { change } from "./state.js";

/**
 * @template Row
 * @typedef {{key: string, label: import("./dom.js").Child, value: (row: Row) => number | string | null | undefined,
 *   cell: (row: Row) => HTMLElement, left?: boolean}} SortColumn
 *   the first column's cells are the rows' heads; no value stands last
 */

/**
 * What the address says: the column, and whether its smallest value comes first.
 * @template Row
 * @param {SortColumn<Row>[]} columns
 * @param {string} fallback key
 */
function order(columns, fallback) {
  const column = columns.find(({ key }) => key === param("sort")) ?? columns.find(({ key }) => key === fallback);
  return { key: column?.key, value: column?.value, up: param("order") === "up" };
}

/**
 * @template Row
 * @param {HTMLElement} box gets the filter, the table, and how many rows there are
 * @param {{label: string, noun: string, rows: Row[], columns: SortColumn<Row>[], fallback: string, limit: number,
 *   text: (row: Row) => string, onRows?: (rows: Row[]) => void}} what
 *   fallback: the column that it is sorted by first; text: what the filter looks at; onRows: is told what is shown
 */
export function sortable(box, what) {
  const { columns, rows, noun } = what;
  const count = el("span", { class: "note", role: "status" });
  const place = el("div", {});
  const draw = () => {
    const { key, value, up } = order(columns, what.fallback);
    const left = filtered(rows, what.text, param("filter"));
    const shown = (value ? sorted(left, value, up) : left).slice(0, what.limit);
    const heads = columns.map((column) => headOf(column, column.key === key, up, draw, place));
    const body = shown.map((row) => el("tr", {}, columns.map(({ cell }) => cell(row))));
    place.replaceChildren(table(what.label, heads, body));
    count.textContent = countText(shown.length, left.length, rows.length, noun);
    what.onRows?.(shown);
  };
  const filter = el("input", {
    name: "filter",
    value: param("filter"),
    autocomplete: "off",
    type: "search",
    input: (event) => {
      change({ filter: event.target.value || null }, { quiet: true });
      draw();
    },
  });
  box.replaceChildren(
    el("div", { class: "controls" }, el("label", {}, `Filter the ${noun}s`, filter), count),
    place,
  );
  draw();
}

/** @param {number} shown @param {number} left @param {number} all @param {string} noun */
function countText(shown, left, all, noun) {
  const most = shown < left ? `the first ${shown} of ` : "";
  return left < all ? `${most}${left} of ${plural(all, noun)}` : `${most}${plural(all, noun)}`;
}

/**
 * @template Row
 * @param {SortColumn<Row>} column
 * @param {boolean} current
 * @param {boolean} up
 * @param {() => void} draw
 * @param {HTMLElement} place of the table, whose new head keeps the focus
 */
function headOf({ key, label, left }, current, up, draw, place) {
  const click = () => {
    const toUp = current ? !up : Boolean(left);
    change({ sort: key, order: toUp ? "up" : null }, { quiet: true });
    draw();
    const button = place.querySelector(`button[data-key="${key}"]`);
    if (button instanceof HTMLElement) button.focus();
  };
  const arrow = current && el("span", { "aria-hidden": "true" }, up ? " ↑" : " ↓");
  return el(
    "th",
    { scope: "col", class: left ? "left" : undefined, "aria-sort": current ? (up ? "ascending" : "descending") : undefined },
    el("button", { type: "button", class: "as-head", "data-key": key, click }, label, arrow),
  );
}
