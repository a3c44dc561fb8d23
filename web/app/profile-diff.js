// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** Two profiles: memcg's share before and after, the largest moves, the differential flame graph. */
import { getProfileDiff } from "./api.js";
import { el, fill, link, part } from "./dom.js";
import { number, percent, plusMinus } from "./format.js";
import { loadFlame, showFlame } from "./flame.js";
import { moveTable, pointsText, rangeText, shareText } from "./profiled.js";
import { answer, page, param, suggest } from "./shell.js";
import { query } from "./state.js";

/** @typedef {import("./api.js").ProfileDiff} ProfileDiff */

/** @param {ProfileDiff} diff */
function sentence({ a, b, change: { self } }) {
  const before = a.memcg.self?.part;
  const after = b.memcg.self?.part;
  if (before === undefined || after === undefined) return "One side has no samples.";
  return `memcg takes ${percent(after, 2)} of ${b.run.name} after ${percent(before, 2)} of ${a.run.name}: ${pointsText(self)} points.`;
}

/** @param {ProfileDiff} diff */
function basis({ a, b, change: { self, total } }) {
  const of = (/** @type {ProfileDiff["a"]} */ side) =>
    `${side.samples ? `${number(side.samples)} samples of ` : ""}${side.event ?? side.metric ?? "a profile"}`;
  return [
    rangeText(self) && `95 %: ${rangeText(self)} points`,
    total.part !== undefined && `with what memcg calls ${pointsText(total)} points`,
    `before ${of(a)}, after ${of(b)}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** @param {ProfileDiff} diff */
function sides({ a, b }) {
  const one = (/** @type {string} */ word, /** @type {ProfileDiff["a"]} */ side) =>
    el("li", {}, `${word}: `, link(`/profile/${side.id}`, side.about ?? side.run.name), ` memcg ${shareText(side.memcg.self)}`);
  const swapped = new URLSearchParams([...query()].filter(([key]) => key !== "root"));
  swapped.set("a", b.id);
  swapped.set("b", a.id);
  return el("ul", { class: "chips" }, one("before", a), one("after", b), el("li", {}, link(`?${swapped}`, "swap")));
}

const key = () =>
  el(
    "p",
    { class: "note" },
    "Colour is the change of a frame's share with all that it calls: ",
    el("span", { class: "better" }, "▼ blue less"),
    ", ",
    el("span", { class: "worse" }, "▲ rust more"),
    ", grey where it is not sure. Bold frames are memcg's.",
  );

/** What memcg's filter and the width can be. */
function choices() {
  const all = param("filter") === "all";
  const width = param("width") || "after";
  const widths = /** @type {[string, string][]} */ ([
    ["after", "width: share after"],
    ["before", "width: share before"],
    ["both", "width: mean of both"],
  ]);
  return [
    { label: "Through memcg", changes: { filter: null, root: null }, current: !all },
    { label: "All call chains and functions", changes: { filter: "all", root: null }, current: all },
    ...widths.map(([value, label]) => ({
      label,
      changes: { width: value === "after" ? null : value },
      current: width === value,
    })),
  ];
}

function picker() {
  for (const name of ["a", "b"]) {
    const input = /** @type {HTMLInputElement} */ (part("picker").querySelector(`input[name="${name}"]`));
    input.value = param(name);
    input.addEventListener("focus", () => suggest(input, `names-${name}`), { once: true });
  }
}

/** What several profiles a side say, each a replicate. @param {ProfileDiff} diff */
function replicates({ replicates: all }) {
  if (!all) return "";
  const { n_base, n, word, effect = NaN, lo, hi } = all.verdict;
  return `over ${number(n_base)} profiles before and ${number(n)} after ${percent(all.before, 2)} and ${percent(all.after, 2)}, ${percent(effect, 1, true)} ${plusMinus(lo, hi)}, ${word}`;
}

page(async () => {
  const [a, b] = [param("a"), param("b")];
  if (!a || !b)
    return () => {
      picker();
      part("graph").hidden = true;
    };
  const [diff, putFlame] = await Promise.all([
    getProfileDiff({ a, b, filter: param("filter") || undefined }),
    loadFlame(),
  ]);
  return () => {
    answer(sentence(diff), [basis(diff), replicates(diff)].filter(Boolean).join(" · "));
    fill("picker").hidden = true;
    const phases = diff.phases.map((move) => ({ ...move }));
    fill(
      "share",
      el("section", {}, el("h2", {}, "Phases of memcg"), moveTable("Phases of memcg", "share of samples", phases, ({ phase }) => phase ?? "")),
      el("section", {}, el("h2", {}, "The two"), sides(diff)),
    );
    part("graph").hidden = false;
    putFlame();
    showFlame(choices());
    if (part("flame").querySelector("svg")) part("flame-tools").append(key());
    fill(
      "functions",
      el("h2", {}, param("filter") === "all" ? "Largest moves" : "Largest moves in memcg"),
      moveTable("Moves", "function", diff.functions, ({ symbol }) => symbol ?? ""),
    );
    fill("notes", diff.notes.map((note) => el("p", { class: "note" }, note)));
  };
});
