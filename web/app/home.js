// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** What memcg costs now: the answer, its table, the way over kernels, the latest runs. */
import { address, getChanges, getOverhead, getRuns } from "./api.js";
import {
  cellsOf,
  comparisonOf,
  fullTitle,
  headline,
  isDuration,
  kernelsOf,
  linesOf,
  meansOf,
  pickLine,
  pickMachine,
  place,
  rowsOf,
  slugOf,
} from "./costs.js";
import { costCell, drawCosts, markNote } from "./costview.js";
import { el, fill, link, part, rowHead, table, td, th } from "./dom.js";
import { dateTime, spoiledNote } from "./format.js";
import { changedTable, nowTable } from "./latest.js";
import { followTheme } from "./plot.js";
import { answer, page, param } from "./shell.js";
import { inPlace, query } from "./state.js";

/** @typedef {import("./api.js").Overhead} Overhead */

const LATEST = "8";

/**
 * Links to the same page for each config.
 * @param {Overhead} overhead
 * @param {{machine: number, line: number}} view
 */
function choices(overhead, { machine, line }) {
  const links = linesOf(overhead, machine).map((i) => {
    const params = query();
    params.set("line", overhead.lines[i].label);
    const anchor = el(
      "a",
      { href: `/?${params}`, "aria-current": i === line ? "true" : undefined },
      overhead.lines[i].label,
    );
    return inPlace(anchor, { line: overhead.lines[i].label });
  });
  return el("nav", { class: "choices", "aria-label": "Config" }, links);
}

/**
 * Links to the same page for each machine, where there are several.
 * @param {Overhead} overhead
 * @param {number} current
 */
function machines(overhead, current) {
  const measured = overhead.machines.filter((_, i) => kernelsOf(overhead, i).length > 0);
  if (measured.length < 2) return null;
  const links = measured.map((machine) => {
    const slug = slugOf(machine);
    const here = machine === overhead.machines[current];
    const anchor = el(
      "a",
      { href: address("/", { machine: slug }), "aria-current": here ? "true" : undefined },
      machine.name,
    );
    return inPlace(anchor, { machine: slug, line: null });
  });
  return el("nav", { class: "choices", "aria-label": "Machine" }, links);
}

/**
 * @param {Overhead} overhead
 * @param {{machine: number, line: number}} view
 */
function costTable(overhead, { machine, line }) {
  const kernels = kernelsOf(overhead, machine);
  const rows = overhead.metrics.flatMap((metric, i) => {
    const cells = cellsOf(overhead, machine, i, line);
    if (isDuration(metric) || !cells.some((cell) => cell)) return [];
    const href = address("/overhead", {
      machine: slugOf(overhead.machines[machine]),
      benchmark: metric.benchmark,
      metric: metric.title,
    });
    const numbers = kernels.map((k) => {
      const cell = cells[k];
      return costCell(cell, cell && comparisonOf(cell));
    });
    return [el("tr", {}, rowHead(link(href, fullTitle(metric))), numbers)];
  });
  const means = meansOf(overhead, machine, line);
  const sum = el(
    "tr",
    { class: "group" },
    rowHead("geometric mean"),
    kernels.map((k) => costCell(means[k])),
  );
  const { label } = overhead.lines[line];
  const head = [
    th(`cost against off, ${label}`),
    kernels.map((k) => th(overhead.kernels[k].name)),
  ];
  const cells = overhead.cells.filter((cell) => cell.machine === machine && cell.line === line);
  return [
    table(`Cost of ${place(label)} against off`, head, [...rows, sum]),
    el(
      "p",
      { class: "note" },
      "Cost in percent of off, ± half of the 95 % interval; higher is worse. Each number opens its comparison. ",
      "Grey and ~: not distinguishable from no cost. ▲ and blue: cheaper than off.",
      markNote(cells),
      spoiledNote(overhead),
    ),
  ];
}

/** @param {import("./api.js").Run[]} runs */
function runTable(runs) {
  const rows = runs.map((run) =>
    el(
      "tr",
      {},
      rowHead(link(`/run/${run.id}`, run.name)),
      td(run.config.label, { class: "left" }),
      td(dateTime(run.start).slice(0, 10)),
    ),
  );
  return [
    table("Latest runs", [th("run"), th("config", { class: "left" }), th("start")], rows),
    el("p", { class: "note" }, link("/runs", "All runs")),
  ];
}

page(async () => {
  const [overhead, { runs }, changes] = await Promise.all([
    getOverhead({}),
    getRuns({ limit: LATEST }),
    getChanges({}),
  ]);
  return () => {
    fill("runs", runTable(runs));
    fill("changed", changedTable(changes), el("p", { class: "note" }, link("/changes", "All changes")));
    part("more").hidden = runs.length === 0;
    if (overhead.means.length === 0) {
      fill("lede", "No config has been measured beside one with memcg off yet.");
      return;
    }
    const machine = pickMachine(overhead, param("machine"));
    const lines = linesOf(overhead, machine);
    const named = pickLine(overhead, param("line") || "child");
    const line = lines.includes(named) ? named : lines[0];
    const { sentence, lede } = headline(overhead, machine);
    answer(sentence, lede);
    fill("controls", machines(overhead, machine));
    fill("now", nowTable(overhead, machine));
    fill("choices", el("h2", {}, "By metric"), choices(overhead, { machine, line }));
    fill("table", costTable(overhead, { machine, line }));
    part("trend").hidden = false;
    const slug = slugOf(overhead.machines[machine]);
    const figure = fill(
      "chart",
      el(
        "figcaption",
        {},
        "Cost against off on the same kernel, geometric mean of all metrics, 95 % intervals. ",
        link(address("/overhead", { machine: slug }), "Table"),
        " · ",
        link(address("/overhead.csv", { machine: slug }), "CSV"),
      ),
    );
    drawCosts(figure, overhead, {
      kernels: kernelsOf(overhead, machine),
      rows: rowsOf(overhead, { machine, metric: -1, line: -1 }),
      subject: "geometric mean of all metrics",
    });
  };
});
followTheme();
