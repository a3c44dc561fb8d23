// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** A baseline and up to eight others: the table, its chart, and what differs between them. */
import { getComparison, getFrozen, getRun } from "./api.js";
import { basis, changeOf, columnsQuery, largest, others, sentence, shortNames, splitGroups } from "./compared.js";
import { controls, pick, tellCount, verdictTable } from "./comparefilters.js";
import { groupTable, shareBody, tableWidth } from "./comparetable.js";
import { fullTitle } from "./costs.js";
import { el, fill, link, part, rowHead, table, td, th } from "./dom.js";
import { isGoodOrBad, letter, number, percent, plusMinus, unitText } from "./format.js";
import { frozenId, showFreeze, showFrozen } from "./freeze.js";
import { listenToKeys } from "./keys.js";
import { whenNear } from "./near.js";
import { directedRows, isPicky, METRIC, picked, pickedCurves, rowCount, rowName } from "./pickrows.js";
import { drawRows, followTheme, HEIGHT, mark } from "./plot.js";
import { answer, page, param, say, suggest, textFollows } from "./shell.js";
import { focusHead } from "./sortable.js";
import { change, query } from "./state.js";

/**
 * @typedef {import("./api.js").Comparison} Comparison
 * @typedef {import("./api.js").CompareRow} CompareRow
 */

const COLUMNS_MAX = 9;

/** What the address compares, baseline first. */
function asked() {
  const rest = query()
    .getAll("new")
    .flatMap((value) => value.split(","));
  return [param("base"), ...rest].filter(Boolean);
}

/** Columns get other letters, so that what is asked of one means none. @param {string[]} columns */
const compareThese = (columns) => change({ ...columnsQuery(columns), in: null });

/**
 * @param {string} text
 * @param {string} label
 * @param {() => void} click
 */
const chipButton = (text, label, click) =>
  el("button", { type: "button", "aria-label": label, title: label, click }, text);

/** @param {string[]} columns */
function adder(columns) {
  const input = el("input", {
    name: "new",
    placeholder: "run or kernel",
    "aria-label": "Add a column: a run or a kernel",
    autocomplete: "off",
    required: true,
  });
  input.addEventListener("focus", () => suggest(input, "column-names"), { once: true });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    compareThese([...columns, input.value.trim()]);
  };
  return el("li", { class: "adder" }, el("form", { submit }, input, el("button", {}, "Add column")));
}

/** @param {Comparison} comparison */
function chips({ columns, baseline }) {
  const what = asked();
  const names = shortNames(columns);
  const items = columns.map((column, i) => {
    const without = what.filter((_, j) => j !== i);
    const first = [what[i], ...without];
    return el(
      "li",
      { class: i === baseline ? "base" : undefined },
      el(
        "span",
        {},
        mark(i),
        column.id ? link(`/run/${column.id}`, `${letter(i)} ${names[i]}`) : `${letter(i)} ${names[i]}`,
        i === baseline && " (baseline)",
      ),
      i !== baseline &&
        chipButton("as baseline", `${names[i]} as baseline`, () => compareThese(first)),
      columns.length > 2 &&
        chipButton("remove", `remove ${names[i]}`, () => compareThese(without)),
    );
  });
  const swap = () => compareThese([what[1], what[0], ...what.slice(2)]);
  const last = el("li", { class: "adder" }, chipButton("Swap A and B", "Swap A and B", swap));
  fill("chips", items, last, columns.length < COLUMNS_MAX && adder(what));
}

const tableNote = (/** @type {string} */ base) =>
  el(
    "p",
    { class: "note" },
    `Medians, and changes in percent of ${base} ± half of the 95 % interval. `,
    el("span", { class: "better" }, "▲ better"),
    " and ",
    el("span", { class: "worse" }, "▼ worse"),
    ": decided, at 5 % over a benchmark's metrics and above the floor. ",
    el("span", { class: "noise" }, "~"),
    ": the same, too small to matter, or unclear. A row's name opens its samples and history, and tells how sure it is. Below 3 samples there is no verdict.",
  );

/**
 * The tests' own results, and the times around them behind a fold, as the address picks them.
 * @param {Comparison} comparison
 * @param {() => void} draw
 */
function valueTables(comparison, draw) {
  const now = pick();
  const all = splitGroups(comparison);
  const results = picked(comparison, all.results, now);
  const durations = picked(comparison, all.durations, now);
  const order = { flat: results.flat, sort: now.sort, up: now.up, press: pressHead(now, draw) };
  const count = rowCount(durations.groups);
  const isOpen = part("table").querySelector("details")?.open ?? false;
  tellCount(rowCount(results.groups) + count, rowCount(comparison.groups));
  return {
    rows: results.groups,
    tables: [
      results.groups.length > 0 &&
        groupTable(comparison, "Values and changes", results.groups, order, isPicky(now) ? null : shareBody(comparison)),
      results.groups.length + count === 0 && el("p", {}, "No row is left: show all, or ask for less."),
      tableNote(letter(comparison.baseline)),
      count > 0 &&
        el(
          "details",
          { open: isOpen || results.groups.length === 0 },
          el("summary", {}, `User, system and elapsed time of whole tests (${number(count)})`),
          groupTable(comparison, "Times of whole tests", durations.groups, order),
        ),
    ],
  };
}

/**
 * A head that is pressed sorts by its column, again the other way, and then no more.
 * @param {import("./pickrows.js").Pick} now
 * @param {() => void} draw
 */
const pressHead = (now, draw) => (/** @type {string} */ key) => {
  const first = key === METRIC;
  const [sort, up] = now.sort !== key ? [key, first] : now.up === first ? [key, !first] : [null, false];
  change({ sort, order: up ? "up" : null }, { quiet: true });
  draw();
  focusHead(part("table"), key);
};

/** What stands behind a row, once a row is opened. @type {typeof import("./rowdetail.js") | undefined} */
let detail;

async function loadDetail() {
  try {
    detail ??= await import("./rowdetail.js");
  } catch {
    say("What stands behind a row did not load. Check the connection and load the page again.", true);
  }
}

/** Opens or closes the row of a button. @param {Comparison} comparison @param {HTMLElement} button @param {boolean} open */
async function setOpen(comparison, button, open) {
  const line = /** @type {HTMLElement} */ (button.closest("tr"));
  if ((button.ariaExpanded === "true") === open) return;
  button.ariaExpanded = String(open);
  if (!open && line.nextElementSibling?.matches(".detail")) line.nextElementSibling.remove();
  if (!open) return;
  if (!detail) await loadDetail();
  const row = comparison.groups.flatMap(({ rows }) => rows).find((one) => rowName(one) === button.dataset.row);
  if (row && detail && button.ariaExpanded === "true") line.after(detail.detailRow(comparison, row, tableWidth(comparison)));
}

/** The buttons of all rows, in their order. @returns {HTMLElement[]} */
const openers = () => [...part("table").querySelectorAll(".opener")].filter((one) => one instanceof HTMLElement);

/** Opens the rows that the address names, and lets buttons open others. @param {Comparison} comparison */
function openRows(comparison) {
  const names = () => query().getAll("open");
  for (const button of openers()) {
    const name = button.dataset.row ?? "";
    if (names().includes(name)) setOpen(comparison, button, true);
    button.addEventListener("click", () => {
      const open = button.ariaExpanded !== "true";
      setOpen(comparison, button, open);
      change({ open: [...names().filter((one) => one !== name), ...(open ? [name] : [])] }, { quiet: true });
    });
  }
}

/** Moves the focus to the next row that can be seen, or the one before. @param {1 | -1} step */
function walkRows(step) {
  const seen = openers().filter((one) => one.checkVisibility());
  const at = seen.findIndex((one) => one === document.activeElement);
  const next = at < 0 ? (step > 0 ? 0 : seen.length - 1) : Math.min(Math.max(at + step, 0), seen.length - 1);
  seen[next]?.focus();
}

const keysButton = listenToKeys([
  { key: "j", what: "the next row", press: () => walkRows(1) },
  { key: "k", what: "the row before", press: () => walkRows(-1) },
  { key: "x", what: "open or close the row", press: () => openers().find((one) => one === document.activeElement)?.click() },
  { key: "c", what: "copy the text for a mail", press: () => part("copy").querySelector("button")?.click() },
]);

/** The controls above the rows. @param {Comparison} comparison */
function filters(comparison) {
  controls(comparison, () => rowsShown(comparison));
  part("filters").append(keysButton);
}

/** The rows and their chart, as the address picks them. @param {Comparison} comparison */
function rowsShown(comparison) {
  const { rows, tables } = valueTables(comparison, () => rowsShown(comparison));
  fill("table", tables);
  openRows(comparison);
  chart(comparison, directedRows(rows));
  curves(comparison);
  textFollows();
}

/** The curves that were asked for last; earlier ones are not drawn any more. @type {object} */
let wantedCurves = {};

/** The curves of the rows that the address picks, made when the reader comes near. @param {Comparison} comparison */
function curves(comparison) {
  const all = pickedCurves(comparison, pick());
  const section = fill("curves");
  wantedCurves = all;
  section.hidden = all.length === 0;
  section.style.minHeight = `${2 * all.length * HEIGHT}px`;
  if (all.length === 0) return;
  whenNear(section, async () => {
    const module = await import("./curves.js").catch(() => null);
    if (wantedCurves !== all) return;
    module?.showCurves(comparison, all);
    section.style.minHeight = "";
    section.hidden = module === null;
  });
}

/** Shows the rows of one verdict in one column. @param {Comparison} comparison */
const showVerdict = (comparison) => (/** @type {string} */ verdict, /** @type {string} */ column) => {
  change({ verdict, in: others(comparison).length > 1 ? column : null }, { quiet: true });
  filters(comparison);
  rowsShown(comparison);
};

/**
 * A change turned so that more is worse.
 * @param {CompareRow} row
 * @param {number} baseline
 * @param {number} column
 */
function worsePoint(row, baseline, column) {
  const { metric } = row;
  const { change: size, lo, hi } = changeOf(row, baseline, column);
  if (size === undefined) return null;
  const note = `${percent(size, 2, true)} ${plusMinus(lo, hi, 2)} ${unitText(metric)}`;
  if (metric.better !== "higher") return { value: size, lo, hi, note };
  const turn = (/** @type {number | undefined} */ x) => (x === undefined ? x : -x);
  return { value: -size, lo: turn(hi), hi: turn(lo), note };
}

/** @param {Comparison} comparison @param {CompareRow[]} rows */
function chart(comparison, rows) {
  if (rows.length === 0) return fill("chart");
  const names = shortNames(comparison.columns);
  const base = `${letter(comparison.baseline)} ${names[comparison.baseline]}`;
  const shown = others(comparison);
  const columns = shown.map((i) => ({
    label: `${letter(i)} ${names[i]}`,
    series: i,
    points: rows.map((row) => worsePoint(row, comparison.baseline, i)),
    hollow: rows.map((row) => !isGoodOrBad(changeOf(row, comparison.baseline, i).judged)),
  }));
  const figure = fill(
    "chart",
    el(
      "figcaption",
      {},
      shown.map((i) => el("span", { class: "keys" }, mark(i), `${letter(i)} ${names[i]}`)),
      `Change against ${base}, turned so that right of zero is worse; 95 % intervals. Hollow: neither better nor worse by the verdict, or without one.`,
    ),
  );
  drawRows(figure, {
    label: `Change of each metric against ${base}; the numbers are in the table`,
    rows: rows.map(({ metric }) => fullTitle(metric)),
    columns,
    tick: (value, decimals) => percent(value / 100, decimals, true),
    title: "",
    describe: (point) => point.note ?? "",
  });
}

/** @param {Comparison} comparison */
function differences({ columns, differences: rows = [] }) {
  const names = shortNames(columns);
  const head = [th("fact"), names.map((name, i) => th(`${letter(i)} ${name}`, { class: "left" }))];
  const body = rows.map(({ key, values }) =>
    el("tr", {}, rowHead(key), values.map((value) => td(value ?? "unknown", { class: "wrap" }))),
  );
  const ids = columns.flatMap(({ id }) => (id ? [id] : []));
  fill(
    "differences",
    el("h2", {}, "What differs between the columns"),
    rows.length > 0
      ? table("What differs between the columns", head, body)
      : el("p", { class: "note" }, "Nothing that the runs recorded."),
    ids.length === columns.length && sameFacts(ids),
  );
}

/** What all columns share, asked for when it is opened. @param {string[]} ids */
function sameFacts(ids) {
  const box = el("div", {}, "Loading…");
  const open = async () => {
    const runs = await Promise.all(ids.map(getRun)).catch(() => null);
    if (!runs) return box.replaceChildren("The facts could not be loaded: open this again.");
    const [first, ...rest] = runs.map(({ facts }) => new Map(facts.map(({ key, value }) => [key, value])));
    const shared = [...first].filter(([key, value]) => rest.every((facts) => facts.get(key) === value));
    box.replaceChildren(factList(shared));
  };
  return el(
    "details",
    { toggle: (event) => event.target.open && open() },
    el("summary", {}, "What is the same in all"),
    box,
  );
}

/** @param {[string, string][]} facts */
const factList = (facts) =>
  el("dl", { class: "facts" }, facts.map(([key, value]) => [el("dt", {}, key), el("dd", {}, value)]));

function nothingAsked() {
  const form = part("picker");
  form.hidden = false;
  for (const name of ["chips", "verdicts", "filters", "table", "chart", "curves", "differences"]) fill(name);
  part("frozen").hidden = true;
  wantedCurves = [];
  part("curves").hidden = true;
  part("chips").hidden = true;
  const input = /** @type {HTMLInputElement} */ (form.querySelector('[name="base"]'));
  input.value = param("base");
}

for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (part("picker").querySelectorAll("input")))
  input.addEventListener("focus", () => suggest(input, `${input.name}-names`), { once: true });

/** @param {Comparison} comparison */
function show(comparison) {
  part("picker").hidden = true;
  const [first] = others(comparison);
  const most = largest(comparison, first);
  answer(
    sentence(comparison),
    [...basis(comparison), most && `largest change: ${most}`].filter(Boolean).join(" · "),
  );
  fill("verdicts", verdictTable(comparison, showVerdict(comparison)));
  filters(comparison);
  rowsShown(comparison);
  differences(comparison);
}

page(async () => {
  if (query().has("open")) await loadDetail();
  if (frozenId()) {
    const frozen = await getFrozen(frozenId());
    return () => {
      show(frozen.comparison);
      showFrozen(frozen);
    };
  }
  if (asked().length < 2) return nothingAsked;
  const [base, ...rest] = asked();
  let comparison;
  try {
    comparison = await getComparison({ base, new: rest });
  } catch (error) {
    nothingAsked();
    throw error;
  }
  return () => {
    show(comparison);
    chips(comparison);
    showFreeze(base, rest);
  };
});
followTheme();
