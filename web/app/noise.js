// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** How far numbers differ although nothing changed: A/A, machines over time, noise floors. */
import { getNoise } from "./api.js";
import { el, fill, link, part, rowHead, table, td, th } from "./dom.js";
import { dateTime, number, percent, plural } from "./format.js";
import { drawLines, followTheme } from "./plot.js";
import { answer, option, page, param, selector, twin } from "./shell.js";
import { change as go } from "./state.js";

/**
 * @typedef {import("./api.js").Noise} Noise
 * @typedef {import("./api.js").Share} Share
 */

const CALLED = 0.05; /* of pairs that are alike, at most, by chance */

/** @param {Share} share */
const shareText = ({ part: value, lo, hi }) =>
  value === undefined ? "–" : `${percent(value, 1)}${lo === undefined || hi === undefined ? "" : ` (${number(lo * 100, 1)} to ${number(hi * 100, 1)})`}`;

/** More than chance explains. @param {Share} share */
const isMore = ({ lo }) => lo !== undefined && lo > CALLED;

/** A small share with two figures. @param {number | undefined} value */
const small = (value) => (value === undefined ? "–" : percent(value, value > 0 && value < 0.001 ? 3 : 2));

/** @param {Noise} noise @param {string} machine */
const on = (noise, machine) => ({
  benchmarks: noise.benchmarks.filter((each) => each.machine === machine),
  runs: noise.runs.filter((each) => each.machine === machine),
  floors: noise.floors.filter((each) => each.machine === machine),
});

/** @param {Noise["benchmarks"]} benchmarks */
function pairTable(benchmarks) {
  const head = ["benchmark", "pairs", "p ≤ 0.05", "called different", "median difference", "largest"].map((text) => th(text));
  head.push(th("where", { class: "left" }));
  const rows = benchmarks.map((each) =>
    el(
      "tr",
      {},
      rowHead(each.benchmark || "no benchmark"),
      td(number(each.pairs)),
      td([isMore(each.low_p) && "▼ ", shareText(each.low_p)], { class: isMore(each.low_p) ? "worse" : undefined }),
      td(shareText(each.decided)),
      td(small(each.median)),
      td(small(each.worst)),
      td([each.worst_metric, each.worst_run].filter(Boolean).join(", "), { class: "left" }),
    ),
  );
  return [
    table("Boots of the same kernel and config against each other", head, rows),
    el(
      "p",
      { class: "note" },
      "A pair is one metric in two successive boots of the same kernel and config, held against each other as if they were two kernels. ",
      "If boots were all alike, at most 5 % of pairs would have p ≤ 0.05; ▼ and rust: more than that. In brackets the 95 % interval. ",
      link(twin(".csv"), "CSV"),
    ),
  ];
}

/** @param {Noise["runs"]} runs latest first */
function runTable(runs) {
  const head = [
    th("run"),
    th("start", { class: "left" }),
    th("kernel", { class: "left" }),
    th("config", { class: "left" }),
    th("boots"),
    th("within a boot"),
    th("between boots"),
  ];
  const rows = runs.map((run) =>
    el(
      "tr",
      {},
      rowHead(link(`/run/${run.id}`, run.name)),
      td(dateTime(run.start).slice(0, 10), { class: "left" }),
      td(run.kernel ?? "", { class: "left" }),
      td([run.config.label, run.config.spoilers && " (debug options)"], { class: "left" }),
      td(number(run.boots)),
      td(small(run.within)),
      td(small(run.between)),
    ),
  );
  return table("Spread of each run", head, rows);
}

/** @param {Noise["runs"]} runs @param {string} machine */
function drawRuns(runs, machine) {
  const inTime = [...runs].reverse();
  const figure = fill(
    "chart",
    el(
      "figcaption",
      {},
      `Standard deviation over the mean, median over metrics, on ${machine}, oldest run first: of samples within a boot, and of the medians of boots.`,
    ),
  );
  const line = (/** @type {string} */ label, /** @type {number} */ series, /** @type {"within" | "between"} */ key) => ({
    label,
    series,
    points: inTime.map((run) => (run[key] === undefined ? null : { value: run[key], href: `/run/${run.id}` })),
  });
  drawLines(figure, {
    label: `Spread of samples and boots over runs of ${machine}; the numbers are in the table`,
    kernels: inTime.map((run) => `${run.kernel ?? ""} ${run.config.label}`.trim()),
    lines: [line("within a boot", 0, "within"), line("between boots", 1, "between")],
    tick: (value, decimals) => percent(value / 100, decimals),
    describe: ({ value }) => small(value),
    releases: false,
  });
}

/** @param {Noise["floors"]} floors */
function floorTable(floors) {
  const known = floors.filter((each) => each.known > 0);
  const title = el("h2", {}, "Noise floors");
  if (known.length === 0)
    return [title, el("p", { class: "note" }, "No series has one yet: it takes 3 pairs of runs of one kernel and config, or 8 kernels.")];
  const head = ["benchmark", "series", "floor known", "median", "largest"].map((text) => th(text));
  head.push(th("where", { class: "left" }));
  const rows = known.map((each) =>
    el(
      "tr",
      {},
      rowHead(each.benchmark || "no benchmark"),
      td(number(each.series)),
      td(number(each.known)),
      td(small(each.median)),
      td(small(each.worst)),
      td(each.worst_metric ?? "", { class: "left" }),
    ),
  );
  return [title, table("Noise floors by benchmark", head, rows)];
}

/** @param {string[]} machines @param {string} machine @param {string[]} benchmarks */
function controls(machines, machine, benchmarks) {
  const now = param("benchmark");
  return [
    machines.length > 1 &&
      selector("Machine", "machine", machines.map((name) => option(name, name, name === machine)), (value) => go({ machine: value })),
    selector(
      "Benchmark",
      "benchmark",
      [option("", "all", !now), ...benchmarks.map((name) => option(name, name, name === now))],
      (value) => go({ benchmark: value || null }),
    ),
  ];
}

/** The machine of the address, else the one with the most pairs. @param {Noise} noise @param {string[]} machines */
function pick(noise, machines) {
  if (machines.includes(param("machine"))) return param("machine");
  const pairs = (/** @type {string} */ name) => on(noise, name).benchmarks.reduce((sum, each) => sum + each.pairs, 0);
  return machines.reduce((best, name) => (pairs(name) > pairs(best) ? name : best), machines[0] ?? "");
}

page(async () => {
  const noise = await getNoise({ benchmark: param("benchmark") });
  return () => {
    const machines = [...new Set(noise.runs.map(({ machine }) => machine))];
    const machine = pick(noise, machines);
    const { benchmarks, runs, floors } = on(noise, machine);
    const names = [...new Set([param("benchmark"), ...noise.benchmarks.map(({ benchmark }) => benchmark)])].filter(Boolean);
    answer(
      noise.pairs === 0
        ? "No two boots of one kernel and config have 3 samples of a metric each yet."
        : `Boots of one kernel and config differ by ${small(noise.median)}; ${shareText({ part: noise.decided.part })} of them would be called different.`,
      noise.pairs === 0
        ? ""
        : `Median of ${plural(noise.pairs, "pair")} of metrics, of which ${shareText(noise.low_p)} have p ≤ 0.05; from the ${plural(noise.runs.length, "latest run")}.`,
    );
    fill("controls", controls(machines, machine, names));
    fill("table", benchmarks.length > 0 && pairTable(benchmarks));
    part("trend").hidden = runs.length === 0;
    if (runs.length === 0) return;
    drawRuns(runs, machine);
    fill("runs", runTable(runs));
    fill("floors", floorTable(floors));
  };
});
followTheme();
