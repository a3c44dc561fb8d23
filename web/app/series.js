// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** One metric over kernels: values with intervals, the noise floor, and where it changed. */
import { address, getMetrics, getSeries } from "./api.js";
import { fullTitle, isDuration, slugOf } from "./costs.js";
import { el, fill, link, rowHead, spoiledMark, table, td, th } from "./dom.js";
import { decimalsFor, GLYPH, isGoodOrBad, judge, number, percent, plural, plusMinus, spoiledNote, unitText } from "./format.js";
import { drawLines, followTheme, mark } from "./plot.js";
import { dragRange, range, rangeControls } from "./range.js";
import { answer, option, page, param, selector, twin } from "./shell.js";
import { change as go } from "./state.js";

/**
 * @typedef {import("./api.js").Series} Series
 * @typedef {import("./api.js").SeriesPoint} SeriesPoint
 * @typedef {import("./api.js").Change} Change
 */

/** What stands up to be looked at: confirmed, and nobody dismissed it. @param {Change} one */
const isShown = ({ confirmed, is_new, triage }) => (confirmed || is_new) && triage.state !== "dismissed";

/** The value as the text has it. @param {SeriesPoint} point */
const valueOf = (point) => point.value ?? point.mean ?? NaN;

/** The lines that the address lets through. @param {Series} series */
function shownLines({ lines }) {
  const wanted = param("line");
  const some = lines.filter(({ label }) => label === wanted);
  return some.length > 0 ? some : lines;
}

/** Kernels that have a point, as indices, oldest first. @param {Series["lines"]} lines */
const kernelsOf = (lines) =>
  [...new Set(lines.flatMap(({ points }) => points.map(({ kernel }) => kernel)))].sort((a, b) => a - b);

/** How a change reads: "child +9.3 % ±0.3". @param {Change} one */
const changeText = ({ line, verdict, effect }) =>
  `${line.label} ${percent(verdict.effect ?? effect, 1, true)} ${plusMinus(verdict.lo, verdict.hi)}`.trim();

/** @param {Series} series */
function sentence({ metric, kernels, lines, changes }) {
  const shown = changes.filter(isShown);
  const over = plural(kernelsOf(lines).length, "kernel");
  const title = fullTitle(metric);
  if (kernelsOf(lines).length === 1) return `${title} was measured on one kernel.`;
  if (shown.length === 0) return `${title}: no confirmed change of level over ${over}.`;
  const [last] = shown;
  const times = shown.length === 1 ? "once" : shown.length === 2 ? "twice" : `${number(shown.length)} times`;
  return `${title} changed ${times} over ${over}; last on ${kernels[last.after.kernel].name}, ${changeText(last)}.`;
}

/** The comparison of a point with the one before it on its line. @param {SeriesPoint[]} points @param {number} i */
const stepOf = (points, i) =>
  i > 0 ? address("/compare", { base: points[i - 1].run, new: points[i].run }) : `/run/${points[i].run}`;

/** What a mark has room for: one change in words, of several how many. @param {Change[]} changes */
const markText = (changes) => (changes.length === 1 ? changeText(changes[0]) : plural(changes.length, "change"));

/** @param {Series} series */
function draw(series) {
  const lines = shownLines(series);
  const kernels = kernelsOf(lines);
  const changes = series.changes.filter((one) => isShown(one) && lines.some(({ key }) => key === one.line.key));
  const decimals = decimalsFor(lines.flatMap(({ points }) => points.map(valueOf)));
  const [only] = lines;
  const last = only.points.at(-1);
  const floor = only.noise?.floor;
  const band =
    lines.length === 1 && floor !== undefined && last
      ? { lo: valueOf(last) * (1 - floor), hi: valueOf(last) * (1 + floor) }
      : undefined;
  const figure = fill(
    "chart",
    el(
      "figcaption",
      {},
      `${fullTitle(series.metric)} (${unitText(series.metric)}), mean of replicates with its 95 % interval. `,
      "A click on a point opens its comparison with the kernel before, dragging picks kernels. ",
      changes.length > 0 && "Dashed: where the level changed. ",
      band && `Shaded: the noise floor, ±${percent(floor ?? NaN, 1)} of the newest. `,
      link(twin(".csv"), "CSV"),
      " · ",
      link(twin(".json"), "JSON"),
    ),
  );
  drawLines(figure, {
    label: `${fullTitle(series.metric)} over kernels; the numbers are in the table`,
    kernels: kernels.map((k) => series.kernels[k].name),
    lines: lines.map((line) => ({
      label: line.label,
      series: series.lines.indexOf(line),
      points: kernels.map((k) => {
        const i = line.points.findLastIndex(({ kernel }) => kernel === k);
        const point = line.points[i];
        return point
          ? { value: valueOf(point), lo: point.lo, hi: point.hi, href: stepOf(line.points, i) }
          : null;
      }),
    })),
    tick: number,
    describe: ({ value, lo, hi }) =>
      `${number(value, decimals)}${lo === undefined || hi === undefined ? "" : ` ±${number((hi - lo) / 2, decimals)}`} ${series.metric.unit ?? ""}`.trim(),
    title: series.metric.unit,
    plain: true,
    marks: [...new Set(changes.map(({ after }) => after.kernel))].map((kernel) => ({
      at: kernels.indexOf(kernel),
      label: markText(changes.filter(({ after }) => after.kernel === kernel)),
    })),
    band,
  });
  dragRange(figure, kernels.map((k) => series.kernels[k]));
}

/** @param {SeriesPoint | undefined} point @param {Change | undefined} one @param {number} decimals @param {string} href */
function cell(point, one, decimals, href) {
  if (!point) return td(el("span", { class: "noise" }, "–", el("span", { class: "vh" }, "not measured")));
  const { lo, hi } = point;
  const judged = one && judge(one.verdict);
  const word = judged && isGoodOrBad(judged) ? judged : undefined;
  return td(
    [
      word && [`${GLYPH[word]} `, el("span", { class: "vh" }, `${word} `)],
      link(href, number(valueOf(point), decimals)),
      " ",
      el("span", { class: "pm" }, lo === undefined || hi === undefined ? "" : `±${number((hi - lo) / 2, decimals)}`),
      spoiledMark(point.spoiled),
    ],
    { class: word && `${word} cell-${word}` },
  );
}

/** @param {Series} series */
function valueTable(series) {
  const lines = shownLines(series);
  const decimals = decimalsFor(lines.flatMap(({ points }) => points.map(valueOf)));
  const unit = series.metric.unit ? `, ${series.metric.unit}` : "";
  const head = [
    th("kernel"),
    lines.map((line) => th([mark(series.lines.indexOf(line)), `${line.label}${unit}`])),
    th("n"),
  ];
  const rows = kernelsOf(lines).map((k) => {
    const places = lines.map(({ points }) => points.findLastIndex(({ kernel }) => kernel === k));
    const counts = lines.flatMap(({ points }, i) => points[places[i]]?.n ?? []);
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    return el(
      "tr",
      {},
      rowHead(link(address("/runs", { kernel: slugOf(series.kernels[k]) }), series.kernels[k].name)),
      lines.map(({ key, points }, i) =>
        cell(
          points[places[i]],
          series.changes.find((one) => isShown(one) && one.line.key === key && one.after.kernel === k),
          decimals,
          points[places[i]] ? stepOf(points, places[i]) : "",
        ),
      ),
      td(least === most ? number(most) : `${number(least)} to ${number(most)}`),
    );
  });
  return [
    table(`${fullTitle(series.metric)} by kernel and config`, head, rows),
    el(
      "p",
      { class: "note" },
      "Mean of replicates (medians of boots where there are 3 or more, else samples) ± half of the 95 % interval. Marked where the level changed, ▲ better, ▼ worse; among few kernels only the newest is looked at.",
      spoiledNote(series),
      " ",
      link("/changes", "All changes"),
    ),
  ];
}

/** @param {Series | null} series @param {import("./api.js").Metric[]} metrics */
function controls(series, metrics) {
  const now = series && fullTitle(series.metric);
  const all = metrics.filter((metric) => !isDuration(metric));
  return [
    selector(
      "Metric",
      "metric",
      [!series && option("", "pick one", true), ...all.map((metric, i) => option(String(i), fullTitle(metric), fullTitle(metric) === now))].filter((one) => one !== false),
      (value) => go({ benchmark: all[Number(value)].benchmark || null, metric: all[Number(value)].title, line: null, labels: null, unit: null }),
    ),
    series && series.lines.length > 1 &&
      selector(
        "Config",
        "line",
        [option("", "all configs", !param("line")), ...series.lines.map(({ label }) => option(label, label, label === param("line")))],
        (value) => go({ line: value || null }),
      ),
    series && rangeControls(series.kernels),
  ];
}

page(async () => {
  const keys = ["benchmark", "metric", "labels", "unit", "machine"];
  const [{ metrics }, series] = await Promise.all([
    getMetrics(),
    param("metric") ? getSeries({ ...Object.fromEntries(keys.map((key) => [key, param(key)])), ...range() }) : null,
  ]);
  return () => {
    fill("controls", controls(series, metrics));
    if (!series) return;
    if (series.lines.length === 0) {
      fill("lede", "None of these kernels has a number of this metric.");
      for (const name of ["chart", "table"]) fill(name);
      return;
    }
    answer(sentence(series), `On ${series.machine.name}; a line for each config, 95 % intervals.`);
    draw(series);
    fill("table", valueTable(series));
  };
});
followTheme();
