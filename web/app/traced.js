// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** What pages of BPF tools' numbers share: how runs are called, and what tracing did to them. */
import { el, link } from "./dom.js";
import { letter } from "./format.js";
import { mark } from "./plot.js";
import { costText, lossText } from "./tracing.js";

/** @typedef {import("./api.js").TracedRun} TracedRun */

/** Kernel and config where they tell the runs apart, else their names. @param {TracedRun[]} runs */
export function runNames(runs) {
  const names = runs.map(({ kernel, config, name }) =>
    kernel ? [kernel, config !== "unknown" && config].filter(Boolean).join(" ") : name,
  );
  return new Set(names).size === names.length ? names : runs.map(({ name }) => name);
}

/** "A 6.12", with its mark, leading to the run. @param {TracedRun} run @param {string} name @param {number} i */
export const runHead = ({ id }, name, i) => {
  const text = `${letter(i)} ${name}`;
  return [mark(i), id ? link(`/run/${id}`, text) : text];
};

/** Keys of a chart's columns. @param {string[]} names */
export const runKeys = (names) =>
  names.map((name, i) => el("span", { class: "keys" }, mark(i), `${letter(i)} ${name}`));

/** Sentences on what each run lost and what tracing cost it. @param {import("./tracing.js").Traced[]} runs */
export const tracingNotes = (runs) =>
  runs.flatMap((run, i) => [
    lossText(run) && el("p", { class: "note" }, `In tracing ${letter(i)} ${lossText(run)}: its counts are too low.`),
    costText(run) && el("p", { class: "note" }, `Tracing cost ${letter(i)} ${costText(run)}.`),
  ]);
