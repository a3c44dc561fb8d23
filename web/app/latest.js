// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** What memcg costs now by benchmark and config, and what changed last: tables of the first page. */
import { address } from "./api.js";
import { slugOf } from "./costs.js";
import { costCell } from "./costview.js";
import { dense, el, link, rowHead, table, td, th } from "./dom.js";
import { GLYPH, isGoodOrBad, judge, percent, plusMinus } from "./format.js";

/**
 * @typedef {import("./api.js").Overhead} Overhead
 * @typedef {import("./api.js").Changes} Changes
 * @typedef {import("./api.js").Change} Change
 */

const LATEST = 6;

/**
 * A row a benchmark, a column a config, on the newest kernel of a machine; null where there is none.
 * @param {Overhead} overhead
 * @param {number} machine
 */
export function nowTable(overhead, machine) {
  const means = (overhead.now ?? []).filter((mean) => mean.machine === machine);
  if (means.length === 0) return null;
  const lines = overhead.lines.map((line, i) => ({ ...line, i })).filter(({ i }) => means.some(({ line }) => line === i));
  const kernel = overhead.kernels[means[0].kernel].name;
  const benchmarks = [...new Set(means.map(({ benchmark }) => benchmark ?? ""))];
  const rows = benchmarks.map((benchmark) =>
    el(
      "tr",
      {},
      rowHead(link(address("/overhead", { machine: slugOf(overhead.machines[machine]), benchmark }), benchmark || "no benchmark")),
      lines.map(({ i }) => costCell(means.find((mean) => (mean.benchmark ?? "") === benchmark && mean.line === i) ?? null)),
    ),
  );
  const head = [th(`cost against off, ${kernel}`), lines.map(({ label }) => th(label))];
  return table(`Cost of memcg on ${kernel} by benchmark and config`, head, rows);
}

/** One change of a metric on a kernel, with how many configs have it. @param {Changes} all */
export function latestOf(all) {
  const standing = all.changes.filter(({ confirmed, triage }) => confirmed && triage.state !== "dismissed");
  const isSame = (/** @type {Change} */ a, /** @type {Change} */ b) =>
    a.metric === b.metric && a.machine === b.machine && a.after.kernel === b.after.kernel;
  return standing
    .filter((change, i) => standing.findIndex((other) => isSame(other, change)) === i)
    .slice(0, LATEST)
    .map((change) => ({ change, configs: standing.filter((other) => isSame(other, change)).map(({ line }) => line.label) }));
}

/** @param {Changes} all */
export function changedTable(all) {
  const latest = latestOf(all);
  if (latest.length === 0) return el("p", { class: "note" }, "Nothing that the samples confirm.");
  const rows = latest.map(({ change, configs }) => {
    const { benchmark, title } = all.metrics[change.metric];
    const { verdict, effect, after, before } = change;
    const judged = judge(verdict);
    const machine = slugOf(all.machines[change.machine]);
    return el(
      "tr",
      {},
      rowHead(link(address("/series", { benchmark, metric: title, machine }), `${benchmark} ${title}`.trim())),
      td(
        [
          GLYPH[judged] && `${GLYPH[judged]} `,
          el("span", { class: "vh" }, `${judged} `),
          link(address("/compare", { base: before.run, new: after.run }), percent(verdict.effect ?? effect, 1, true)),
          " ",
          el("span", { class: "pm" }, plusMinus(verdict.lo, verdict.hi)),
        ],
        { class: isGoodOrBad(judged) ? `${judged} cell-${judged}` : "noise" },
      ),
      td(all.kernels[after.kernel].name, { class: "left", title: configs.join(", ") }),
    );
  });
  const head = [th("metric"), th("change"), th("on", { class: "left" })];
  return dense(table("What changed last", head, rows));
}
