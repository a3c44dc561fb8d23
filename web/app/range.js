// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** A range of kernels: picked by two selects or by dragging over a chart, and held by the address. */
import { library } from "./chartlibrary.js";
import { el } from "./dom.js";
import { option, param, selector } from "./shell.js";
import { change } from "./state.js";

/** @typedef {{slug?: string, name: string}} Kernel */

const DRAG_LEAST = 8; /* pixels, below which it is a click */

/** The range that the address asks for, as the API takes it. */
export const range = () => ({ from: param("from"), to: param("to") });

/** @param {Kernel} kernel */
const slugOf = ({ slug, name }) => slug ?? name;

/** @param {string} name @param {Kernel} kernel */
const isCalled = (name, kernel) => slugOf(kernel) === name || kernel.name === name;

const reset = () => change({ from: null, to: null });

/**
 * Two selects, and a way back to all kernels.
 * @param {Kernel[]} kernels all that there are, oldest first
 */
export function rangeControls(kernels) {
  const ends = range();
  if (kernels.length < 3 && !ends.from && !ends.to) return null;
  const select = (/** @type {string} */ label, /** @type {"from" | "to"} */ key, /** @type {string} */ any) =>
    selector(
      label,
      key,
      [option("", any, !ends[key]), ...kernels.map((kernel) => option(slugOf(kernel), kernel.name, isCalled(ends[key], kernel)))],
      (value) => change({ [key]: value || null }),
    );
  return [
    select("From kernel", "from", "the oldest"),
    select("To kernel", "to", "the newest"),
    (ends.from || ends.to) && el("button", { type: "button", click: reset }, "All kernels"),
  ];
}

/**
 * Dragging over a chart of kernels picks those between; Escape goes back to all.
 * @param {HTMLElement} figure
 * @param {Kernel[]} kernels along its axis
 */
export function dragRange(figure, kernels) {
  const canvas = figure.querySelector("canvas");
  if (!canvas || kernels.length < 2) return;
  const shade = el("div", { class: "shade", hidden: true });
  canvas.after(shade);
  /** @type {number | null} */
  let start = null;
  const ends = (/** @type {number} */ x) => [Math.min(start ?? x, x), Math.max(start ?? x, x)];
  const isDrag = (/** @type {number} */ x) => start !== null && Math.abs(x - start) >= DRAG_LEAST;
  const at = (/** @type {number} */ x) => {
    const place = Math.round(library()?.getChart(canvas)?.scales.x.getValueForPixel(x) ?? 0);
    return slugOf(kernels[Math.min(Math.max(place, 0), kernels.length - 1)]);
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch" || event.button !== 0) return; // a finger scrolls the page
    start = event.offsetX;
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", ({ offsetX: x }) => {
    shade.hidden = !isDrag(x);
    const [left, right] = ends(x);
    shade.style.left = `${left}px`;
    shade.style.width = `${right - left}px`;
  });
  canvas.addEventListener("pointerup", ({ offsetX: x }) => {
    const [left, right] = ends(x);
    const dragged = isDrag(x);
    start = null;
    shade.hidden = true;
    if (dragged) {
      canvas.addEventListener("click", (event) => event.stopImmediatePropagation(), { capture: true, once: true });
      change({ from: at(left), to: at(right) });
    }
  });
  canvas.addEventListener("pointercancel", () => {
    start = null;
    shade.hidden = true;
  });
  canvas.addEventListener("keydown", (event) => {
    const { from, to } = range();
    if (event.key === "Escape" && !event.defaultPrevented && (from || to)) reset();
  });
}
