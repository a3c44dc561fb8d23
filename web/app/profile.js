// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** One profile: memcg's share, its phases and functions, the flame graph; or one function's code. */
import { address, getInstructions, getProfile, getRunProfiles } from "./api.js";
import { el, fill, link, part, rowHead, table, td, th } from "./dom.js";
import { number, percent, plural } from "./format.js";
import { loadFlame, showFlame } from "./flame.js";
import { phaseText, rangeText, shareCell, shareText } from "./profiled.js";
import { answer, page, param } from "./shell.js";

/**
 * @typedef {import("./api.js").Profile} Profile
 * @typedef {import("./api.js").ProfileFunction} ProfileFunction
 * @typedef {import("./api.js").Instruction} Instruction
 */

const FUNCTIONS_SHOWN = 30;

const id = decodeURIComponent(location.pathname.replace(/^\/profile\//, ""));

/** @param {Profile} profile */
function phases({ phases: all }) {
  const isShared = all.some(({ shared }) => shared?.part);
  const isChained = all.some(({ total }) => total);
  const head = [th("phase"), th("self"), isShared && th("shared"), isChained && th("with callees")];
  const rows = all.map(({ phase, self, shared, total }) =>
    el(
      "tr",
      {},
      rowHead(phase),
      shareCell(self),
      isShared && td(shared?.part ? shareText(shared) : "–"),
      isChained && td(shareText(total)),
    ),
  );
  return el("section", {}, el("h2", {}, "Phases of memcg"), table("Phases of memcg", head, rows));
}

/** @param {Profile} profile */
function entries({ entries: all }) {
  if (all.length === 0) return null;
  const rows = all
    .slice(0, FUNCTIONS_SHOWN)
    .map(({ caller, function: called, share }) =>
      el("tr", {}, rowHead(caller ?? "(none)"), td(shareText(share)), td(called, { class: "left" })),
    );
  const head = [th("caller"), th("share"), th("calls", { class: "left" })];
  return el("section", {}, el("h2", {}, "Who calls into memcg"), table("Who calls into memcg", head, rows));
}

/**
 * @param {ProfileFunction} each
 * @param {Set<string>} annotated functions whose instructions are known
 * @param {{isPlaced: boolean, isChained: boolean}} columns those that the table has
 */
function functionRow(each, annotated, { isPlaced, isChained }) {
  const { symbol, where, self, total } = each;
  const name = annotated.has(symbol)
    ? link(address(location.pathname, { symbol }), symbol)
    : symbol;
  return el(
    "tr",
    {},
    rowHead(name),
    td(phaseText(each), { class: "left" }),
    shareCell(self),
    isChained && td(shareText(total)),
    isPlaced && td(where ?? "", { class: "left" }),
  );
}

/** @param {string} title @param {ProfileFunction[]} list @param {Set<string>} annotated */
function functionTable(title, list, annotated) {
  if (list.length === 0) return null;
  const columns = {
    isPlaced: list.some(({ where }) => where),
    isChained: list.some(({ total }) => total),
  };
  const head = [
    th("function"),
    th("phase", { class: "left" }),
    th("self"),
    columns.isChained && th("with callees"),
    columns.isPlaced && th("where", { class: "left" }),
  ];
  return el(
    "section",
    {},
    el("h2", {}, title),
    table(title, head, list.slice(0, FUNCTIONS_SHOWN).map((each) => functionRow(each, annotated, columns))),
    list.length > FUNCTIONS_SHOWN &&
      el("p", { class: "note" }, `The ${FUNCTIONS_SHOWN} largest of ${number(list.length)}.`),
  );
}

/** @param {Profile} profile */
function functions(profile) {
  const annotated = new Set(profile.annotated.map(({ symbol }) => symbol));
  const memcg = profile.functions.filter(({ phase }) => phase);
  return [
    functionTable("Functions of memcg", memcg, annotated),
    memcg.length < profile.functions.length && functionTable("Top functions", profile.functions, annotated),
    annotated.size > 0 &&
      el(
        "p",
        { class: "note" },
        "Instructions of: ",
        [...annotated].map((symbol, i) => [i > 0 && ", ", link(address(location.pathname, { symbol }), symbol)]),
      ),
  ];
}

/** @param {Profile} profile */
function sentence({ memcg, run, event }) {
  const share = memcg.self;
  if (share?.part === undefined) return `A profile of ${run.name}`;
  return `memcg takes ${percent(share.part, 2)} of ${event || "the profile"} in ${run.name}.`;
}

/** @param {Profile} profile */
function basis({ memcg, samples, source, file }) {
  const range = rangeText(memcg.self);
  return [
    samples ? `${number(samples)} samples` : "",
    range && `95 %: ${range}`,
    memcg.total?.part !== undefined && `with what it calls ${shareText(memcg.total)}`,
    memcg.with_shared?.part !== memcg.self?.part && `with functions that others share ${shareText(memcg.with_shared)}`,
    [source, file].filter(Boolean).join(" of "),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Profiles to hold this one against, of the same run. @param {Profile} profile */
async function others({ run }) {
  const { profiles } = await getRunProfiles(run.id);
  return profiles.filter((each) => each.id !== id);
}

/** @param {Profile} profile @param {import("./api.js").ProfileRow[]} rest */
function ways({ run, stacks }, rest) {
  const api = `/api/v1/profiles/${id}`;
  return [
    el("p", { class: "note" },
      "Run ", link(`/run/${run.id}`, run.name), " · ",
      link(address("/profile-diff", { b: id }), "compare with another profile"),
      stacks && [" · ", link(`${location.pathname}.svg${location.search}`, "SVG"), " · ", link(`${api}/folded`, "folded stacks"), " · ", link(`${api}/speedscope`, "for speedscope")],
      " · ", link(`${location.pathname}.csv`, "CSV")),
    rest.length > 0 &&
      el("p", { class: "note" }, "Other profiles of this run: ",
        rest.map((each, i) => [i > 0 && " · ", link(`/profile/${each.id}`, [each.event, each.metric, each.source].filter(Boolean).join(", "))])),
  ];
}

/** @param {Instruction} row */
const heat = ({ part: share, samples }) => share ?? samples ?? 0;

/** @param {string} symbol @param {Instruction[]} rows */
function showCode(symbol, rows) {
  const hottest = Math.max(...rows.map(heat));
  const total = rows.reduce((sum, row) => sum + heat(row), 0);
  const body = rows.map((row) =>
    el(
      "tr",
      { class: heat(row) > 0 && heat(row) === hottest && "sum" },
      rowHead(el("code", {}, row.address)),
      td(row.part === undefined ? (row.samples === undefined ? "–" : number(row.samples)) : percent(row.part, 2)),
      td(heat(row) > 0 && el("meter", { min: 0, max: hottest || 1, value: heat(row), "aria-label": "share of the hottest" }), { class: "left" }),
      td(el("code", {}, row.text ?? ""), { class: "left" }),
    ),
  );
  const head = [th("address"), th("here"), th("bar", { class: "left" }), th("instruction", { class: "left" })];
  answer(`Instructions of ${symbol}`, `${plural(rows.length, "instruction")}${total > 0 ? "" : ", none of them was seen running"}. A sample often counts for the instruction behind the one that took the time.`);
  const box = table(`Instructions of ${symbol}`, head, body);
  box.classList.add("code");
  fill("hot", box);
  const hot = box.querySelector("tr.sum");
  if (hot instanceof HTMLElement) box.scrollTop = Math.max(0, hot.offsetTop - box.clientHeight / 2);
  for (const name of ["share", "functions", "notes"]) fill(name);
  part("graph").hidden = true;
  fill("compare", el("p", { class: "note" }, link(location.pathname, "The whole profile")));
}

page(async () => {
  const symbol = param("symbol");
  if (symbol) {
    const { instructions } = await getInstructions(id, symbol);
    return () => showCode(symbol, instructions);
  }
  const profile = await getProfile(id, {});
  const [rest, putFlame] = await Promise.all([others(profile), loadFlame()]);
  return () => {
    answer(sentence(profile), basis(profile));
    fill("compare", ways(profile, rest));
    fill("share", phases(profile), entries(profile));
    fill("hot");
    part("graph").hidden = false;
    putFlame();
    showFlame([
      { label: "All call chains", changes: { filter: null, root: null }, current: param("filter") !== "memcg" },
      { label: "Those through memcg", changes: { filter: "memcg", root: null }, current: param("filter") === "memcg" },
    ]);
    fill("functions", functions(profile));
    fill("notes", profile.notes.map((note) => el("p", { class: "note" }, note)));
  };
});
