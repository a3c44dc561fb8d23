// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** One run: what it measured, on what, from which files. */
import { address, getRun, getRunProfiles, getRuns } from "./api.js";
import { isDuration } from "./costs.js";
import { el, fill, link, rowHead, table, td, th } from "./dom.js";
import { bytes, dateTime, decimalsFor, number, percent, plural, unitText } from "./format.js";
import { answer, page } from "./shell.js";
import { costText, lossText } from "./tracing.js";

/**
 * @typedef {import("./api.js").Run} Run
 * @typedef {import("./api.js").RunDetail} RunDetail
 * @typedef {import("./api.js").Result} Result
 */

const SIBLINGS = "500";
const SYMBOLS_SHOWN = 30;

/** @param {Run} run */
const isOff = ({ config }) => config.mode === "boot-off" || config.mode === "compiled-out";

/**
 * Runs worth holding this one against, each with the reason.
 * @param {Run} run
 * @param {Run[]} sameKernel
 * @param {Run[]} sameConfig
 */
function partners(run, sameKernel, sameConfig) {
  const other = (/** @type {Run} */ each) => each.id !== run.id && !each.transcribed === !run.transcribed;
  const here = sameKernel.filter(other);
  const there = sameConfig.filter((each) => other(each) && each.kernel.slug !== run.kernel.slug);
  const off = here.filter(isOff);
  const best = off.find(({ config }) => config.placement === run.config.placement) ?? off[0];
  return {
    off: isOff(run) ? undefined : best,
    here: here.filter((each) => each !== best || isOff(run)),
    there,
  };
}

/** @param {Run} base @param {Run} run @param {string} text */
const against = (base, run, text) =>
  link(address("/compare", { base: base.id, new: run.id }), text);

/** @param {Run} run @param {ReturnType<typeof partners>} found */
function comparing(run, { off, here, there }) {
  const line = (/** @type {string} */ label, /** @type {Node[]} */ links) =>
    links.length > 0 &&
    el("p", { class: "note" }, label, links.map((one, i) => [i > 0 && " · ", one]));
  return [
    off && line("What memcg costs here: ", [against(off, run, `against ${off.name}`)]),
    line(
      "Other configs on this kernel: ",
      here.map((each) => (isOff(run) ? against(run, each, each.name) : against(each, run, each.name))),
    ),
    line("The same config on other kernels: ", there.map((each) => against(each, run, each.name))),
  ];
}

/** The other pages that show something of the run, and what tracing did to it. @param {RunDetail} run */
function views(run) {
  const { id, histograms, allocs, syscalls } = run;
  const links = [
    histograms && link(address("/latency", { base: id }), plural(histograms, "histogram")),
    allocs && link(address("/allocs", { base: id, map: allocs === "@alloc" ? "" : allocs }), "allocations"),
    syscalls && link(address("/syscalls", { runs: id }), "system calls"),
  ].filter((each) => each instanceof Node);
  const [lost, cost] = [lossText(run), costText(run)];
  return [
    links.length > 0 && el("p", { class: "note" }, "More of it: ", links.map((one, i) => [i > 0 && " · ", one])),
    lost && el("p", { class: "note" }, `In tracing ${lost}: counts are too low.`),
    cost && el("p", { class: "note" }, `Tracing cost ${cost}.`),
  ];
}

/** The mails that hold its numbers. @param {RunDetail} run */
function discussed({ mails }) {
  if (mails.length === 0) return null;
  const item = (/** @type {import("./api.js").Mail} */ { id, subject, author, date, link: archive }) =>
    el("li", {}, link(archive, subject || id), ` ${[author, date && dateTime(date).slice(0, 10)].filter(Boolean).join(", ")}`);
  return el("section", {}, el("h2", {}, "Discussed in"), el("ul", {}, mails.map(item)));
}

/** @param {Result} result */
function resultRow({ metric, statistic, stats }) {
  const { n, boots, mean, stddev, min, max } = stats;
  const decimals = decimalsFor([mean, min, max].filter((value) => value !== undefined));
  const text = (/** @type {number | undefined} */ value) =>
    value === undefined ? "–" : number(value, decimals);
  return el(
    "tr",
    {},
    rowHead([
      statistic ? `${metric.title} (${statistic})` : metric.title,
      el("span", { class: "unit" }, ` ${unitText(metric)}`),
    ]),
    td(text(mean)),
    td(stddev === undefined ? "–" : text(stddev)),
    td(text(min)),
    td(text(max)),
    td(n ? number(n) : "–"),
    td(boots ? number(boots) : "–"),
  );
}

/** @param {string} label @param {Result[]} results */
function resultTable(label, results) {
  const head = ["benchmark, metric", "mean", "± sd", "min", "max", "n", "boots"].map((text) => th(text));
  const benchmarks = [...new Set(results.map(({ metric }) => metric.benchmark))];
  const bodies = benchmarks.map((benchmark) =>
    el(
      "tbody",
      {},
      el(
        "tr",
        { class: "group" },
        rowHead(benchmark || "no benchmark", { scope: "rowgroup" }),
        td("", { colspan: head.length - 1 }),
      ),
      results.filter(({ metric }) => metric.benchmark === benchmark).map(resultRow),
    ),
  );
  return table(label, head, bodies);
}

/** The tests' own results, and the times around them behind a fold. @param {Result[]} results */
function resultTables(results) {
  const durations = results.filter(({ metric }) => isDuration(metric));
  const own = results.filter(({ metric }) => !isDuration(metric));
  return [
    own.length > 0 && resultTable("Results", own),
    folded("User, system and elapsed time of whole tests", durations.length, () => [
      resultTable("Times of whole tests", durations),
    ]),
  ];
}

/** @param {string} title @param {(string | Node | undefined | false)[][]} pairs */
function facts(title, pairs) {
  const shown = pairs.filter(([, value]) => value);
  return el(
    "section",
    {},
    el("h2", {}, title),
    el("dl", { class: "facts" }, shown.map(([key, value]) => [el("dt", {}, key), el("dd", {}, value)])),
  );
}

/** @param {RunDetail} run */
function about(run) {
  const { kernel, config, machine } = run;
  const options = ["nokmem", "nosocket", "nobpf"].filter((key) => config[/** @type {"nokmem"} */ (key)]);
  return [
    facts("Kernel and config", [
      ["kernel", link(address("/runs", { kernel: kernel.slug }), kernel.name)],
      ["release", kernel.release],
      ["memcg", config.mode],
      ["cgroup.memory", options.join(", ")],
      ["placement", config.placement],
      ["boot words", config.words],
      ["build options", config.options],
      ["spoiled by", config.spoilers && `${config.spoilers}: the kernel checks itself, which hides what memcg costs`],
      ["variant", config.variant],
    ]),
    facts("Machine and time", [
      ["machine", link(address("/runs", { machine: machine.slug }), machine.name)],
      ["start, UTC", dateTime(run.start)],
      ["stored, UTC", dateTime(run.stored)],
      ["boots", run.boots ? number(run.boots) : ""],
      ["iterations", run.iterations ? number(run.iterations) : ""],
      ["run", run.id],
      ["transcribed", run.transcribed && Boolean(run.metrics) && "its numbers were copied from a text, not measured here"],
      [
        "superseded by",
        run.superseded_by && link(`/run/${run.superseded_by}`, "a run that holds all of it and more"),
      ],
    ]),
  ];
}

/**
 * @param {string} title
 * @param {number} count
 * @param {() => (Node | null | false)[]} content made when it is opened
 */
function folded(title, count, content) {
  if (count === 0) return null;
  const box = el("div", {});
  return el(
    "details",
    { toggle: (event) => event.target.open && box.replaceChildren(...content().filter((node) => node instanceof Node)) },
    el("summary", {}, `${title} (${number(count)})`),
    box,
  );
}

/** @param {RunDetail} run */
function files({ file_list }) {
  const rows = file_list.map(({ path, sha256, size, kept }) =>
    el(
      "tr",
      {},
      rowHead(kept === false ? path : link(`/api/v1/raw/${sha256}`, path)),
      td(bytes(size)),
      td(el("code", {}, sha256.slice(0, 12)), { class: "left" }),
    ),
  );
  return [table("Files", [th("file"), th("size"), th("sha256", { class: "left" })], rows)];
}

/** @param {RunDetail} run */
function symbols({ symbols: all }) {
  const rows = [...all]
    .sort((a, b) => (b.percent ?? 0) - (a.percent ?? 0))
    .slice(0, SYMBOLS_SHOWN)
    .map(({ symbol, percent: share, children_percent, samples, file, dso, event, comm }) =>
      el(
        "tr",
        {},
        rowHead(symbol ?? `all of ${file ?? dso ?? "it"}`),
        td(share === undefined ? "–" : percent(share / 100, 2)),
        td(children_percent === undefined ? "–" : percent(children_percent / 100, 2)),
        td(samples === undefined ? "–" : number(samples)),
        td([file ?? dso, event, comm].filter(Boolean).join(", "), { class: "left" }),
      ),
    );
  const head = [
    th("function"),
    th("share"),
    th("with callees"),
    th("samples"),
    th("where", { class: "left" }),
  ];
  return [
    table("Profile", head, rows),
    all.length > SYMBOLS_SHOWN &&
      el("p", { class: "note" }, `The ${SYMBOLS_SHOWN} largest of ${number(all.length)}.`),
  ];
}

/** @param {import("./api.js").ProfileRow[]} all */
function profiles(all) {
  if (all.length === 0) return null;
  const rows = all.map(({ id, event, metric, source, samples, memcg, file }) =>
    el(
      "tr",
      {},
      rowHead(link(`/profile/${id}`, [event ?? metric, source].filter(Boolean).join(", ") || "profile")),
      td(memcg === undefined ? "–" : percent(memcg, 2)),
      td(samples === undefined ? "–" : number(samples)),
      td(file, { class: "left" }),
    ),
  );
  const head = [th("profile"), th("memcg"), th("samples"), th("file", { class: "left" })];
  return el("section", {}, el("h2", {}, "Profiles"), table("Profiles", head, rows));
}

/** @param {RunDetail} run */
const factTable = ({ facts: all }) => [
  table(
    "Facts",
    [th("fact"), th("iteration"), th("value", { class: "left" })],
    all.map(({ key, value, iteration }) =>
      el("tr", {}, rowHead(key), td(iteration ? number(iteration) : "all"), td(value, { class: "wrap" })),
    ),
  ),
];

/** @param {RunDetail} run */
const notes = ({ notes: all }) => [
  table(
    "Notes",
    [th("metric"), th("what", { class: "left" })],
    all.map(({ metric, status, text }) =>
      el(
        "tr",
        {},
        rowHead(`${metric.benchmark} ${metric.title}`),
        td([status, text].filter(Boolean).join(": "), { class: "wrap" }),
      ),
    ),
  ),
];

/** @param {RunDetail} run */
const diagnostics = ({ diagnostics: all }) => [
  table(
    "Diagnostics",
    [th("file"), th("line"), th("message", { class: "left" })],
    all.map(({ path, line, message }) =>
      el("tr", {}, rowHead(path ?? ""), td(line ? String(line) : "–"), td(message, { class: "wrap" })),
    ),
  ),
];

/** @param {RunDetail} run @param {number} taken profiles */
function summary(run, taken) {
  const benchmarks = run.benchmarks ?? [];
  const numbers = [
    run.samples ? plural(run.samples, "sample") : "",
    run.summaries ? plural(run.summaries, "summary number") : "",
  ].filter(Boolean);
  if (numbers.length === 0 && taken > 0) return plural(taken, "profile");
  if (numbers.length === 0 && run.histograms) return plural(run.histograms, "histogram");
  return [
    `${numbers.join(" and ") || "No numbers"} of ${plural(run.metrics ?? run.results.length, "metric")}`,
    run.boots && `from ${plural(run.boots, "boot")}`,
    benchmarks.length > 0 && `: ${benchmarks.join(", ")}`,
  ]
    .filter(Boolean)
    .join(" ")
    .replace(" :", ":");
}

page(async () => {
  const run = await getRun(decodeURIComponent(location.pathname.replace(/^\/run\//, "")));
  const { slug } = run.kernel;
  const [sameKernel, sameConfig, taken] = await Promise.all([
    slug ? getRuns({ kernel: slug, machine: run.machine.slug, limit: SIBLINGS }) : { runs: [] },
    getRuns({ config: run.config.label, machine: run.machine.slug, limit: SIBLINGS }),
    getRunProfiles(run.id),
  ]);
  return () => {
    answer(
      `${run.name}: ${run.config.label}${run.kernel.name ? ` on ${run.kernel.name}` : ""}`,
      `${summary(run, taken.profiles.length)}.`,
    );
    fill("compare", views(run), comparing(run, partners(run, sameKernel.runs, sameConfig.runs)));
    fill("results", resultTables(run.results), profiles(taken.profiles));
    fill("about", about(run), discussed(run));
    fill(
      "more",
      folded("Profile rows", run.symbols.length, () => symbols(run)),
      folded("Not measured", run.notes.length, () => notes(run)),
      folded("Diagnostics", run.diagnostics.length, () => diagnostics(run)),
      folded("Facts", run.facts.length, () => factTable(run)),
      folded("Files", run.file_list.length, () => files(run)),
    );
  };
});
