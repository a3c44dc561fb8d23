// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** The controls of a comparison: how many rows have which verdict, and what of them is shown. */
import { countedRows, counts, others, shortNames } from "./compared.js";
import { dense, el, fill, part, rowHead, table, td, th } from "./dom.js";
import { letter, number, plural } from "./format.js";
import { DECIDED, isPicky, VERDICTS } from "./pickrows.js";
import { mark } from "./plot.js";
import { option, param, selector } from "./shell.js";
import { change } from "./state.js";

/**
 * @typedef {import("./api.js").Comparison} Comparison
 * @typedef {import("./pickrows.js").Pick} Pick
 */

/** What the address picks. @returns {Pick} */
export const pick = () => ({
  benchmark: param("benchmark"),
  text: param("filter"),
  verdict: param("verdict"),
  column: param("in"),
  sort: param("sort"),
  up: param("order") === "up",
});

/**
 * A row a column, a number a verdict; each number shows its rows.
 * @param {Comparison} comparison
 * @param {(verdict: string, column: string) => void} show
 */
export function verdictTable(comparison, show) {
  const rows = countedRows(comparison);
  const all = others(comparison).map((i) => ({ i, count: counts(rows, i) }));
  const words = VERDICTS.filter(([word]) => all.some(({ count }) => count[/** @type {keyof typeof count} */ (word)] > 0));
  if (words.every(([word]) => word === "open")) return null;
  const names = shortNames(comparison.columns);
  const cell = (/** @type {number} */ count, /** @type {string} */ word, /** @type {string} */ said, /** @type {number} */ i) =>
    td(
      count === 0
        ? "0"
        : el("button", { type: "button", class: "as-link", "aria-label": `show the ${number(count)} that are ${said} in ${letter(i)}`, click: () => show(word, letter(i)) }, number(count)),
    );
  const body = all.map(({ i, count }) =>
    el(
      "tr",
      {},
      rowHead([mark(i), `${letter(i)} ${names[i]}`]),
      words.map(([word, said]) => cell(count[/** @type {keyof typeof count} */ (word)], word, said, i)),
    ),
  );
  const head = [th(`metrics against ${letter(comparison.baseline)}`), words.map(([, said]) => th(said))];
  const box = dense(table("Verdicts by column", head, body));
  box.classList.add("narrow");
  return box;
}

/**
 * Puts the controls on the page; each stands in the address, and draws the rows again.
 * @param {Comparison} comparison
 * @param {() => void} draw
 */
export function controls(comparison, draw) {
  const now = pick();
  const set = (/** @type {string} */ key) => (/** @type {string} */ value) => {
    change({ [key]: value || null }, { quiet: true });
    draw();
  };
  const benchmarks = comparison.groups.map(({ benchmark }) => benchmark);
  const columns = others(comparison);
  const verdicts = [["", "any verdict"], [DECIDED, "only decided"], ...VERDICTS];
  const text = el("input", {
    name: "filter", type: "search", autocomplete: "off", value: now.text, placeholder: "part of a name",
    input: (event) => set("filter")(event.target.value),
  });
  fill(
    "filters",
    benchmarks.length > 1 &&
      selector("Benchmark", "benchmark", [option("", "all", !now.benchmark), ...benchmarks.map((name) => option(name, name || "no benchmark", name === now.benchmark))], set("benchmark")),
    el("label", {}, "Metric", text),
    selector("Verdict", "verdict", verdicts.map(([word, said]) => option(word, said, word === now.verdict)), set("verdict")),
    columns.length > 1 &&
      selector("Of column", "in", [option("", "any", !now.column), ...columns.map((i) => option(letter(i), letter(i), letter(i) === now.column))], set("in")),
    el("button", { type: "button", "data-part": "all", click: () => showAll(draw) }, "Show all"),
    el("span", { class: "note", role: "status", "data-part": "count" }),
  );
}

/** Takes every filter out. @param {() => void} draw */
function showAll(draw) {
  change({ benchmark: null, filter: null, verdict: null, in: null }, { quiet: true });
  for (const field of part("filters").querySelectorAll("input, select"))
    if ("value" in field) field.value = "";
  draw();
  part("filters").querySelector("input")?.focus();
}

/** Says how many rows are left. @param {number} shown @param {number} all */
export function tellCount(shown, all) {
  part("count").textContent = shown < all ? `${number(shown)} of ${plural(all, "row")}` : plural(all, "row");
  part("all").hidden = !isPicky(pick());
}
