// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** Where metrics changed over kernels: the list, and what people make of each change. */
import { address, getChanges, triageChange } from "./api.js";
import { slugOf } from "./costs.js";
import { dense, el, fill, link, rowHead, spoiledMark, table, td, th } from "./dom.js";
import { dateTime, GLYPH, isGoodOrBad, judge, number, percent, plural, spoiledNote } from "./format.js";
import { answer, option, page, param, say, selector } from "./shell.js";
import { change as go } from "./state.js";
import { takeToken, tokenField } from "./token.js";

/**
 * @typedef {import("./api.js").Changes} Changes
 * @typedef {import("./api.js").Change} Change
 */

const STATES = ["new", "acknowledged", "expected", "fixed", "dismissed"];
const DIGITS = 5;

/** How sure it is. @param {Change} change */
const statusOf = ({ is_new, confirmed }) =>
  is_new ? "on the newest kernel" : confirmed ? "confirmed" : "weak";

/** @param {Changes} all @param {Change} change */
function titleOf({ metrics }, change) {
  const { benchmark, title } = metrics[change.metric];
  const { before, after } = change;
  return link(address("/compare", { base: before.run, new: after.run }), `${benchmark} ${title}`.trim());
}

/** Where the change stands on its line. @param {Changes} all @param {Change} change */
function seriesOf({ metrics, machines }, { metric, machine, line }) {
  const { benchmark, title } = metrics[metric];
  return address("/series", { benchmark, metric: title, machine: slugOf(machines[machine]), line: line.label });
}

/** @param {Changes} all @param {Change} change */
function recovered({ kernels }, { recovered: part, fixed }) {
  if (part === undefined || !fixed) return null;
  return `recovered ${percent(part, 0)} by ${kernels[fixed.kernel].name}`;
}

/** Sends what the form says; the token stays in this tab. @param {Change} change @param {SubmitEvent} event */
async function send(change, event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const data = new FormData(form);
  const text = (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
  try {
    await triageChange(change.id, takeToken(form), {
      state: text("state"),
      note: text("note"),
      link: text("link"),
    });
    location.reload();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), true);
  }
}

/** @param {Change} change */
function triageForm(change) {
  const { state, note = "", link: thread = "" } = change.triage;
  const field = (/** @type {string} */ label, /** @type {Record<string, string | boolean>} */ props) =>
    el("label", {}, `${label} `, el("input", props));
  return el(
    "details",
    {},
    el("summary", {}, state, thread && " · ", thread && link(thread, "thread")),
    el(
      "form",
      { class: "controls", submit: (event) => send(change, event) },
      el("label", {}, "State ", el("select", { name: "state" }, STATES.map((name) => option(name, name, name === state)))),
      field("Note", { name: "note", value: note }),
      field("Link", { name: "link", value: thread, type: "url", placeholder: "https://lore.kernel.org/" }),
      tokenField(),
      el("button", {}, "Keep"),
    ),
  );
}

/** @param {Changes} all @param {Change} change */
function row(all, change) {
  const { kernels, machines } = all;
  const judged = judge(change.verdict);
  const { note, actor, at } = change.triage;
  return el(
    "tr",
    {},
    rowHead(titleOf(all, change)),
    td(change.line.label, { class: "left" }),
    td(kernels[change.after.kernel].name, { class: "left" }),
    td(kernels[change.before.kernel].name, { class: "left" }),
    td([GLYPH[judged] && `${GLYPH[judged]} `, `${judged} `, percent(change.effect, 2, true)], {
      class: isGoodOrBad(judged) ? `${judged} cell-${judged}` : "noise",
    }),
    td(link(seriesOf(all, change), `${number(change.level_before, DIGITS - 3)} → ${number(change.level_after, DIGITS - 3)}`)),
    td(
      [
        [statusOf(change), recovered(all, change)].filter(Boolean).join(", "),
        spoiledMark([change.before.spoiled, change.after.spoiled].filter(Boolean).join("; ")),
      ],
      { class: "left" },
    ),
    td(machines[change.machine].name, { class: "left" }),
    td([triageForm(change), note, actor && ` (${actor}, ${dateTime(at)})`], { class: "left wrap" }),
  );
}

/** @param {Changes} all */
function changeTable(all) {
  const heads = ["config", "kernel", "after"].map((text) => th(text, { class: "left" }));
  const head = [
    th("metric"),
    heads,
    th("change"),
    th("level"),
    th("how sure", { class: "left" }),
    th("machine", { class: "left" }),
    th("state", { class: "left" }),
  ];
  return dense(table("Changes over kernels", head, all.changes.map((change) => row(all, change))));
}

/** @param {Changes} all */
function controls({ metrics }) {
  const benchmarks = [...new Set(metrics.map(({ benchmark }) => benchmark))].filter(Boolean);
  const now = param("benchmark");
  return [
    selector(
      "Benchmark",
      "benchmark",
      [option("", "all", !now), ...[...new Set([now, ...benchmarks])].filter(Boolean).map((name) => option(name, name, name === now))],
      (value) => go({ benchmark: value || null }),
    ),
    selector(
      "Show",
      "all",
      [option("", "confirmed", param("all") !== "1"), option("1", "weak and dismissed, too", param("all") === "1")],
      (value) => go({ all: value || null }),
    ),
  ];
}

page(async () => {
  const keys = ["machine", "benchmark", "metric", "line", "all"];
  const all = await getChanges(Object.fromEntries(keys.map((key) => [key, param(key)])));
  return () => {
    const fresh = all.changes.filter(({ is_new }) => is_new);
    const said = (/** @type {string} */ word) => fresh.filter(({ verdict }) => verdict.word === word).length;
    answer(
      fresh.length > 0
        ? `${all.kernels[fresh[0].after.kernel].name}, the newest kernel, is worse in ${plural(said("worse"), "metric")} and better in ${number(said("better"))}.`
        : `${plural(all.changes.length, "change")} over kernels, none on the newest.`,
      `Of ${number(all.series)} series, by ${all.algorithm} and held against the samples by the verdict; the newest kernel against the one before.`,
    );
    fill("controls", controls(all));
    fill("table", all.changes.length > 0 && [
      changeTable(all),
      spoiledNote(all) && el("p", { class: "note" }, spoiledNote(all).trim()),
    ]);
  };
});
