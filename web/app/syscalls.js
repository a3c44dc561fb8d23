// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** System calls of several runs, as perf trace -s sums them: calls, total time, time a call and its ratio. */
import { getSyscalls } from "./api.js";
import { fillForm, listenToForm } from "./asking.js";
import { drawBars } from "./bars.js";
import { shortNames } from "./compared.js";
import { dense, el, fill, link, part, rowHead, td } from "./dom.js";
import { decimalsFor, letter, number, percent, plural } from "./format.js";
import { followTheme } from "./plot.js";
import { answer, option, page, param, selector, twin } from "./shell.js";
import { sortable } from "./sortable.js";
import { change, query } from "./state.js";
import { runKeys, tracingNotes } from "./traced.js";

/**
 * @typedef {import("./api.js").Syscalls} Syscalls
 * @typedef {import("./api.js").SyscallCell} Cell
 * @typedef {{syscall: string, cells: Cell[]}} Row
 * @typedef {"total" | "avg" | "calls"} Measure
 * @typedef {{all: Syscalls, names: string[], measure: Measure}} View
 */

const BARS = 12; /* rows that the chart draws */
const ROWS = 500; /* rows that the table shows */
const DECIMALS = 3;
const USEC = 1000; /* in a millisecond */

/** @type {Record<Measure, {name: string, unit: string, of: (cell: Cell) => number | undefined, change: (cell: Cell) => number | undefined}>} */
const MEASURES = {
  total: { name: "total time", unit: "ms", of: ({ total }) => total, change: ({ total_change }) => total_change },
  avg: { name: "time a call", unit: "µs", of: ({ avg }) => (avg === undefined ? undefined : avg * USEC), change: ({ avg_change }) => avg_change },
  calls: { name: "calls", unit: "", of: ({ calls }) => calls, change: ({ calls_change }) => calls_change },
};

/** @param {Syscalls} all @returns {View} */
function viewOf(all) {
  const asked = /** @type {Measure} */ (param("measure"));
  return { all, names: shortNames(all.columns), measure: asked in MEASURES ? asked : "avg" };
}

/** @param {View} view */
function controls({ measure }) {
  return selector(
    "Bars",
    "measure",
    Object.entries(MEASURES).map(([key, { name }]) => option(key, name, key === measure)),
    (value) => change({ measure: value === "avg" ? null : value }),
  );
}

/** @param {number} value @param {string} unit */
const withUnit = (value, unit) =>
  `${number(value, Math.min(DECIMALS, decimalsFor([value])))}${unit && ` ${unit}`}`;

/** What the system call that took longest did. @param {View} view */
function sentence({ all, names }) {
  const [row] = all.syscalls;
  const [base, next] = row.cells;
  if (!next || base.avg === undefined || next.avg === undefined)
    return `${row.syscall} took the most time of ${plural(all.syscalls.length, "system call")}.`;
  const change_ = next.avg_change === undefined ? "" : `, ${percent(next.avg_change, 1, true)}`;
  return `A call of ${row.syscall} took ${withUnit(base.avg * USEC, "µs")} on ${names[0]}, ${withUnit(next.avg * USEC, "µs")} on ${names[1]}${change_}.`;
}

/** The half of the 95 % interval of a mean, where perf tells how it spread. @param {Cell} cell @param {number} value */
const halfOf = ({ sem_percent: sem }, value) => (sem === undefined ? undefined : 1.96 * (sem / 100) * value);

/** @param {View} view @param {Row[]} rows */
function chart({ all, names, measure }, rows) {
  const { name, unit, of } = MEASURES[measure];
  const shown = rows.slice(0, BARS);
  const figure = fill(
    "chart",
    el(
      "figcaption",
      {},
      all.columns.length > 1 && runKeys(names),
      `${name[0].toUpperCase()}${name.slice(1)}${unit && `, ${unit}`}, of the first ${number(shown.length)} rows of the table${measure === "avg" ? "; whiskers: 95 % intervals where perf tells how calls spread" : ""}. `,
      link(twin(".csv"), "CSV"),
      " · ",
      link(twin(".json"), "JSON"),
    ),
  );
  if (shown.length === 0) return;
  drawBars(figure, {
    label: `System calls, ${name} by call and run; the numbers are in the table`,
    rows: shown.map(({ syscall }) => syscall),
    columns: all.columns.map((_, i) => ({
      label: `${letter(i)} ${names[i]}`,
      letter: letter(i),
      series: i,
      points: shown.map(({ cells }) => {
        const value = of(cells[i]);
        if (value === undefined) return null;
        const half = measure === "avg" ? halfOf(cells[i], value) : undefined;
        const ends = half === undefined ? {} : { lo: Math.max(0, value - half), hi: value + half };
        return { value, ...ends, note: withUnit(value, unit) };
      }),
    })),
    title: unit,
    tick: (value, decimals) => number(value, decimals),
    describe: (point) => point.note ?? "",
  });
}

/** @param {number | undefined} value @param {number} decimals @param {number} [sem] percent */
const cellOf = (value, decimals, sem) =>
  td(
    value === undefined
      ? "–"
      : [number(value, decimals), sem !== undefined && [" ", el("span", { class: "pm" }, `±${number(1.96 * sem, 1)}%`)]],
  );

/** @param {View} view */
function columnsOf({ all }) {
  const decimals = Object.fromEntries(
    Object.entries(MEASURES).map(([key, { of }]) => [
      key,
      Math.min(DECIMALS, decimalsFor(all.syscalls.flatMap(({ cells }) => cells.flatMap((cell) => of(cell) ?? [])))),
    ]),
  );
  /** @type {import("./sortable.js").SortColumn<Row>} */
  const name = { key: "syscall", label: "system call", left: true, value: ({ syscall }) => syscall, cell: ({ syscall }) => rowHead(syscall) };
  const each = all.columns.flatMap((_, i) => {
    const of = (/** @type {Measure} */ key) => (/** @type {Row} */ { cells }) => MEASURES[key].of(cells[i]);
    /** @type {import("./sortable.js").SortColumn<Row>[]} */
    const own = [
      { key: `calls${letter(i)}`, label: `${letter(i)} calls`, value: of("calls"), cell: (row) => cellOf(of("calls")(row), decimals.calls) },
      { key: `total${letter(i)}`, label: `${letter(i)} ms in all`, value: of("total"), cell: (row) => cellOf(of("total")(row), decimals.total) },
      {
        key: `avg${letter(i)}`,
        label: `${letter(i)} µs a call`,
        value: of("avg"),
        cell: (row) => cellOf(of("avg")(row), Math.max(2, decimals.avg), row.cells[i].sem_percent),
      },
    ];
    /** @type {import("./sortable.js").SortColumn<Row>} */
    const ratio = {
      key: `ratio${letter(i)}`,
      label: `${letter(i)} / A a call`,
      value: ({ cells }) => cells[i].avg_change,
      cell: ({ cells }) => td(ratioText(cells[i].avg_change)),
    };
    return i > 0 ? [...own, ratio] : own;
  });
  return [name, ...each];
}

/** "1.278 (+27.8 %)" @param {number | undefined} change_ */
const ratioText = (change_) =>
  change_ === undefined ? "–" : [`${number(1 + change_, 3)} `, el("span", { class: "pm" }, percent(change_, 1, true))];

/** @param {View} view */
function show(view) {
  const { all } = view;
  answer(sentence(view), `Calls, total time and time a call, as perf trace -s sums them, of ${plural(all.columns.length, "run")}.`);
  fill("pick", controls(view));
  sortable(part("table"), {
    label: "System calls",
    noun: "system call",
    rows: all.syscalls,
    columns: columnsOf(view),
    fallback: "totalA",
    limit: ROWS,
    text: ({ syscall }) => syscall,
    onRows: (rows) => chart(view, rows),
  });
  dense(part("table"));
  fill(
    "notes",
    el(
      "p",
      { class: "note" },
      "Time a call is total / calls, summed over all threads of a run; ± is half of its 95 % interval in percent, of several threads only an approximation. Totals compare only where the numbers of calls are about equal. Tracing itself costs time: only runs that were traced alike compare.",
    ),
    tracingNotes(all.columns),
  );
}

listenToForm();
page(async () => {
  fillForm();
  const runs = query().getAll("runs");
  if (runs.length === 0) return () => {};
  const all = await getSyscalls({ runs });
  return () => show(viewOf(all));
});
followTheme();
