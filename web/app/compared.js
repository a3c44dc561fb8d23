// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** What a comparison says: pure functions from the API's answer to words. */
import { isDuration } from "./costs.js";
import { isGoodOrBad, judge, list, number, percent, plural, plusMinus } from "./format.js";

/**
 * @typedef {import("./api.js").Comparison} Comparison
 * @typedef {import("./api.js").Column} Column
 * @typedef {import("./api.js").CompareRow} CompareRow
 * @typedef {import("./api.js").CompareCell} CompareCell
 */

const FEW = 3; /* changes that a sentence may list */
const SAMPLES_MAX = 40; /* that are written out; the API has all */

/** What a table shows of a cell: samples' median, else the one number. @param {CompareCell | null} cell */
export const centre = (cell) => cell?.median ?? cell?.mean;

/**
 * The change against the baseline and its interval, as fractions: of the verdict, whose effect is a
 * ratio or, where values are 0 or negative, a difference.
 * @param {CompareRow} row
 * @param {number} baseline
 * @param {number} column
 * @returns {{change?: number, lo?: number, hi?: number, judged: import("./format.js").Judgement}}
 */
export function changeOf({ cells }, baseline, column) {
  const { delta, verdict } = cells[column] ?? {};
  const judged = judge(verdict);
  if (!verdict?.is_difference) return { change: verdict?.effect ?? delta, lo: verdict?.lo, hi: verdict?.hi, judged };
  const size = Math.abs(centre(cells[baseline]) ?? 0);
  if (!size || verdict.lo === undefined || verdict.hi === undefined) return { change: delta, judged };
  return { change: delta, lo: verdict.lo / size, hi: verdict.hi / size, judged };
}

/** The indices of the columns that are held against the baseline. @param {Comparison} comparison */
export const others = ({ columns, baseline }) =>
  columns.map((_, i) => i).filter((i) => i !== baseline);

/** @param {(string | undefined)[]} values */
const same = (values) => (values.every((value) => value === values[0]) ? values[0] : undefined);

/**
 * Short names of columns: what tells them apart, of kernel, config and the run's own name.
 * @param {Column[]} columns
 */
export function shortNames(columns) {
  const kernel = same(columns.map((column) => column.kernel));
  const config = same(columns.map((column) => column.config.label));
  const names = columns.map((column) => {
    if (column.transcribed) return column.name;
    const words = [
      kernel === undefined && column.kernel,
      config === undefined && column.config.label !== "unknown" && column.config.label,
    ].filter(Boolean);
    return words.join(" ") || column.name;
  });
  return new Set(names).size === names.length ? names : columns.map(({ name }) => name);
}

/** Rows that are a test's own result. @param {Comparison} comparison */
export const resultRows = ({ groups }) =>
  groups.flatMap(({ rows }) => rows).filter(({ metric }) => !isDuration(metric));

/**
 * Groups of the tests' own results, and groups of the times around them, which have no mean.
 * @param {Comparison} comparison
 */
export function splitGroups({ groups }) {
  const keep = (/** @type {boolean} */ durations) =>
    groups
      .map((group) => ({
        ...group,
        geomean: durations ? [] : group.geomean,
        rows: group.rows.filter(({ metric }) => isDuration(metric) === durations),
      }))
      .filter(({ rows }) => rows.length > 0);
  return { results: keep(false), durations: keep(true) };
}

/**
 * What a group's geometric mean goes over: the rows of its first row's direction.
 * @param {import("./api.js").CompareGroup} group
 */
export function geomeanText({ rows }) {
  const [{ better }] = rows.map(({ metric }) => metric);
  const whole = rows.every(({ metric }) => metric.better === better);
  return whole || !better ? "geometric mean" : `geometric mean where ${better} is better`;
}

/**
 * How many rows have which verdict in a column; open: none.
 * @param {CompareRow[]} rows
 * @param {number} column
 */
export function counts(rows, column) {
  const count = { better: 0, worse: 0, changed: 0, same: 0, small: 0, unclear: 0, open: 0 };
  for (const { cells } of rows) {
    const cell = cells[column];
    if (cell && (cell.verdict || cell.delta !== undefined)) count[judge(cell.verdict)]++;
  }
  return count;
}

/**
 * Changes without any interval: all of a few, else their range.
 * @param {CompareRow[]} rows
 * @param {number} baseline
 * @param {number} column
 */
function openText(rows, baseline, column) {
  const changed = rows.flatMap((row) => {
    const { change } = changeOf(row, baseline, column);
    return change === undefined ? [] : [{ metric: row.metric, change }];
  });
  const text = (/** @type {number} */ change) => percent(change, 2, true);
  if (changed.length <= FEW) return list(changed.map(({ metric, change }) => `${metric.title} ${text(change)}`));
  const all = changed.map(({ change }) => change);
  const range = `${text(Math.min(...all))} to ${text(Math.max(...all))}`;
  return `${plural(changed.length, "metric")} changed by ${range}, none with an interval`;
}

/** @param {CompareRow[]} rows @param {number} baseline @param {number} column */
function columnText(rows, baseline, column) {
  const { better, worse, changed, same: equal, small, unclear, open } = counts(rows, column);
  const total = better + worse + changed + equal + small + unclear + open;
  if (total === open) return openText(rows, baseline, column);
  const parts = [
    `${number(worse)} of ${plural(total, "metric")} worse`,
    `${better ? number(better) : "none"} better`,
    changed && `${number(changed)} changed`,
    small && `${number(small)} too small to matter`,
    equal && `${number(equal)} the same`,
    unclear && `${number(unclear)} unclear`,
    open && `${number(open)} without verdict`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** @param {{change?: number, lo?: number, hi?: number}} change */
const changeText = ({ change = NaN, lo, hi }) =>
  `${percent(change, 2, true)} ${plusMinus(lo, hi, 2)}`.trim();

/** A comparison of durations alone is about them. @param {Comparison} comparison */
export function countedRows(comparison) {
  const rows = resultRows(comparison);
  return rows.length > 0 ? rows : comparison.groups.flatMap((group) => group.rows);
}

/**
 * The answer in words.
 * @param {Comparison} comparison
 */
export function sentence(comparison) {
  const { columns, baseline } = comparison;
  const names = shortNames(columns);
  const rows = countedRows(comparison);
  const kernel = columns[0].transcribed ? undefined : same(columns.map((column) => column.kernel));
  const said = others(comparison).map((i, place) => {
    const name = place === 0 ? `${names[i]} against ${names[baseline]}` : names[i];
    const alone = rows.length === 1 && rows[0].cells[i] && changeOf(rows[0], baseline, i);
    return `${name}: ${alone ? `${rows[0].metric.title} ${changeText(alone)}` : columnText(rows, baseline, i)}`;
  });
  return `${kernel ? `On ${kernel}, ` : ""}${said.join("; ")}.`;
}

/**
 * The largest decided change of a column, "pft faults/sec-1 −16.70 % ±1.2"; "" = none.
 * @param {Comparison} comparison
 * @param {number} column
 */
export function largest(comparison, column) {
  /** @type {{size: number, text: string} | null} */
  let most = null;
  for (const row of resultRows(comparison)) {
    const { metric } = row;
    const change = changeOf(row, comparison.baseline, column);
    if (change.change === undefined || !isGoodOrBad(change.judged)) continue;
    const size = Math.abs(Math.log1p(change.change));
    if (!most || size > most.size)
      most = { size, text: `${metric.benchmark} ${metric.title} ${changeText(change)} (${change.judged})` };
  }
  return most?.text ?? "";
}

/** What is known against columns. @param {import("./api.js").Column[]} columns */
const spoiledColumns = (columns) =>
  columns.map(({ spoiled }, i) => spoiled && `! ${shortNames(columns)[i]} is spoiled: ${spoiled}`);

/**
 * What the columns rest on: machine, samples, boots.
 * @param {Comparison} comparison
 */
export function basis(comparison) {
  const { columns, left_out } = comparison;
  const told = countedRows(comparison).flatMap(({ statistic, cells }) =>
    cells.filter((cell) => cell !== null).map((cell) => (statistic ? cell.summary_n : cell.n)),
  );
  const ns = told.filter((n) => n !== undefined);
  const [fewest, most] = [Math.min(...ns), Math.max(...ns)];
  const machine = same(columns.map((column) => column.machine));
  const boots = same(columns.map((column) => String(column.boots ?? "")));
  return [
    machine === "unknown" ? "machine unknown" : machine,
    ns.length > 0 &&
      ns.length === told.length &&
      (fewest === most ? `n = ${number(most)} each` : `n = ${number(fewest)} to ${number(most)}`),
    boots && boots !== "0" && `${boots} ${boots === "1" ? "boot" : "boots"} each`,
    columns.some((column) => column.transcribed) && "transcribed from a text",
    ...spoiledColumns(columns),
    left_out && `${number(left_out)} metrics that only one column has are left out`,
  ].filter(Boolean);
}

/**
 * The parameters of the same comparison with other columns; the first is the baseline.
 * @param {string[]} columns
 * @returns {{base: string | null, new: string[]}}
 */
export const columnsQuery = ([base, ...rest]) => ({ base: base ?? null, new: rest });

/** Samples in their order, boots divided by bars. @param {CompareCell} cell @param {number} decimals */
export function samplesText({ samples = [], sample_boots: boots = [] }, decimals) {
  const texts = samples.slice(0, SAMPLES_MAX).map((value, i) => {
    const isNext = i > 0 && boots[i] !== boots[i - 1];
    return `${isNext ? "| " : ""}${number(value, decimals)}`;
  });
  const more = samples.length - texts.length;
  return `${texts.join(" ")}${more > 0 ? ` and ${number(more)} more` : ""}`;
}

/**
 * The lines that the columns are points of, in the columns' colours; all where a config has none.
 * @param {Comparison} comparison @param {import("./api.js").Series} series
 */
export function historyLines({ columns }, { lines }) {
  const seriesOf = (/** @type {string} */ label) => columns.findIndex(({ config }) => config.label === label);
  const known = lines.filter(({ label }) => seriesOf(label) >= 0);
  const shown = known.length > 0 ? known : lines;
  return shown.map((line, i) => ({ line, series: known.length > 0 ? seriesOf(line.label) : i }));
}
