// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** The list of runs: filters, pages, and picking some to compare. */
import { address, getConfigs, getKernels, getMachines, getMetrics, getRuns } from "./api.js";
import { columnsQuery } from "./compared.js";
import { dense, el, fill, link, rowHead, table, td, th } from "./dom.js";
import { dateTime, number, plural } from "./format.js";
import { answer, option, page, param, selector } from "./shell.js";
import { change, query } from "./state.js";

/** @typedef {import("./api.js").Run} Run */

const PAGE = "50";
const COLUMNS_MAX = 9;

/** Ids of the picked runs, in the order of picking: the first is the baseline. */
const picked = () => query().getAll("pick");

/** @param {string} id @param {boolean} on */
function pick(id, on) {
  const rest = picked().filter((other) => other !== id);
  change({ pick: on ? [...rest, id] : rest }, { quiet: true });
  pickBar();
}

/** Says what is picked, and leads on from there. */
function pickBar() {
  const ids = picked();
  const enough = ids.length >= 2 && ids.length <= COLUMNS_MAX;
  const { base, new: rest } = columnsQuery(ids);
  const go = () => location.assign(address("/compare", { base: base ?? "", new: rest }));
  const said =
    ids.length > COLUMNS_MAX
      ? `${plural(ids.length, "run")} picked, at most ${COLUMNS_MAX} can be compared`
      : `${plural(ids.length, "run")} picked; the first is the baseline`;
  const bar = document.querySelector(".picks");
  bar?.replaceChildren(
    el("button", { type: "button", disabled: !enough, click: go }, "Compare picked runs"),
    ` ${said}`,
  );
}

/** @param {Run} run */
function pickBox(run) {
  return el("input", {
    type: "checkbox",
    "aria-label": `Pick ${run.name}`,
    checked: picked().includes(run.id),
    change: (event) => pick(run.id, event.target.checked),
  });
}

/** A name, or how many, so that a row stays one line. @param {string[]} names */
const benchmarksText = (names) =>
  names.length > 1 ? el("span", { title: names.join(", ") }, plural(names.length, "benchmark")) : names[0];

/** @param {Run} run */
const runRow = (run) =>
  el(
    "tr",
    {},
    rowHead([pickBox(run), " ", link(`/run/${run.id}`, run.name)]),
    td(run.kernel.name, { class: "left" }),
    td(run.config.label, { class: "left" }),
    td(run.machine.name, { class: "left" }),
    td(run.transcribed && !run.start ? "transcribed" : dateTime(run.start)),
    td(run.boots === undefined ? "–" : number(run.boots)),
    td(number((run.samples ?? 0) + (run.summaries ?? 0))),
    td(benchmarksText(run.benchmarks ?? []), { class: "left" }),
  );

/** @param {Run[]} runs */
function runTable(runs) {
  const head = [
    th("run"),
    th("kernel", { class: "left" }),
    th("config", { class: "left" }),
    th("machine", { class: "left" }),
    th("start, UTC"),
    th("boots"),
    th("numbers"),
    th("benchmarks", { class: "left" }),
  ];
  return [el("p", { class: "note picks" }), dense(table("Runs", head, runs.map(runRow)))];
}

/**
 * @param {string} label
 * @param {string} key
 * @param {{value: string, text: string}[]} choices
 */
function filter(label, key, choices) {
  const now = param(key);
  const known = choices.some(({ value }) => value === now);
  return selector(
    label,
    key,
    [
      option("", "any", now === ""),
      ...(now && !known ? [option(now, now, true)] : []),
      ...choices.map(({ value, text }) => option(value, text, value === now)),
    ],
    (value) => change({ [key]: value || null, cursor: null }),
  );
}

/** Lists for the filters; asked for once. */
const choices = Promise.all([getKernels(), getMachines(), getMetrics(), getConfigs()]);
choices.catch(() => {}); // the page's own request tells what is wrong

/** @param {string[]} values */
const plain = (values) => [...new Set(values)].filter(Boolean).map((value) => ({ value, text: value }));

async function filters() {
  const [{ kernels }, { machines }, { metrics }, { configs }] = await choices;
  const named = (/** @type {{slug: string, name: string}} */ { slug, name }) => ({ value: slug, text: name });
  return [
    filter("Kernel", "kernel", kernels.map(named)),
    filter("Machine", "machine", machines.map(named)),
    filter("Benchmark", "benchmark", plain(metrics.map(({ benchmark }) => benchmark))),
    filter("Config", "config", plain(configs.map(({ label }) => label))),
  ];
}

/** @param {string | undefined} next */
function paging(next) {
  const to = (/** @type {string | null} */ cursor) => {
    const params = query();
    params.delete("cursor");
    if (cursor) params.set("cursor", cursor);
    return params.size ? `/runs?${params}` : "/runs";
  };
  fill(
    "paging",
    param("cursor") && [link(to(null), "Newest runs"), " "],
    next && el("a", { href: to(next), rel: "next" }, "Older runs"),
  );
}

page(async () => {
  const wanted = ["kernel", "machine", "benchmark", "config", "cursor"];
  const keys = Object.fromEntries(wanted.map((key) => [key, param(key)]));
  const [{ runs, next }, controls] = await Promise.all([
    getRuns({ ...keys, limit: param("limit") || PAGE }),
    filters(),
  ]);
  return () => {
    const which = wanted.slice(0, -1).map(param).filter(Boolean).join(", ");
    const count = plural(runs.length, "run");
    if (runs.length > 0)
      answer(
        `${next ? "The latest " : ""}${count}${which && ` of ${which}`}`,
        "Latest start first. Pick two or more to compare them.",
      );
    else if (which) answer("No such run", `Nothing stored answers to ${which}; take a filter away.`);
    else answer("No runs yet", "memcgperf ingest keeps results here.");
    fill("filters", controls);
    fill("table", runs.length > 0 && runTable(runs));
    pickBar();
    paging(next);
  };
});
