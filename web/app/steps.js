// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** Where a cost comes from: steps from off to the root group, to a child group, and parts of them. */
import { barsOf } from "./costs.js";
import { el, fill, link, rowHead, table, td, th } from "./dom.js";
import { percent, plusMinus } from "./format.js";
import { drawWaterfall } from "./plot.js";
import { twin } from "./shell.js";

/**
 * @typedef {import("./api.js").Overhead} Overhead
 * @typedef {import("./api.js").Step} Step
 */

/** Steps of a machine on a kernel, in the order of the chain. @param {Step[]} steps @param {number} kernel */
const stepsOn = (steps, kernel) => steps.filter((step) => step.kernel === kernel);

/** @param {Step | undefined} step */
const cell = (step) =>
  step ? td([percent(step.value), " ", el("span", { class: "pm" }, plusMinus(step.lo, step.hi))]) : td("–");

/** @param {Overhead} overhead @param {Step[]} steps @param {number[]} kernels */
function stepTable(overhead, steps, kernels) {
  const names = [...new Map(steps.map((step) => [step.name, step])).values()];
  const rows = names.map(({ name }) =>
    el(
      "tr",
      {},
      rowHead(name),
      kernels.map((k) => cell(stepsOn(steps, k).find((step) => step.name === name))),
    ),
  );
  const head = [th("of off in the root group"), kernels.map((k) => th(overhead.kernels[k].name))];
  return table("Where the cost comes from, by kernel", head, rows);
}

/**
 * Fills the part "steps"; hides it where no chain of configs was measured.
 * @param {Overhead} overhead
 * @param {{machine: number, subject: string}} view
 */
export function showSteps(overhead, { machine, subject }) {
  const steps = (overhead.steps ?? []).filter((step) => step.machine === machine);
  const kernels = [...new Set(steps.map(({ kernel }) => kernel))].sort((a, b) => a - b);
  const newest = kernels.at(-1);
  if (newest === undefined) {
    fill("steps").hidden = true;
    return;
  }
  const { name } = overhead.kernels[newest];
  const figure = el(
    "figure",
    {},
    el(
      "figcaption",
      {},
      `What each step adds on ${name}, ${subject}, in percent of off in the root group, 95 % intervals. Hollow: a part of the step before. `,
      link(twin(".json"), "JSON"),
    ),
  );
  fill("steps", el("h2", {}, "Where it comes from"), figure, stepTable(overhead, steps, kernels));
  drawWaterfall(figure, {
    label: `Steps from memcg off to a child group on ${name}, ${subject}; the numbers are in the table`,
    bars: barsOf(stepsOn(steps, newest)),
    tick: (value, decimals) => percent(value / 100, decimals),
    describe: ({ value, lo, hi }) => `${percent(value, 1, true)} ${plusMinus(lo, hi)}`.trim(),
  });
}
