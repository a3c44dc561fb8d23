// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** Bars that lie beside one another, one a column in each row; a letter at its end tells which. */
import { library } from "./chartlibrary.js";
import { background, common, dataset, draw, endOf, FONT, LABEL_SHARE, measureAxis, onAxes, placeAxis, theme } from "./plot.js";

const BAR = 14; /* pixels of one bar with its gap */
const GAP = 12; /* between rows */
const ROOM = 18; /* right of the longest bar, for its letter */

/** Writes each bar's letter behind its end. @type {import("chart.js").Plugin<any>} */
const letters = {
  id: "letters",
  afterDatasetsDraw(chart) {
    const { ctx } = chart;
    ctx.save();
    ctx.font = `${FONT - 1}px ${library().defaults.font.family}`;
    ctx.textBaseline = "middle";
    ctx.fillStyle = theme().ink;
    chart.data.datasets.forEach((/** @type {any} */ set, /** @type {number} */ i) =>
      chart.getDatasetMeta(i).data.forEach((bar, k) => {
        const end = set.points[k] && chart.scales.x.getPixelForValue(set.points[k].hi ?? set.points[k].value);
        if (end !== null) ctx.fillText(set.letter, Math.max(end, bar.x) + 4, bar.y);
      }),
    );
    ctx.restore();
  },
};

/**
 * @param {HTMLElement} figure
 * @param {{label: string, rows: string[], columns: (import("./plot.js").Line & {letter: string})[], title: string,
 *   tick: (value: number, decimals: number) => string, step?: number,
 *   describe: (point: import("./plot.js").Point) => string}} what values from 0; step: between ticks
 */
export function drawBars(figure, what) {
  const { rows, columns } = what;
  const datasets = columns.map((column) => ({
    ...dataset(column, 1),
    letter: columns.length > 1 ? column.letter : "",
    borderWidth: 0,
    maxBarThickness: BAR - 2,
  }));
  const config = /** @type {any} */ (common(rows, datasets, what.describe));
  config.type = "barWithErrorBars";
  config.plugins = [background, letters];
  config.options.indexAxis = "y";
  config.options.interaction = { mode: "nearest", axis: "y", intersect: false };
  config.options.layout = { padding: { right: ROOM } };
  config.options.scales = { x: measureAxis(datasets, what), y: placeAxis(false) };
  if (what.step) {
    const { x } = config.options.scales;
    x.ticks.stepSize = what.step;
    x.max = Math.ceil(x.max / what.step) * what.step;
  }
  onAxes(datasets, true);
  const room = Math.floor((figure.clientWidth * LABEL_SHARE) / (FONT / 2));
  config.options.scales.y.ticks.callback = (/** @type {number} */ i) => endOf(rows[i], room);
  draw(figure, what, rows.length * (columns.length * BAR + GAP) + 56, config);
}
