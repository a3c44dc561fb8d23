// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** Maps of allocations of several runs: what was asked for, what was taken, what asks to be charged. */
import { byteStep, changeTo, most, operations, perOperation, wasteOf } from "./allocated.js";
import { getAllocs, getRunProfiles } from "./api.js";
import { fillForm, listenToForm } from "./asking.js";
import { drawBars } from "./bars.js";
import { el, fill, link, part, rowHead, table, td, th } from "./dom.js";
import { bytes, letter, number, percent } from "./format.js";
import { followTheme } from "./plot.js";
import { answer, option, page, param, selector, twin } from "./shell.js";
import { sortable } from "./sortable.js";
import { change, query } from "./state.js";
import { runHead, runKeys, runNames, tracingNotes } from "./traced.js";

/**
 * @typedef {import("./api.js").Allocs} Allocs
 * @typedef {import("./api.js").AllocsRow} AllocsRow
 * @typedef {{all: Allocs, names: string[], ops?: number[], measure: Measure}} View
 * @typedef {"waste" | "count" | "taken"} Measure
 */

const BARS = 12; /* rows that the chart draws */
const ROWS = 500; /* rows that the table shows */

/** @type {Record<Measure, {name: string, of: (row: AllocsRow) => number, text: (value: number) => string}>} */
const MEASURES = {
  waste: { name: "bytes wasted", of: wasteOf, text: bytes },
  count: { name: "allocations", of: () => 1, text: (value) => number(value, Number.isInteger(value) ? 0 : 4) },
  taken: { name: "bytes taken", of: ({ bytes_alloc }) => bytes_alloc, text: bytes },
};

/** @param {Allocs} all @returns {View} */
function viewOf(all) {
  const asked = /** @type {Measure} */ (param("measure"));
  return {
    all,
    names: runNames(all.runs),
    ops: operations(param("ops"), all.runs.length),
    measure: asked in MEASURES ? asked : "waste",
  };
}

/** @param {View} view */
function controls({ measure }) {
  return [
    selector(
      "Bars",
      "measure",
      Object.entries(MEASURES).map(([key, { name }]) => option(key, name, key === measure)),
      (value) => change({ measure: value === "waste" ? null : value }),
    ),
    selector(
      "Rows",
      "charged",
      [
        option("", "all", param("charged") !== "yes"),
        option("yes", "those that ask to be charged", param("charged") === "yes"),
      ],
      (value) => change({ charged: value || null }),
    ),
  ];
}

/** @param {View} view */
function sentence({ all, names }) {
  const i = all.runs.findIndex(({ total }) => total.count !== undefined);
  const { count = 0, accounted = 0, bytes_req = 0, bytes_alloc = 0 } = all.runs[i].total;
  const waste = bytes_alloc > 0 ? 1 - bytes_req / bytes_alloc : 0;
  return `On ${names[i]}, ${percent(waste)} of what the allocator took is waste; ${number(accounted)} of ${number(count)} allocations ask to be charged.`;
}

/** @param {number | undefined} value @param {(value: number) => string} text */
const told = (value, text) => td(value === undefined ? "–" : text(value));

/** A change against the first run. @param {number | undefined} change_ */
const changeCell = (change_) => td(change_ === undefined ? "–" : percent(change_, 2, true));

/** @param {View} view */
function totals({ all, names, ops }) {
  /** @type {[string, (total: import("./api.js").AllocsTotal) => number | undefined, (value: number) => string, boolean][]} */
  const lines = [
    [ops ? "allocations per operation" : "allocations", ({ count }) => count, MEASURES.count.text, true],
    [ops ? "asking to be charged per operation" : "asking to be charged", ({ accounted }) => accounted, MEASURES.count.text, true],
    [ops ? "frees per operation" : "frees", ({ frees }) => frees, MEASURES.count.text, true],
    ["asked for", ({ bytes_req }) => bytes_req, bytes, false],
    ["taken", ({ bytes_alloc }) => bytes_alloc, bytes, false],
    ["waste", ({ bytes_req, bytes_alloc }) => minus(bytes_alloc, bytes_req), bytes, false],
    ["waste, share of taken", ({ bytes_req, bytes_alloc }) => over(minus(bytes_alloc, bytes_req), bytes_alloc), percent, false],
  ];
  const rows = lines.map(([name, of, text, counted]) => {
    const values = all.runs.map(({ total }, i) => (counted ? perOperation(of(total), ops, i) : of(total)));
    return el(
      "tr",
      {},
      rowHead(name),
      values.map((value, i) => [told(value, text), i > 0 && (text === percent ? td("") : changeCell(changeTo(values[0], value)))]),
    );
  });
  const heads = all.runs.map((run, i) => [th(runHead(run, names[i], i)), i > 0 && th(`${letter(i)} vs A`)]);
  return table("Totals", [th("in all", { class: "left" }), heads], rows);
}

/** @param {number | undefined} a @param {number | undefined} b */
const minus = (a, b) => (a === undefined || b === undefined ? undefined : a - b);
/** @param {number | undefined} a @param {number | undefined} b */
const over = (a, b) => (a === undefined || !b ? undefined : a / b);

/** @param {AllocsRow} row */
const nameOf = ({ comm, bytes_req, bytes_alloc }) =>
  [comm, `${number(bytes_req)} → ${number(bytes_alloc)}`].filter(Boolean).join(" ");

/** The rows' measure by run, for bars. @param {View} view @param {AllocsRow[]} rows */
function chart({ all, names, ops, measure }, rows) {
  const { name, of, text } = MEASURES[measure];
  const valueOf = (/** @type {AllocsRow} */ row, /** @type {number} */ i) => {
    const value = perOperation(row.counts[i], measure === "count" ? ops : undefined, i);
    return value === undefined ? undefined : value * of(row);
  };
  const shown = rows.filter((row) => all.runs.some((_, i) => valueOf(row, i))).slice(0, BARS);
  const title = ops && measure === "count" ? `${name} per operation` : name;
  const figure = fill(
    "chart",
    el(
      "figcaption",
      {},
      all.runs.length > 1 && runKeys(names),
      `${title[0].toUpperCase()}${title.slice(1)} of the table's first ${number(shown.length)} rows that have any. `,
      link(twin(".csv"), "CSV"),
      " · ",
      link(twin(".json"), "JSON"),
    ),
  );
  if (shown.length === 0) return;
  drawBars(figure, {
    label: `Allocations, ${title} by row of the table and run; the numbers are in the table`,
    rows: shown.map(nameOf),
    columns: all.runs.map((_, i) => ({
      label: `${letter(i)} ${names[i]}`,
      letter: letter(i),
      series: i,
      points: shown.map((row) => {
        const value = valueOf(row, i);
        return value === undefined ? null : { value, note: text(value) };
      }),
    })),
    title: "",
    tick: (value) => text(value),
    step: measure === "count" ? undefined : byteStep(most(shown.flatMap((row) => all.runs.map((_, i) => valueOf(row, i)))) ?? 1),
    describe: (point) => point.note ?? "",
  });
}

/** @param {View} view */
function columnsOf({ all, ops }) {
  const first = (/** @type {AllocsRow} */ row) => perOperation(row.counts[0], ops, 0);
  /** @type {import("./sortable.js").SortColumn<AllocsRow>[]} */
  const fixed = [
    { key: "task", label: "task", left: true, value: ({ comm }) => comm ?? "", cell: ({ comm }) => rowHead(comm ?? "–") },
    {
      key: "flags",
      label: "gfp flags",
      left: true,
      value: ({ gfp_flags }) => gfp_flags ?? "",
      cell: ({ gfp_flags, accounted }) =>
        td([gfp_flags?.replaceAll("|", " | ") ?? "–", accounted && el("span", { class: "vh" }, ", asks to be charged")], { class: "wrap" }),
    },
    { key: "asked", label: "asked", value: ({ bytes_req }) => bytes_req, cell: ({ bytes_req }) => td(number(bytes_req)) },
    { key: "taken", label: "taken", value: ({ bytes_alloc }) => bytes_alloc, cell: ({ bytes_alloc }) => td(number(bytes_alloc)) },
    { key: "waste", label: "waste", value: wasteOf, cell: (row) => td(number(wasteOf(row))) },
    {
      key: "wasted",
      label: "wasted in all",
      value: (row) => most(row.counts.map((count) => (count === null ? undefined : count * wasteOf(row)))),
      cell: (row) => told(most(row.counts.map((count) => (count === null ? undefined : count * wasteOf(row)))), bytes),
    },
  ];
  /** @type {import("./sortable.js").SortColumn<AllocsRow>[]} */
  const counts = all.runs.flatMap((_, i) => {
    const of = (/** @type {AllocsRow} */ row) => perOperation(row.counts[i], ops, i);
    const column = {
      key: `count${letter(i)}`,
      label: `${letter(i)} ${ops ? "per op" : "count"}`,
      value: of,
      cell: (/** @type {AllocsRow} */ row) => told(of(row), MEASURES.count.text),
    };
    const difference = {
      key: `change${letter(i)}`,
      label: `${letter(i)} vs A`,
      value: (/** @type {AllocsRow} */ row) => changeTo(first(row), of(row)),
      cell: (/** @type {AllocsRow} */ row) => changeCell(changeTo(first(row), of(row))),
    };
    return i > 0 ? [column, difference] : [column];
  });
  return [...fixed, ...counts];
}

/** Call chains of the same runs, which tell where allocations come from. @param {View} view @param {import("./api.js").ProfileRow[][]} profiles */
function sites({ names }, profiles) {
  const links = profiles.flatMap((rows, i) =>
    rows
      .filter(({ metric }) => metric?.startsWith("@"))
      .map(({ id, metric }) => link(`/profile/${id}`, `${letter(i)} ${names[i]}: ${metric}`)),
  );
  return links.length > 0 && el("p", { class: "note" }, "Call chains: ", links.map((one, i) => [i > 0 && " · ", one]));
}

/** @param {View} view */
function notes({ all, ops }) {
  const note = (/** @type {string} */ text) => el("p", { class: "note" }, text);
  return [
    note("Asked, taken and waste are bytes of one allocation; waste is what the allocator took beyond what was asked for."),
    note("ACCOUNT in the flags asks for a charge; it is none in the root cgroup, where nothing is charged."),
    all.runs.length > 1 && !ops &&
      note("Counts are of the whole run: runs of different length cannot be compared unless operations of each are given above."),
    all.runs.some(({ total }) => total.flags_assumed) &&
      note("Where the kernel is not known the flags are read as those of 6.10 and later."),
    tracingNotes(all.runs),
  ];
}

/** @param {View} view @param {import("./api.js").ProfileRow[][]} profiles */
function show(view, profiles) {
  const { all } = view;
  const charged = param("charged") === "yes";
  answer(sentence(view), "A flag that asks for a charge is none where nothing is charged: in the root cgroup.");
  fill("pick", controls(view));
  fill("totals", totals(view));
  sortable(part("table"), {
    label: `Rows of ${all.map}`,
    noun: "row",
    rows: charged ? all.rows.filter(({ accounted }) => accounted) : all.rows,
    columns: columnsOf(view),
    fallback: "wasted",
    limit: ROWS,
    text: ({ comm, gfp_flags, bytes_req, bytes_alloc }) => [comm, gfp_flags, bytes_req, bytes_alloc].join(" "),
    onRows: (rows) => chart(view, rows),
  });
  fill("notes", sites(view, profiles), notes(view));
}

listenToForm();
page(async () => {
  fillForm();
  if (!param("base")) return () => {};
  const ask = { base: param("base"), new: query().getAll("new"), map: param("map"), keys: param("keys"), ops: param("ops") };
  const all = await getAllocs(ask);
  const profiles = await Promise.all(all.runs.map(({ id }) => (id ? getRunProfiles(id) : { profiles: [] })));
  return () => show(viewOf(all), profiles.map((each) => each.profiles));
});
followTheme();
