// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** Histograms of several runs on one axis, their buckets, and percentiles as the ranges they are. */
import { getHistograms } from "./api.js";
import { fillForm, listenToForm } from "./asking.js";
import { drawDistribution } from "./distribution.js";
import { el, fill, link, rowHead, table, td, th } from "./dom.js";
import { letter, number, percent } from "./format.js";
import { bucketsOf, largestOf, PERCENTILES, rangeText, stepOf } from "./histogram.js";
import { followTheme } from "./plot.js";
import { answer, option, page, param, selector, twin } from "./shell.js";
import { change, inPlace, query } from "./state.js";
import { runHead, runKeys, runNames, tracingNotes } from "./traced.js";

/**
 * @typedef {import("./api.js").Histograms} Histograms
 * @typedef {import("./api.js").Histogram} Histogram
 * @typedef {{all: Histograms, picked: number, names: string[]}} View
 */

const TOLD = 3; /* runs in the sentence */
const LISTED = 200; /* histograms in the list of all */

/** @param {Histogram} histogram */
const titleOf = ({ metric }) => [metric.title, metric.unit].filter(Boolean).join(", ");

/** @param {Histograms} all @returns {View} */
function viewOf(all) {
  const asked = all.histograms.findIndex((one) => titleOf(one) === param("histogram"));
  return { all, picked: asked < 0 ? largestOf(all.histograms) : asked, names: runNames(all.runs) };
}

/** @param {View} view */
function controls({ all, picked }) {
  return [
    all.histograms.length > 1 &&
      selector(
        "Shown",
        "histogram",
        all.histograms.map((one, i) => option(titleOf(one), titleOf(one), i === picked)),
        (value) => change({ histogram: value }),
      ),
    selector(
      "Printings",
      "prints",
      [
        option("", "the last of each run", param("prints") !== "all"),
        option("all", "all added up", param("prints") === "all"),
      ],
      (value) => change({ prints: value || null }),
    ),
  ];
}

/** "Median of @ns 0: 512-1K on 6.12, 1K-2K on 6.13." @param {View} view @param {Histogram} histogram */
function sentence({ names }, histogram) {
  const parts = histogram.cells.flatMap(({ percentiles }, i) => {
    const range = rangeText(percentiles?.p50);
    return range ? [`${range}${histogram.metric.unit ? ` ${histogram.metric.unit}` : ""} on ${names[i]}`] : [];
  });
  const more = parts.length > TOLD ? ` and ${number(parts.length - TOLD)} more` : "";
  return `Median of ${histogram.metric.title}: ${parts.slice(0, TOLD).join(", ")}${more}.`;
}

/** @param {View} view @param {Histogram} histogram @param {import("./histogram.js").Bucket[]} buckets */
function chart({ names, all }, histogram, buckets) {
  const title = titleOf(histogram);
  const ranges = buckets.map(({ range }) => range);
  const figure = fill(
    "chart",
    el(
      "figcaption",
      {},
      runKeys(names),
      `Share of a run's values in each bucket of ${title}. ${stepOf(ranges) ? "" : "The axis goes up in powers of 2. "}`,
      link(twin(".csv"), "CSV"),
      " · ",
      link(twin(".json"), "JSON"),
    ),
  );
  drawDistribution(figure, {
    label: `Histogram of ${title} by run; the numbers are in the table`,
    ranges,
    columns: all.runs.map((_, i) => ({
      label: `${letter(i)} ${names[i]}`,
      series: i,
      points: buckets.map(({ counts }) => pointOf(counts[i], histogram.cells[i].total)),
    })),
    title: histogram.metric.unit ?? "",
    tick: (value, decimals) => percent(value / 100, decimals),
    describe: (point) => `${percent(point.value, 2)}${point.note ?? ""}`,
  });
}

/** @param {number | null} count @param {number | undefined} total */
const pointOf = (count, total) =>
  count === null || !total ? null : { value: count / total, note: `, ${number(count)} of ${number(total)}` };

/** @param {View} view @param {string} first */
const heads = ({ all, names }, first) => [
  th(first, { class: "left" }),
  all.runs.map((run, i) => th(runHead(run, names[i], i))),
];

/** @param {View} view @param {Histogram} histogram */
function percentileTable(view, { cells }) {
  const rows = [
    el("tr", {}, rowHead("values"), cells.map(({ total }) => td(total ? number(total) : "–"))),
    PERCENTILES.map((name) =>
      el("tr", {}, rowHead(name), cells.map(({ percentiles }) => td(rangeText(percentiles?.[name]) || "–"))),
    ),
  ];
  return table("Percentiles", heads(view, "percentile"), rows.flat());
}

/** @param {View} view @param {Histogram} histogram @param {import("./histogram.js").Bucket[]} buckets */
function bucketTable(view, { cells }, buckets) {
  const rows = buckets.map(({ range, counts }) =>
    el(
      "tr",
      {},
      rowHead(rangeText(range)),
      counts.map((count, i) => bucketCell(count, cells[i].total)),
    ),
  );
  return table("Buckets", heads(view, "from, below"), rows);
}

/** @param {number | null} count @param {number | undefined} total */
const bucketCell = (count, total) =>
  count === null || !total
    ? td(el("span", { class: "noise" }, "–", el("span", { class: "vh" }, "not printed")))
    : td([number(count), " ", el("span", { class: "pm" }, percent(count / total, 1))]);

/** @param {View} view @param {Histogram} histogram */
function notes({ all }, { cells }) {
  const note = (/** @type {string} */ text) => el("p", { class: "note" }, text);
  return [
    note("A percentile is the bounds of the bucket that holds it: a histogram does not say more. – is a bucket that the tool did not print."),
    cells.some(({ open_top }) => open_top) &&
      note("The top bucket 2G-4G may hold larger values: bpftrace before 0.20 cuts them to 32 bits, and no newer version is told."),
    cells.some(({ prints = 1 }) => prints > 1) &&
      note("Several printings were added up; that is right only when the script clears its maps after each."),
    tracingNotes(all.runs),
  ];
}

/** Medians and tails of all, each leading to its chart. @param {View} view */
function listOfAll(view) {
  const { all, picked } = view;
  if (all.histograms.length < 2) return null;
  const rows = all.histograms.slice(0, LISTED).map((one, i) => {
    const anchor = link(`?${withHistogram(titleOf(one))}`, titleOf(one));
    return el(
      "tr",
      {},
      rowHead(i === picked ? el("strong", {}, titleOf(one)) : inPlace(anchor, { histogram: titleOf(one) })),
      one.cells.flatMap(({ total, percentiles }) => [
        td(total ? number(total) : "–"),
        td(rangeText(percentiles?.p50) || "–"),
        td(rangeText(percentiles?.p99) || "–"),
      ]),
    );
  });
  const columns = all.runs.flatMap((_, i) => ["values", "p50", "p99"].map((what) => th(`${letter(i)} ${what}`)));
  return [
    el("h2", {}, "All histograms"),
    table("All histograms", [th("histogram", { class: "left" }), columns], rows),
    all.histograms.length > LISTED &&
      el("p", { class: "note" }, `The first ${LISTED} of ${number(all.histograms.length)}; the CSV has all.`),
  ];
}

/** @param {string} title */
function withHistogram(title) {
  const params = query();
  params.set("histogram", title);
  return params.toString();
}

/** @param {View} view */
function show(view) {
  const histogram = view.all.histograms[view.picked];
  const buckets = bucketsOf(histogram.cells);
  answer(sentence(view, histogram), "Percentiles are the bounds of the bucket that holds them.");
  fill("pick", controls(view));
  chart(view, histogram, buckets);
  fill("table", percentileTable(view, histogram), notes(view, histogram));
  fill("buckets", el("h2", {}, "Buckets"), bucketTable(view, histogram, buckets));
  fill("all", listOfAll(view));
}

listenToForm();
page(async () => {
  fillForm();
  if (!param("base")) return () => {};
  const ask = { base: param("base"), new: query().getAll("new"), metric: param("metric"), prints: param("prints") };
  const all = await getHistograms(ask);
  return () => show(viewOf(all));
});
followTheme();
