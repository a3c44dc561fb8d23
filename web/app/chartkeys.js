// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** What a reader does with a chart: walk its points by keyboard, take it along as a picture. */
import { el } from "./dom.js";

/** @typedef {import("chart.js").Chart<any, any, any>} ChartOf */
/** @typedef {{datasetIndex: number, index: number}} Place */

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
});

/**
 * The next place that holds a point, in a direction; the same where there is none.
 * @param {boolean[][]} filled by line, then by place on the axis
 * @param {Place | null} from null = before all
 * @param {[number, number]} step lines, places
 * @returns {Place | null}
 */
export function nextPlace(filled, from, [lines, places]) {
  if (!from) {
    const datasetIndex = filled.findIndex((line) => line.includes(true));
    return datasetIndex < 0 ? null : { datasetIndex, index: filled[datasetIndex].indexOf(true) };
  }
  let { datasetIndex, index } = from;
  for (;;) {
    datasetIndex += lines;
    index += places;
    const line = filled[datasetIndex];
    if (!line || index < 0 || index >= line.length) return from;
    if (line[index]) return { datasetIndex, index };
  }
}

/** @param {ChartOf} chart @param {Place | null} place */
function point(chart, place) {
  chart.setActiveElements(place ? [place] : []);
  const element = place && chart.getDatasetMeta(place.datasetIndex).data[place.index];
  chart.tooltip?.setActiveElements(place ? [place] : [], element ? { x: element.x, y: element.y } : { x: 0, y: 0 });
  chart.update("none");
}

/**
 * Arrow keys walk the points of a chart, Enter follows one, Escape leaves it; each is read out.
 * @param {ChartOf} chart its datasets have `points`
 * @param {(place: Place) => string} tell
 * @returns {HTMLElement} what is read out: to be put beside the canvas
 */
export function walk(chart, tell) {
  const said = el("p", { class: "vh", role: "status" });
  const sets = /** @type {any[]} */ (chart.data.datasets);
  const filled = sets.map(({ points }) => points.map((/** @type {unknown} */ one) => Boolean(one)));
  const across = chart.options.indexAxis === "y";
  /** @type {Place | null} */
  let place = null;
  const go = (/** @type {Place | null} */ to) => {
    place = to;
    point(chart, place);
    said.textContent = place ? tell(place) : "";
  };
  chart.canvas.addEventListener("blur", () => go(null));
  chart.canvas.addEventListener("keydown", (event) => {
    const [first, second] = STEPS[event.key] ?? [];
    const href = place && sets[place.datasetIndex].points[place.index]?.href;
    if (first !== undefined) go(nextPlace(filled, place, across ? [second, first] : [first, second]));
    else if (event.key === "Escape" && place) go(null);
    else if (event.key === "Enter" && href) location.assign(href);
    else return;
    event.preventDefault();
  });
  return said;
}

/**
 * A button that saves the chart as it stands, on the page's background.
 * @param {HTMLCanvasElement} canvas
 * @param {string} name of the file, without its ending
 */
export const download = (canvas, name) =>
  el(
    "button",
    {
      type: "button",
      class: "as-link",
      click: () => {
        const anchor = el("a", { href: canvas.toDataURL(), download: `${name}.png` });
        anchor.click();
      },
    },
    "PNG",
  );
