// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** The table of a comparison: a body a benchmark, values, changes and verdicts, heads that sort it. */
import { address } from "./api.js";
import { centre, changeOf, geomeanText, shortNames } from "./compared.js";
import { dense, el, link, rowHead, table, td, th } from "./dom.js";
import { decimalsFor, GLYPH, isGoodOrBad, isNoise, letter, number, percent, plusMinus, unitText } from "./format.js";
import { METRIC, rowName, rowTitle } from "./pickrows.js";
import { sortHead } from "./sortable.js";
import { strip } from "./strip.js";

/**
 * @typedef {import("./api.js").Comparison} Comparison
 * @typedef {import("./api.js").CompareRow} CompareRow
 * @typedef {import("./api.js").CompareCell} CompareCell
 * @typedef {import("./api.js").CompareGroup} CompareGroup
 * @typedef {{flat: boolean, sort: string, up: boolean, press: (key: string) => void}} Order
 *   flat: rows carry their benchmark's name; press: a head was pressed
 */

const HEAD_SPAN = 3; /* columns that a benchmark's name may take */

/** Columns of the table. @param {Comparison} comparison */
export const tableWidth = ({ columns }) => 2 * columns.length + 2;

/** How sure it is, for who points at it. @param {CompareCell | null} cell */
export function sureText(cell) {
  const v = cell?.verdict;
  if (!v?.word) return undefined;
  const per = v.replicates === "boots" ? "boots" : "samples";
  const parts = [
    `${v.method}, n = ${v.n_base} and ${v.n} ${per}`,
    v.q !== undefined && `q = ${v.q.toPrecision(2)} over ${v.family}`,
    !v.is_difference && v.floor !== undefined && `floor ${percent(v.floor)}`,
    !v.is_difference && v.detectable !== undefined && `could show ${percent(v.detectable, 2)}`,
    v.word === "unclear" && v.needed !== undefined && `needs about n = ${number(v.needed)} a side`,
    v.constant && "no deviation on either side",
  ];
  return parts.filter(Boolean).join("; ");
}

/** The verdict's mark, the change and its interval. @param {Comparison} comparison @param {CompareRow} row @param {number} column */
function changeCell({ baseline }, row, column) {
  const { change: size, lo, hi, judged } = changeOf(row, baseline, column);
  if (size === undefined) return td(el("span", { class: "noise" }, "–"));
  return td(
    [
      GLYPH[judged] && `${GLYPH[judged]} `,
      judged !== "open" && el("span", { class: "word" }, `${judged} `),
      percent(size, 2, true),
      " ",
      el("span", { class: "pm" }, plusMinus(lo, hi, 2)),
    ],
    {
      class: isGoodOrBad(judged) ? `${judged} cell-${judged}` : isNoise(judged) ? "noise" : undefined,
      title: sureText(row.cells[column]),
    },
  );
}

/** Samples, and boots in brackets; one text where all columns agree. @param {CompareRow} row */
function countsText({ statistic, cells }) {
  const texts = cells.map((cell) => {
    const n = statistic ? cell?.summary_n : cell?.n;
    if (n === undefined) return "–";
    return cell?.boots ? `${number(n)} (${number(cell.boots)})` : number(n);
  });
  return texts.every((text) => text === texts[0]) ? texts[0] : texts.join(" / ");
}

/**
 * @param {Comparison} comparison
 * @param {CompareRow} row
 * @param {{flat: boolean, withUnit: boolean}} how
 */
function metricRow(comparison, row, { flat, withUnit }) {
  const { baseline } = comparison;
  const { metric, cells } = row;
  const decimals = decimalsFor(cells.flatMap((cell) => centre(cell) ?? []));
  const columns = cells.map((cell, i) => [
    td(number(centre(cell) ?? NaN, decimals)),
    i !== baseline && changeCell(comparison, row, i),
  ]);
  const opener = el(
    "button",
    { type: "button", class: "as-head opener", "aria-expanded": "false", "data-row": rowName(row) },
    flat ? rowName(row) : rowTitle(row),
  );
  return el(
    "tr",
    {},
    rowHead([opener, withUnit && el("span", { class: "unit" }, ` ${unitText(metric)}`)]),
    columns,
    td(strip(cells.map((cell) => cell?.samples), decimals), { class: "middle" }),
    td(countsText(row)),
  );
}

/**
 * @param {Comparison} comparison
 * @param {CompareGroup} group
 * @param {number} width
 */
function groupBody(comparison, group, width) {
  const { benchmark, geomean, rows } = group;
  const units = new Set(rows.map(({ metric }) => unitText(metric)));
  const [unit] = units;
  const shared = units.size === 1 && unit;
  const counted = rows.length > 1 && geomean.some((value) => value !== null);
  return el(
    "tbody",
    {},
    el(
      "tr",
      { class: "group" },
      rowHead(
        [benchmark || "no benchmark", shared && el("span", { class: "unit" }, ` ${shared}`)],
        { scope: "rowgroup", colspan: HEAD_SPAN },
      ),
      td("", { colspan: width - HEAD_SPAN }),
    ),
    rows.map((row) => metricRow(comparison, row, { flat: false, withUnit: !shared })),
    counted && geomeanRow(comparison, group),
  );
}

/** Rows of several benchmarks in one order. @param {Comparison} comparison @param {CompareGroup} group */
const flatBody = (comparison, { rows }) =>
  el("tbody", {}, rows.map((row) => metricRow(comparison, row, { flat: true, withUnit: true })));

/** @param {Comparison} comparison @param {CompareGroup} group */
function geomeanRow({ baseline, columns }, group) {
  const cells = columns.map((_, i) => {
    const value = group.geomean[i] ?? null;
    const { lo, hi } = group.geomean_interval?.[i] ?? {};
    const text = value !== null && [percent(value, 2, true), " ", el("span", { class: "pm" }, plusMinus(lo, hi, 2))];
    return [td(""), i !== baseline && td(text)];
  });
  return el("tr", { class: "sum" }, rowHead(geomeanText(group)), cells, td("", { colspan: 2 }));
}

/**
 * What changed between the profiles of two stored runs.
 * @param {import("./api.js").Column} a
 * @param {import("./api.js").Column} b
 * @param {string} text
 */
export const profileLink = (a, b, text) =>
  a.id && b.id ? link(address("/profile-diff", { a: a.id, b: b.id }), text) : text;

/** memcg's share of the profile, where a column has one. @param {Comparison} comparison */
export function shareBody({ columns, baseline }) {
  if (columns.every((column) => column.memcg_percent === undefined)) return null;
  const base = columns[baseline].memcg_percent;
  const cells = columns.map(({ memcg_percent: share }, i) => [
    td(share === undefined ? "–" : percent(share / 100, 2)),
    i !== baseline &&
      td(
        share === undefined || base === undefined
          ? "–"
          : profileLink(columns[baseline], columns[i], `${percent((share - base) / 100, 2, true).slice(0, -1)}pt`),
      ),
  ]);
  return el(
    "tbody",
    {},
    el("tr", {}, rowHead("memcg share of cycles"), cells, td("", { colspan: 2 })),
  );
}

/** @param {Comparison} comparison @param {Order} order */
function tableHead({ columns, baseline }, { sort, up, press }) {
  const names = shortNames(columns);
  const head = (/** @type {string} */ key, /** @type {string} */ label) =>
    sortHead({ key, label }, key === sort, up, () => press(key));
  return [
    head(METRIC, "benchmark, metric"),
    columns.map((_, i) => [
      th(`${letter(i)} ${names[i]}`),
      i !== baseline && head(letter(i), `${letter(i)} vs ${letter(baseline)}, %`),
    ]),
    th("samples"),
    th("n (boots)"),
  ];
}

/**
 * @param {Comparison} comparison
 * @param {string} label
 * @param {CompareGroup[]} groups
 * @param {Order} order
 * @param {HTMLElement | null} [last] a body below them
 */
export function groupTable(comparison, label, groups, order, last = null) {
  const width = tableWidth(comparison);
  const bodies = groups.map((group) =>
    order.flat ? flatBody(comparison, group) : groupBody(comparison, group, width),
  );
  return dense(table(label, tableHead(comparison, order), [...bodies, ...(last ? [last] : [])]));
}
