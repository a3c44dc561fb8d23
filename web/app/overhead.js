// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** The cost of memcg over kernel versions: one metric or the mean of all, one line a config. */
import { address, getOverhead } from "./api.js";
import {
  comparisonOf,
  fullTitle,
  isDuration,
  kernelsOf,
  linesOf,
  pickLine,
  pickMachine,
  pickMetric,
  rowsOf,
  slugOf,
  viewSentence,
} from "./costs.js";
import { costCell, drawCosts, markNote } from "./costview.js";
import { el, fill, link, rowHead, table, td, th } from "./dom.js";
import { decimalsFor, number, spoiledNote, unitText } from "./format.js";
import { followTheme } from "./plot.js";
import { dragRange, range, rangeControls } from "./range.js";
import { answer, option, page, param, selector, twin } from "./shell.js";
import { change, inPlace } from "./state.js";
import { showSteps } from "./steps.js";

/**
 * @typedef {import("./api.js").Overhead} Overhead
 * @typedef {{overhead: Overhead, narrower: Overhead, machine: number, metric: number, line: number,
 *   benchmark: string}} View
 *   overhead: all of it; narrower: of the benchmark and metric of the address, for its means and steps
 */

/** @returns {Promise<View>} */
async function load() {
  const benchmark = param("benchmark");
  const title = param("metric");
  const overhead = await getOverhead(range());
  const narrower = benchmark || title ? await getOverhead({ benchmark, metric: title, ...range() }) : overhead;
  return {
    overhead,
    narrower,
    machine: pickMachine(overhead, param("machine")),
    metric: title ? pickMetric(overhead, benchmark, title) : -1,
    line: param("line") ? pickLine(overhead, param("line")) : -1,
    benchmark,
  };
}

/** Metrics that have a number, by benchmark. @param {View} view */
function measured({ overhead, machine }) {
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  const used = new Set(
    overhead.cells.filter((cell) => cell.machine === machine).map((cell) => cell.metric),
  );
  overhead.metrics.forEach((metric, i) => {
    if (used.has(i)) groups.set(metric.benchmark, [...(groups.get(metric.benchmark) ?? []), i]);
  });
  return groups;
}

/** @param {View} view */
function metricSelect(view) {
  const { overhead, metric, benchmark } = view;
  const picks = [{ benchmark: "", metric: "" }];
  const add = (/** @type {{benchmark: string, metric: string}} */ pick) =>
    String(picks.push(pick) - 1);
  const groups = [...measured(view)].map(([name, indices]) =>
    el(
      "optgroup",
      { label: name || "no benchmark" },
      option(
        add({ benchmark: name, metric: "" }),
        `${name}: geometric mean`,
        metric < 0 && benchmark === name && name !== "",
      ),
      indices.map((i) =>
        option(
          add({ benchmark: name, metric: overhead.metrics[i].title }),
          overhead.metrics[i].title,
          i === metric,
        ),
      ),
    ),
  );
  const all = option("0", "all benchmarks: geometric mean", metric < 0 && !benchmark);
  return selector("Metric", "metric", [all, ...groups], (value) => {
    const pick = picks[Number(value)];
    change({ benchmark: pick.benchmark || null, metric: pick.metric || null });
  });
}

/** @param {View} view */
function controls(view) {
  const { overhead, machine, line } = view;
  const machines = overhead.machines
    .map((each, i) => ({ slug: slugOf(each), name: each.name, i }))
    .filter(({ i }) => kernelsOf(overhead, i).length > 0);
  return [
    metricSelect(view),
    selector(
      "Config",
      "line",
      [
        option("", "all configs", line < 0),
        ...linesOf(overhead, machine).map((i) =>
          option(overhead.lines[i].label, overhead.lines[i].label, i === line),
        ),
      ],
      (value) => change({ line: value || null }),
    ),
    machines.length > 1 &&
      selector(
        "Machine",
        "machine",
        machines.map(({ slug, name, i }) => option(slug, name, i === machine)),
        (value) => change({ machine: value }),
      ),
    rangeControls(overhead.kernels),
  ];
}

/** @param {number | undefined} on @param {number | undefined} off */
const pair = (on, off) => `${on ?? "–"} / ${off ?? "–"}`;

/**
 * @param {Overhead} overhead
 * @param {import("./costs.js").Row} row
 * @param {number} decimals
 */
function cellRows(overhead, row, decimals) {
  return row.values.flatMap((value, k) => {
    if (!value || !("on" in value)) return [];
    const { on, off } = value;
    return [
      el(
        "tr",
        {},
        rowHead(overhead.kernels[k].name),
        costCell(value, comparisonOf(value)),
        td(number(on.mean ?? NaN, decimals)),
        td(number(off.mean ?? NaN, decimals)),
        td(pair(on.n, off.n)),
        td(pair(on.boots, off.boots)),
        td(link(`/run/${on.run}`, row.label), { class: "left" }),
        td(link(`/run/${off.run}`, off.config), { class: "left" }),
      ),
    ];
  });
}

/**
 * A row a config, a column a kernel.
 * @param {Overhead} overhead
 * @param {import("./costs.js").Row[]} rows
 */
function meanTable(overhead, rows) {
  const kernels = overhead.kernels
    .map(({ name }, k) => ({ name, k }))
    .filter(({ k }) => rows.some(({ values }) => values[k]));
  const body = rows.map(({ label, values }) =>
    el("tr", {}, rowHead(label), kernels.map(({ k }) => costCell(values[k]))),
  );
  const head = [th("geometric mean"), kernels.map(({ name }) => th(name))];
  return table("Cost of memcg by config and kernel", head, body);
}

/**
 * @param {Overhead} overhead
 * @param {import("./costs.js").Row[]} rows
 * @param {string} unit
 */
function cellTable(overhead, rows, unit) {
  const suffix = unit ? `, ${unit}` : "";
  const head = [
    th("config, kernel"),
    th("cost"),
    th(`with memcg${suffix}`),
    th(`off${suffix}`),
    th("n, with / off"),
    th("boots"),
    th("run", { class: "left" }),
    th("run off", { class: "left" }),
  ];
  const decimals = decimalsFor(
    cellsIn(rows).flatMap(({ on, off }) => [on.mean ?? 0, off.mean ?? 0]),
  );
  const bodies = rows.map((row) =>
    el(
      "tbody",
      {},
      el("tr", { class: "group" }, rowHead(row.label), td("", { colspan: head.length - 1 })),
      cellRows(overhead, row, decimals),
    ),
  );
  return table("Cost of memcg by config and kernel", head, bodies);
}

/** @param {import("./costs.js").Row[]} rows */
const cellsIn = (rows) =>
  rows.flatMap(({ values }) => values.flatMap((value) => (value && "on" in value ? [value] : [])));

/** Over how many metrics means go: "19", or "18 to 19". @param {import("./costs.js").Row[]} rows */
function metricCount(rows) {
  const counts = rows.flatMap(({ values }) =>
    values.flatMap((value) => (value && "metrics" in value ? [value.metrics] : [])),
  );
  const [min, max] = [Math.min(...counts), Math.max(...counts)];
  return min === max ? number(max) : `${number(min)} to ${number(max)}`;
}

/**
 * @param {View} view
 * @param {import("./costs.js").Row[]} rows
 */
function costTable({ overhead, metric }, rows) {
  const scale =
    "Cost in percent of off, ± half of the 95 % interval; higher is worse. Grey and ~: not distinguishable from no cost.";
  if (metric < 0)
    return [
      meanTable(overhead, rows),
      el("p", { class: "note" }, scale, ` Each is the mean of ${metricCount(rows)} metrics.`, spoiledNote(overhead)),
    ];
  return [
    cellTable(overhead, rows, overhead.metrics[metric].unit ?? ""),
    el("p", { class: "note" }, scale, " Each cost opens its comparison.", markNote(cellsIn(rows)), spoiledNote(overhead)),
  ];
}

/** A small chart for each metric that the mean is made of. @param {View} view */
function multiples(view) {
  const { overhead, machine, line, benchmark } = view;
  const kernels = kernelsOf(overhead, machine);
  const charts = overhead.metrics.flatMap((metric, i) => {
    if (isDuration(metric) || (benchmark && metric.benchmark !== benchmark)) return [];
    const rows = rowsOf(overhead, { machine, metric: i, line });
    if (rows.length === 0) return [];
    const anchor = link(
      address("/overhead", { benchmark: metric.benchmark, metric: metric.title }),
      fullTitle(metric),
    );
    const pick = { benchmark: metric.benchmark, metric: metric.title };
    const figure = el("figure", {}, el("figcaption", {}, inPlace(anchor, pick)));
    return [{ figure, rows, subject: fullTitle(metric) }];
  });
  fill(
    "multiples",
    el("h2", {}, "By metric"),
    el("p", { class: "note" }, "The same lines for each metric, each on a scale of its own."),
    el("div", { class: "multiples" }, charts.map(({ figure }) => figure)),
  );
  for (const { figure, rows, subject } of charts)
    drawCosts(figure, overhead, { kernels, rows, subject, small: true });
}

/** @param {View} view */
function caption({ overhead, metric }) {
  if (metric < 0)
    return "Cost of memcg against off on the same kernel and in the same placement, geometric mean over metrics, 95 % intervals. ";
  const { better } = overhead.metrics[metric];
  const rule = better === "higher" ? "off / with memcg − 1" : "with memcg / off − 1";
  return `Cost of memcg on ${fullTitle(overhead.metrics[metric])} (${unitText(overhead.metrics[metric])}): ${rule} on the same kernel and in the same placement, 95 % intervals. A click on a point opens its comparison, dragging picks kernels. `;
}

/** The series that the costs are ratios of. @param {View} view */
function valuesOf({ overhead, machine, metric }) {
  const { benchmark, title } = overhead.metrics[metric];
  return address("/series", { machine: slugOf(overhead.machines[machine]), benchmark, metric: title });
}

/** @param {View} view */
function show(view) {
  const { overhead, narrower, machine, metric, line, benchmark } = view;
  const source = metric < 0 ? narrower : overhead;
  const rows = rowsOf(source, { machine: machineIn(source, view), metric, line });
  const subject = metric < 0 ? "" : fullTitle(overhead.metrics[metric]);
  answer(
    viewSentence(source, rows, subject ? { metric: subject } : { mean: benchmark || "all metrics" }),
    `On ${overhead.machines[machine].name}. Each config against memcg off on the same kernel and, where it was measured, in the same placement.`,
  );
  fill("controls", controls(view));
  const figure = fill(
    "chart",
    el(
      "figcaption",
      {},
      caption(view),
      metric >= 0 && [link(valuesOf(view), "Values"), " · "],
      link(twin(".csv"), "CSV"),
      " · ",
      link(twin(".json"), "JSON"),
    ),
  );
  const kernels = kernelsOf(source, machineIn(source, view));
  drawCosts(figure, source, { kernels, rows, subject: subject || "geometric mean" });
  dragRange(figure, kernels.map((k) => source.kernels[k]));
  fill("table", costTable({ ...view, overhead: source }, rows));
  showSteps(narrower, { machine: machineIn(narrower, view), subject: subject || "geometric mean" });
  if (metric < 0) multiples(view);
  else fill("multiples");
}

/** The view's machine in another answer. @param {Overhead} source @param {View} view */
const machineIn = (source, { overhead, machine }) =>
  pickMachine(source, slugOf(overhead.machines[machine]));

/** A name in the address that nothing answers to. @param {View} view */
function unknown({ metric, line }) {
  if (param("metric") && metric < 0) return `no metric ${param("metric")}`;
  if (param("line") && line < 0) return `no config ${param("line")}`;
  return "";
}

page(async () => {
  const view = await load();
  return () => {
    if (view.overhead.cells.length === 0) {
      fill("controls", rangeControls(view.overhead.kernels));
      const { from, to } = range();
      fill("lede", from || to ? "None of these kernels has a config that was measured beside one with memcg off." : "No config has been measured beside one with memcg off yet.");
      return;
    }
    const missing = unknown(view);
    show(view);
    if (missing) fill("status", `There is ${missing} here; this is the view without it.`);
  };
});
followTheme();
