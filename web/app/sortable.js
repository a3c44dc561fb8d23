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
    const press = (/** @type {SortColumn<Row>} */ column) => {
      const toUp = column.key === key ? !up : Boolean(column.left);
      change({ sort: column.key, order: toUp ? "up" : null }, { quiet: true });
      draw();
      focusHead(place, column.key);
    };
    const heads = columns.map((column) => sortHead(column, column.key === key, up, () => press(column)));
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
 * A head that puts rows in the order of its column.
 * @param {{key: string, label: import("./dom.js").Child, left?: boolean}} column
 * @param {boolean} current whether rows are in its order
 * @param {boolean} up smallest first
 * @param {() => void} press
 */
export function sortHead({ key, label, left }, current, up, press) {
  const arrow = current && el("span", { "aria-hidden": "true" }, up ? " ↑" : " ↓");
  return el(
    "th",
    { scope: "col", class: left ? "left" : undefined, "aria-sort": current ? (up ? "ascending" : "descending") : undefined },
    el("button", { type: "button", class: "as-head", "data-key": key, click: press }, label, arrow),
  );
}

/** The head of a column keeps the focus when the table is made again. @param {HTMLElement} place @param {string} key */
export function focusHead(place, key) {
  const button = place.querySelector(`button[data-key="${key}"]`);
  if (button instanceof HTMLElement) button.focus();
}
