// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** Metrics over threads, clients or groups: curves of all columns, and their ratio beneath. */
import { centre, changeOf, shortNames } from "./compared.js";
import { el, fill } from "./dom.js";
import { decimalsFor, number, percent, plusMinus, unitText } from "./format.js";
import { drawLines } from "./plot.js";

/**
 * @typedef {import("./api.js").Comparison} Comparison
 * @typedef {import("./api.js").CompareRow} CompareRow
 */

/**
 * One curve a column: values, and changes against the baseline.
 * @param {Comparison} comparison
 * @param {CompareRow[]} rows by place
 */
export function curvesOf({ columns, baseline }, rows) {
  const names = shortNames(columns);
  const lines = columns.map((_, i) => ({
    label: names[i],
    series: i,
    points: rows.map(({ cells }) => {
      const value = centre(cells[i]);
      return value === undefined ? null : { value };
    }),
  }));
  const ratios = columns.flatMap((_, i) => {
    if (i === baseline) return [];
    const points = rows.map((row) => {
      const { change, lo, hi } = changeOf(row, baseline, i);
      return change === undefined ? null : { value: change, lo, hi };
    });
    return [{ label: names[i], series: i, points }];
  });
  return { lines, ratios };
}

/**
 * @param {Comparison} comparison
 * @param {import("./pickrows.js").Curve} curve
 */
function figures(comparison, { benchmark, name, axis: key, statistic, points }) {
  const rows = points.map(({ row }) => row);
  const { metric } = rows[0];
  const title = `${benchmark} ${statistic ?? ""} ${name}`.replace(/ +/g, " ").trim();
  const axis = key || "the number behind the name";
  const { lines, ratios } = curvesOf(comparison, rows);
  const decimals = decimalsFor(lines.flatMap((line) => line.points.flatMap((point) => point?.value ?? [])));
  const curve = el("figure", {}, el("figcaption", {}, `${title} (${unitText(metric)}) over ${axis}.`));
  const ratio = el(
    "figure",
    {},
    el("figcaption", {}, `Its change against ${shortNames(comparison.columns)[comparison.baseline]}, with 95 % intervals where samples have them.`),
  );
  const kernels = points.map(({ at }) => String(at));
  const draw = () => {
    drawLines(curve, {
      label: `${title} over ${axis}; the numbers are in the table`,
      kernels,
      lines,
      tick: number,
      describe: ({ value }) => `${number(value, decimals)} ${metric.unit ?? ""}`.trim(),
      title: metric.unit,
      plain: true,
      releases: false,
    });
    drawLines(ratio, {
      label: `Change of ${title} against the baseline over ${axis}; the numbers are in the table`,
      kernels,
      lines: ratios,
      tick: (value, places) => percent(value / 100, places, true),
      describe: ({ value, lo, hi }) => `${percent(value, 2, true)} ${plusMinus(lo, hi, 2)}`.trim(),
      releases: false,
    });
  };
  return { parts: [el("h3", {}, title), curve, ratio], draw };
}

/** Fills the part "curves". @param {Comparison} comparison @param {import("./pickrows.js").Curve[]} curves */
export function showCurves(comparison, curves) {
  const all = curves.map((curve) => figures(comparison, curve));
  fill("curves", el("h2", {}, "Curves"), all.map(({ parts }) => parts));
  for (const { draw } of all) draw();
}
