// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** How a cost is shown: its cell in a table, its chart over kernels. */
import { comparisonOf, isNothing } from "./costs.js";
import { el, link, spoiledMark, td } from "./dom.js";
import { GLYPH, number, percent, plusMinus } from "./format.js";
import { drawLines } from "./plot.js";

/**
 * @typedef {import("./api.js").Overhead} Overhead
 * @typedef {import("./api.js").Cell} Cell
 * @typedef {import("./api.js").Mean} Mean
 */

/** Marks a number whose off was measured in the root group. */
const IN_ROOT = "†";

/** Against which runs of a cost something is known. @param {Cell} cell */
const spoiledOf = ({ on, off }) =>
  [on.spoiled && `with memcg: ${on.spoiled}`, off.spoiled && `off: ${off.spoiled}`].filter(Boolean).join("; ");

/**
 * A cost, which is what one expects, is plain; only none at all, and less than none, are marked.
 * @param {Cell | Mean | null} value
 * @param {string | null} [href]
 */
export function costCell(value, href) {
  if (!value) return td(el("span", { class: "noise" }, "–", el("span", { class: "vh" }, "not measured")));
  const { cost, lo, hi } = value;
  const cheaper = !isNothing(value) && hi !== undefined && hi < 0;
  const word = "verdict" in value ? value.verdict?.word : undefined;
  const judged = cheaper ? "better" : isNothing(value) ? "noise" : "";
  const glyph = cheaper ? GLYPH.better : GLYPH.unclear;
  const mark = judged && [`${glyph} `, el("span", { class: "vh" }, `${word ?? "no cost to be seen"} `)];
  const text = percent(cost);
  return td(
    [
      mark,
      href ? link(href, text) : text,
      " ",
      el("span", { class: "pm" }, plusMinus(lo, hi)),
      "off_in_root" in value && value.off_in_root ? IN_ROOT : null,
      "on" in value && spoiledMark(spoiledOf(value)),
    ],
    { class: cheaper ? "better cell-better" : judged || undefined, title: word },
  );
}

/** What the marks mean that stand in a table. @param {Cell[]} cells */
export const markNote = (cells) => [
  cells.some((cell) => cell.off_in_root) && ` ${IN_ROOT} memcg off was measured in the root group only.`,
  cells.some(spoiledOf) &&
    ` ! spoiled: ${[...new Set(cells.map(spoiledOf).filter(Boolean))].join("; ")}.`,
];

/** @param {import("./plot.js").Point} point */
const describe = (point) =>
  `${percent(point.value)} ${plusMinus(point.lo, point.hi)}${point.note ?? ""}`;

/**
 * @param {Cell | Mean | null | undefined} value
 * @returns {import("./plot.js").Point | null}
 */
function pointOf(value) {
  if (!value) return null;
  const { cost, lo, hi } = value;
  if ("metrics" in value) return { value: cost, lo, hi, note: `, ${number(value.metrics)} metrics` };
  return { value: cost, lo, hi, href: comparisonOf(value) };
}

/**
 * @param {HTMLElement} figure
 * @param {Overhead} overhead
 * @param {{kernels: number[], rows: import("./costs.js").Row[], subject: string, small?: boolean}} view
 */
export function drawCosts(figure, overhead, { kernels, rows, subject, small }) {
  drawLines(figure, {
    label: `Cost of memcg against off over kernels, ${subject}; the numbers are in the table`,
    kernels: kernels.map((k) => overhead.kernels[k].name),
    lines: rows.map((row) => ({
      label: row.label,
      series: row.line,
      points: kernels.map((k) => pointOf(row.values[k])),
    })),
    tick: (value, decimals) => percent(value / 100, decimals),
    describe,
    small,
  });
}
