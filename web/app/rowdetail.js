// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** What stands behind a row of a comparison: its samples, the metric's history, and ways on. */
import { address, getSeries, Problem } from "./api.js";
import { centre, historyLines, others, samplesText, shortNames } from "./compared.js";
import { profileLink, sureText } from "./comparetable.js";
import { el, link, rowHead, table, td, th } from "./dom.js";
import { decimalsFor, letter, list, number, unitText } from "./format.js";
import { rowName, rowTitle } from "./pickrows.js";
import { drawLines, mark } from "./plot.js";
import { strip } from "./strip.js";

/**
 * @typedef {import("./api.js").Comparison} Comparison
 * @typedef {import("./api.js").CompareRow} CompareRow
 * @typedef {import("./api.js").Series} Series
 */

const WIDE = { width: 480, lane: 14, radius: 3.5 };

/** @param {Comparison} comparison @param {CompareRow} row @param {number} decimals */
function sampleTable({ columns }, row, decimals) {
  const names = shortNames(columns);
  const figure = (/** @type {number | undefined} */ value) => td(value === undefined ? "–" : number(value, decimals));
  const rows = row.cells.map((cell, i) =>
    el(
      "tr",
      {},
      rowHead([mark(i), `${letter(i)} ${names[i]}`]),
      figure(cell?.median),
      figure(cell?.mean),
      figure(cell?.stddev),
      figure(cell?.min),
      figure(cell?.max),
      td(cell ? samplesText(cell, decimals) || "a summary, no samples" : "not measured", { class: "wrap" }),
    ),
  );
  const head = ["column", "median", "mean", "deviation", "lowest", "highest"].map((text) => th(text));
  return table(`Samples of ${rowName(row)}`, [...head, th("samples; a bar is a boot", { class: "left" })], rows);
}

/** How sure each verdict is. @param {Comparison} comparison @param {CompareRow} row */
function verdicts(comparison, row) {
  const names = shortNames(comparison.columns);
  const said = others(comparison).flatMap((i) => {
    const text = sureText(row.cells[i]);
    return text ? [el("li", {}, `${letter(i)} ${names[i]}: ${row.cells[i]?.verdict?.word} by ${text}`)] : [];
  });
  return said.length > 0 ? el("ul", { class: "note" }, said) : el("p", { class: "note" }, "Too few samples for a verdict.");
}

/** The letters of columns by their kernel, "A, B". @param {Comparison} comparison @param {string} kernel */
const lettersOn = ({ columns }, kernel) =>
  columns.flatMap((column, i) => (column.kernel === kernel ? [letter(i)] : [])).join(", ");

/** @param {HTMLElement} figure @param {Comparison} comparison @param {CompareRow} row @param {Series} series */
function drawHistory(figure, comparison, row, series) {
  const lines = historyLines(comparison, series);
  const kernels = [...new Set(lines.flatMap(({ line }) => line.points.map(({ kernel }) => kernel)))].sort((a, b) => a - b);
  const values = lines.flatMap(({ line }) => line.points.map((point) => point.value ?? point.mean ?? NaN));
  const decimals = decimalsFor(values);
  const marks = kernels.flatMap((kernel, at) => {
    const label = lettersOn(comparison, series.kernels[kernel].name);
    return label ? [{ at, label }] : [];
  });
  figure.replaceChildren(
    el("figcaption", {}, `${rowName(row)} (${unitText(row.metric)}) over kernels, mean of replicates with its 95 % interval; dashed: where the columns are.`),
  );
  drawLines(figure, {
    label: `${rowName(row)} over kernels, with the columns marked`,
    kernels: kernels.map((kernel) => series.kernels[kernel].name),
    lines: lines.map(({ line, series: colour }) => ({
      label: line.label,
      series: colour,
      points: kernels.map((kernel) => {
        const point = line.points.findLast((one) => one.kernel === kernel);
        return point ? { value: point.value ?? point.mean ?? NaN, lo: point.lo, hi: point.hi, href: `/run/${point.run}` } : null;
      }),
    })),
    tick: number,
    describe: ({ value }) => `${number(value, decimals)} ${row.metric.unit ?? ""}`.trim(),
    title: row.metric.unit,
    plain: true,
    marks,
  });
}

/** How the address of a metric's history names it. @param {Comparison} comparison @param {CompareRow} row */
function seriesQuery({ columns, baseline }, { metric }) {
  const { machine } = columns[baseline];
  return { benchmark: metric.benchmark, metric: metric.title, unit: metric.unit, machine: machine === "unknown" ? undefined : machine };
}

/** Histories by their address, as filters make the rows again. @type {Map<string, Promise<Series>>} */
const asked = new Map();

/** @param {import("./api.js").Query} query */
function seriesOnce(query) {
  const key = address("", query);
  const answer = asked.get(key) ?? getSeries(query);
  asked.set(key, answer);
  return answer;
}

/**
 * Asks for the metric over kernels, and draws it where the columns' machine has any.
 * @param {HTMLElement} figure @param {Comparison} comparison @param {CompareRow} row
 */
async function history(figure, comparison, row) {
  try {
    const series = await seriesOnce(seriesQuery(comparison, row));
    if (figure.isConnected) drawHistory(figure, comparison, row, series);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    figure.replaceChildren(el("figcaption", {}, `No history of this metric: ${error.message}.`));
  }
}

/** @param {Comparison} comparison @param {CompareRow} row */
function ways(comparison, row) {
  const { columns, baseline } = comparison;
  const profiled = others(comparison).filter((i) => [i, baseline].every((one) => columns[one].memcg_percent !== undefined));
  const links = [
    link(address("/series", seriesQuery(comparison, row)), `${rowTitle(row)} over kernels`),
    ...profiled.map((i) => profileLink(columns[baseline], columns[i], `Profile difference of ${list([letter(baseline), letter(i)])}`)),
  ];
  return el(
    "p",
    {},
    links.map((one, i) => [i > 0 && " · ", one]),
    profiled.length === 0 && el("span", { class: "note" }, " · No two of the columns have a profile."),
  );
}

/**
 * The row below an opened one. Its history comes later.
 * @param {Comparison} comparison
 * @param {CompareRow} row
 * @param {number} width columns of the table
 */
export function detailRow(comparison, row, width) {
  const decimals = decimalsFor(row.cells.flatMap((cell) => centre(cell) ?? []));
  const figure = el("figure", { "aria-busy": "true" }, el("figcaption", {}, "Loading the history…"));
  const picture = strip(row.cells.map((cell) => cell?.samples), decimals, WIDE);
  const detail = el(
    "tr",
    { class: "detail" },
    el("td", { colspan: width }, el("div", {}, verdicts(comparison, row), picture, sampleTable(comparison, row, decimals), figure, ways(comparison, row))),
  );
  history(figure, comparison, row).finally(() => (figure.ariaBusy = "false"));
  return detail;
}
