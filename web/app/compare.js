// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** A baseline and up to eight others: the table, its chart, and what differs between them. */
import { address, getComparison, getFrozen, getRun } from "./api.js";
import {
  basis,
  centre,
  changeOf,
  columnsQuery,
  geomeanText,
  largest,
  others,
  resultRows,
  sentence,
  shortNames,
  splitGroups,
} from "./compared.js";
import { showCurves } from "./curves.js";
import { frozenId, showFreeze, showFrozen } from "./freeze.js";
import { fullTitle } from "./costs.js";
import { dense, el, fill, link, part, rowHead, table, td, th } from "./dom.js";
import {
  decimalsFor,
  GLYPH,
  isGoodOrBad,
  isNoise,
  letter,
  number,
  percent,
  plusMinus,
  unitText,
} from "./format.js";
import { drawRows, followTheme, mark } from "./plot.js";
import { answer, page, param, suggest } from "./shell.js";
import { change, query } from "./state.js";
import { strip } from "./strip.js";

/**
 * @typedef {import("./api.js").Comparison} Comparison
 * @typedef {import("./api.js").CompareRow} CompareRow
 * @typedef {import("./api.js").CompareCell} CompareCell
 */

const COLUMNS_MAX = 9;
const HEAD_SPAN = 3; /* columns that a benchmark's name may take */

/** What the address compares, baseline first. */
function asked() {
  const rest = query()
    .getAll("new")
    .flatMap((value) => value.split(","));
  return [param("base"), ...rest].filter(Boolean);
}

/** @param {string[]} columns */
const compareThese = (columns) => change(columnsQuery(columns));

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

/** How sure it is, for who points at it. @param {CompareCell | null} cell */
function sureText(cell) {
  const v = cell?.verdict;
  if (!v?.word) return undefined;
  const per = v.replicates === "boots" ? "boots" : "samples";
  const parts = [
    `${v.method}, n = ${v.n_base} and ${v.n} ${per}`,
    v.q !== undefined && `q = ${v.q.toPrecision(2)} over ${v.family}`,
    !v.is_difference && v.floor !== undefined && `floor ${percent(v.floor)}`,
    !v.is_difference && v.detectable !== undefined && `could show ${percent(v.detectable, 2)}`,
    v.word === "unclear" && v.needed !== undefined && `needs about n = ${number(v.needed)} a side`,
    v.constant && "no deviation on either side",
  ];
  return parts.filter(Boolean).join("; ");
}

/** The verdict's mark, the change and its interval. @param {Comparison} comparison @param {CompareRow} row @param {number} column */
function changeCell({ baseline }, row, column) {
  const { change: size, lo, hi, judged } = changeOf(row, baseline, column);
  if (size === undefined) return td(el("span", { class: "noise" }, "–"));
  return td(
    [
      GLYPH[judged] && `${GLYPH[judged]} `,
      judged !== "open" && el("span", { class: "word" }, `${judged} `),
      percent(size, 2, true),
      " ",
      el("span", { class: "pm" }, plusMinus(lo, hi, 2)),
    ],
    {
      class: isGoodOrBad(judged) ? `${judged} cell-${judged}` : isNoise(judged) ? "noise" : undefined,
      title: sureText(row.cells[column]),
    },
  );
}

/** Samples, and boots in brackets; one text where all columns agree. @param {CompareRow} row */
function countsText({ statistic, cells }) {
  const texts = cells.map((cell) => {
    const n = statistic ? cell?.summary_n : cell?.n;
    if (n === undefined) return "–";
    return cell?.boots ? `${number(n)} (${number(cell.boots)})` : number(n);
  });
  return texts.every((text) => text === texts[0]) ? texts[0] : texts.join(" / ");
}

/**
 * @param {Comparison} comparison
 * @param {CompareRow} row
 * @param {boolean} withUnit
 */
function metricRow(comparison, row, withUnit) {
  const { baseline } = comparison;
  const { metric, statistic, cells } = row;
  const decimals = decimalsFor(cells.flatMap((cell) => centre(cell) ?? []));
  const columns = cells.map((cell, i) => [
    td(number(centre(cell) ?? NaN, decimals)),
    i !== baseline && changeCell(comparison, row, i),
  ]);
  return el(
    "tr",
    {},
    rowHead([
      statistic ? `${metric.title} (${statistic})` : metric.title,
      withUnit && el("span", { class: "unit" }, ` ${unitText(metric)}`),
    ]),
    columns,
    td(strip(cells.map((cell) => cell?.samples), decimals), { class: "middle" }),
    td(countsText(row)),
  );
}

/**
 * @param {Comparison} comparison
 * @param {import("./api.js").CompareGroup} group
 * @param {number} width
 */
function groupBody(comparison, group, width) {
  const { benchmark, geomean, rows } = group;
  const units = new Set(rows.map(({ metric }) => unitText(metric)));
  const [unit] = units;
  const shared = units.size === 1 && unit;
  const counted = rows.length > 1 && geomean.some((value) => value !== null);
  return el(
    "tbody",
    {},
    el(
      "tr",
      { class: "group" },
      rowHead(
        [benchmark || "no benchmark", shared && el("span", { class: "unit" }, ` ${shared}`)],
        { scope: "rowgroup", colspan: HEAD_SPAN },
      ),
      td("", { colspan: width - HEAD_SPAN }),
    ),
    rows.map((row) => metricRow(comparison, row, !shared)),
    counted && geomeanRow(comparison, group),
  );
}

/** @param {Comparison} comparison @param {import("./api.js").CompareGroup} group */
function geomeanRow({ baseline, columns }, group) {
  const cells = columns.map((_, i) => {
    const value = group.geomean[i] ?? null;
    const { lo, hi } = group.geomean_interval?.[i] ?? {};
    const text = value !== null && [percent(value, 2, true), " ", el("span", { class: "pm" }, plusMinus(lo, hi, 2))];
    return [td(""), i !== baseline && td(text)];
  });
  return el("tr", { class: "sum" }, rowHead(geomeanText(group)), cells, td("", { colspan: 2 }));
}

/**
 * What changed between the profiles of two stored runs.
 * @param {import("./api.js").Column} a
 * @param {import("./api.js").Column} b
 * @param {string} text
 */
const profileLink = (a, b, text) =>
  a.id && b.id ? link(address("/profile-diff", { a: a.id, b: b.id }), text) : text;

/** memcg's share of the profile, where a column has one. @param {Comparison} comparison */
function shareBody({ columns, baseline }) {
  if (columns.every((column) => column.memcg_percent === undefined)) return null;
  const base = columns[baseline].memcg_percent;
  const cells = columns.map(({ memcg_percent: share }, i) => [
    td(share === undefined ? "–" : percent(share / 100, 2)),
    i !== baseline &&
      td(
        share === undefined || base === undefined
          ? "–"
          : profileLink(columns[baseline], columns[i], `${percent((share - base) / 100, 2, true).slice(0, -1)}pt`),
      ),
  ]);
  return el(
    "tbody",
    {},
    el("tr", {}, rowHead("memcg share of cycles"), cells, td("", { colspan: 2 })),
  );
}

/** @param {Comparison} comparison */
function tableHead({ columns, baseline }) {
  const names = shortNames(columns);
  const versus = (/** @type {number} */ i) => `${letter(i)} vs ${letter(baseline)}, %`;
  return [
    th("benchmark, metric"),
    columns.map((_, i) => [th(`${letter(i)} ${names[i]}`), i !== baseline && th(versus(i))]),
    th("samples"),
    th("n (boots)"),
  ];
}

/**
 * @param {Comparison} comparison
 * @param {string} label
 * @param {import("./api.js").CompareGroup[]} groups
 * @param {...(HTMLElement | null)} more bodies below them
 */
function groupTable(comparison, label, groups, ...more) {
  const width = 2 * comparison.columns.length + 2;
  const bodies = groups.map((group) => groupBody(comparison, group, width));
  return dense(table(label, tableHead(comparison), [...bodies, ...more.filter((body) => body !== null)]));
}

/** The tests' own results, and the times around them behind a fold. @param {Comparison} comparison */
function valueTables(comparison) {
  const { results, durations } = splitGroups(comparison);
  const base = letter(comparison.baseline);
  const count = durations.reduce((sum, { rows }) => sum + rows.length, 0);
  return [
    results.length > 0 &&
      groupTable(comparison, "Values and changes", results, shareBody(comparison)),
    el(
      "p",
      { class: "note" },
      `Medians, and changes in percent of ${base} ± half of the 95 % interval. `,
      el("span", { class: "better" }, "▲ better"),
      " and ",
      el("span", { class: "worse" }, "▼ worse"),
      ": decided, at 5 % over a benchmark's metrics and above the floor. ",
      el("span", { class: "noise" }, "~"),
      ": the same, too small to matter, or unclear; pointing at a number tells how sure it is. Below 3 samples there is no verdict.",
    ),
    count > 0 &&
      el(
        "details",
        { open: results.length === 0 },
        el("summary", {}, `User, system and elapsed time of whole tests (${number(count)})`),
        groupTable(comparison, "Times of whole tests", durations),
      ),
  ];
}

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

/** @param {Comparison} comparison */
function chart(comparison) {
  const rows = resultRows(comparison).filter(({ metric }) =>
    ["higher", "lower"].includes(metric.better ?? ""),
  );
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
  for (const name of ["chips", "table", "chart", "curves", "differences"]) fill(name);
  part("frozen").hidden = true;
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
  fill("table", valueTables(comparison));
  chart(comparison);
  showCurves(comparison);
  differences(comparison);
}

page(async () => {
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
