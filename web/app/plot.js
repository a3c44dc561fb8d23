// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/**
 * Charts in the manner of the pages: intervals as whiskers, names at the ends of lines, colours
 * from style.css, nothing that moves. Each stands beside a table of the same numbers.
 */
import { el, svg } from "./dom.js";

/** @typedef {import("chart.js").Chart<any, any, any>} ChartOf */
/** @typedef {import("chart.js").Plugin<any>} Plugin */
/**
 * @typedef {{value: number, lo?: number, hi?: number, href?: string, note?: string}} Point
 * @typedef {{label: string, series: number, points: (Point | null)[], hollow?: boolean[]}} Line
 */

const SERIES = 6;
const DASHES = [[], [6, 3], [2, 3], [8, 3, 2, 3], [10, 4], [1, 2]];
/** @type {import("chart.js").PointStyle[]} */
const SHAPES = ["circle", "rect", "triangle", "rectRot", "crossRot", "star"];
const FONT = 12;
const HEIGHT = 280;
const SMALL = 130;
const DODGE = 7; /* pixels between lines at one place of the axis */
const LABEL_SHARE = 0.34; /* of a chart's width, at most, for the names of its rows */
const LEADER = 14; /* pixels from the plot to the names of its lines */

/** Charts on the page, to be drawn again when colours change. @type {Set<ChartOf>} */
const live = new Set();

/** @returns {typeof import("chart.js").Chart} */
const library = () => /** @type {any} */ (globalThis).Chart;

/** The theme's colours as they are now. */
function theme() {
  const style = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return {
    ink: colour("--ink"),
    ink2: colour("--ink-2"),
    rule: colour("--rule"),
    zero: colour("--ink-3"),
    paper: colour("--paper"),
    series: Array.from({ length: SERIES }, (_, i) => colour(`--s${i + 1}`)),
  };
}

/** A series' colour. @param {number} series */
const tint = (series) => theme().series[series % SERIES] ?? theme().ink;

/** Whether categories run down the y axis. @param {ChartOf} chart */
const lying = (chart) => chart.options.indexAxis === "y";

/** Moves lines that share a place apart, so that no interval hides another. @type {Plugin} */
const dodge = {
  id: "dodge",
  afterDatasetsUpdate(chart) {
    const lines = chart.data.datasets.length;
    const [axis, scale] = lying(chart) ? ["y", chart.scales.y] : ["x", chart.scales.x];
    const room = (scale.getPixelForValue(1) - scale.getPixelForValue(0)) / (lines + 1) || DODGE;
    const step = Math.min(DODGE, Math.abs(room));
    for (let i = 0; i < lines; i++) {
      const shift = (i - (lines - 1) / 2) * step;
      for (const element of chart.getDatasetMeta(i).data)
        /** @type {any} */ (element)[axis] += shift;
    }
  },
};

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {boolean} flat
 * @param {number} at the fixed coordinate
 * @param {number} from
 * @param {number} to
 */
function whisker(ctx, flat, at, from, to) {
  const cap = 3;
  const line = (/** @type {number[]} */ [x1, y1, x2, y2]) => {
    ctx.moveTo(x1, y1);
    ctx.lineTo(x2, y2);
  };
  ctx.beginPath();
  line(flat ? [from, at, to, at] : [at, from, at, to]);
  for (const end of [from, to])
    line(flat ? [end, at - cap, end, at + cap] : [at - cap, end, at + cap, end]);
  ctx.stroke();
}

/** Draws each point's interval. @type {Plugin} */
const whiskers = {
  id: "whiskers",
  beforeDatasetsDraw(chart) {
    const flat = lying(chart);
    const scale = flat ? chart.scales.x : chart.scales.y;
    const ctx = chart.ctx;
    ctx.save();
    ctx.lineWidth = 1.25;
    chart.data.datasets.forEach((/** @type {any} */ set, /** @type {number} */ i) => {
      ctx.strokeStyle = set.borderColor;
      chart.getDatasetMeta(i).data.forEach((element, j) => {
        const interval = set.intervals[j];
        if (interval)
          whisker(
            ctx,
            flat,
            flat ? element.y : element.x,
            scale.getPixelForValue(interval[0]),
            scale.getPixelForValue(interval[1]),
          );
      });
    });
    ctx.restore();
  },
};

/**
 * Heights at which labels stand so that none covers another, in the order given.
 * @param {number[]} wanted
 * @param {number} gap
 * @param {number} top
 * @param {number} bottom
 */
export function spread(wanted, gap, top, bottom) {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  const placed = new Array(wanted.length);
  let edge = top;
  for (const i of order) {
    placed[i] = Math.max(wanted[i], edge);
    edge = placed[i] + gap;
  }
  edge = bottom;
  for (const i of order.reverse()) {
    placed[i] = Math.min(placed[i], edge);
    edge = placed[i] - gap;
  }
  return placed;
}

/**
 * The last point of each line, and whether the axis ends there too.
 * @param {ChartOf} chart
 */
function lineEnds(chart) {
  return chart.data.datasets.flatMap((/** @type {any} */ set, /** @type {number} */ i) => {
    const last = set.data.findLastIndex((/** @type {unknown} */ value) => value !== null);
    const element = chart.getDatasetMeta(i).data[last];
    return element ? [{ set, element, whole: last === set.data.length - 1 }] : [];
  });
}

/** Writes each line's name behind its last point, or beside it where others go on. @type {Plugin} */
const endLabels = {
  id: "endLabels",
  afterDatasetsDraw(chart) {
    if (lying(chart)) return;
    const { ctx, chartArea } = chart;
    const ends = lineEnds(chart);
    const behind = ends.filter(({ whole }) => whole);
    const wanted = behind.map(({ element }) => element.y);
    const heights = spread(wanted, FONT + 3, chartArea.top, chartArea.bottom);
    const x = chartArea.right + LEADER;
    ctx.save();
    ctx.font = `${FONT}px ${library().defaults.font.family}`;
    ctx.textBaseline = "middle";
    ctx.fillStyle = theme().ink;
    for (const { set, element, whole } of ends)
      if (!whole) ctx.fillText(set.label, element.x + 8, element.y - FONT);
    behind.forEach(({ set, element }, i) => {
      ctx.strokeStyle = set.borderColor;
      ctx.beginPath();
      ctx.moveTo(element.x + 6, element.y);
      ctx.lineTo(x - 3, heights[i]);
      ctx.stroke();
      ctx.fillText(set.label, x, heights[i]);
    });
    ctx.restore();
  },
};

/** @param {string[]} labels */
function labelWidth(labels) {
  const ctx = document.createElement("canvas").getContext("2d");
  if (!ctx) return 0;
  ctx.font = `${FONT}px ${getComputedStyle(document.body).fontFamily}`;
  return Math.max(0, ...labels.map((label) => ctx.measureText(label).width));
}

/** Gives a chart the colours of the theme. @param {ChartOf} chart */
function paint(chart) {
  const colours = theme();
  for (const set of /** @type {any[]} */ (chart.data.datasets)) {
    set.borderColor = set.pointBorderColor = tint(set.series);
    set.pointBackgroundColor = set.data.map((/** @type {unknown} */ _, /** @type {number} */ i) =>
      set.hollow?.[i] ? colours.paper : set.borderColor,
    );
  }
  for (const scale of Object.values(/** @type {any} */ (chart.options.scales))) {
    scale.ticks.color = colours.ink2;
    scale.title.color = colours.ink2;
    scale.border = { color: colours.rule };
    scale.grid.color = (/** @type {any} */ context) =>
      context.tick?.value === 0 && scale.measure ? colours.zero : colours.rule;
  }
  Object.assign(chart.options.plugins.tooltip, {
    backgroundColor: colours.paper,
    titleColor: colours.ink,
    bodyColor: colours.ink,
    borderColor: colours.zero,
  });
}

/** @param {ChartOf} chart */
function repaint(chart) {
  paint(chart);
  chart.update("none");
}

/**
 * @param {Line} line
 * @returns {any}
 */
function dataset(line) {
  const series = line.series % SERIES;
  return {
    label: line.label,
    series: line.series,
    hollow: line.hollow,
    data: line.points.map((point) => point && point.value * 100),
    intervals: line.points.map((point) =>
      point && point.lo !== undefined && point.hi !== undefined
        ? [point.lo * 100, point.hi * 100]
        : null,
    ),
    points: line.points,
    borderDash: DASHES[series],
    borderWidth: 2,
    pointStyle: SHAPES[series],
    pointRadius: 4,
    pointHoverRadius: 5,
    pointBorderWidth: 1.5,
    spanGaps: true,
  };
}

/** From zero, or a little beyond the intervals that go below it. @param {any[]} datasets */
function extent(datasets) {
  const ends = datasets.flatMap((set) => [...set.intervals.flat(), ...set.data]);
  const numbers = ends.filter((/** @type {unknown} */ end) => typeof end === "number");
  const [low, high] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  const room = (high - low) * 0.04;
  return { min: low < 0 ? low - room : 0, max: high > 0 ? high + room : 0 };
}

/**
 * @param {any[]} datasets
 * @param {(value: number) => string} tick
 * @param {string} title
 */
function measureAxis(datasets, tick, title) {
  const { min, max } = extent(datasets);
  return {
    measure: true,
    min,
    max,
    grid: { drawTicks: false },
    ticks: { callback: tick, includeBounds: false, padding: 6, maxTicksLimit: 7, font: { size: FONT } },
    title: { display: title !== "", text: title, font: { size: FONT } },
  };
}

/** @param {boolean} autoSkip */
const placeAxis = (autoSkip) => ({
  offset: true,
  grid: { display: false },
  ticks: { autoSkip, maxRotation: 0, padding: 4, font: { size: FONT } },
  title: { display: false },
});

/**
 * @param {HTMLElement} figure gets the canvas, before its caption
 * @param {string} label what a screen reader says
 * @param {number} height pixels
 * @param {any} config
 */
function draw(figure, label, height, config) {
  const Chart = library();
  if (!Chart) return; // it did not load; the table beside has the numbers
  const canvas = el("canvas", { role: "img", "aria-label": label });
  const box = el("div", { class: "plot" }, canvas);
  box.style.height = `${height}px`;
  figure.prepend(box);
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  const chart = new Chart(canvas, config);
  for (const old of live) if (!old.canvas?.isConnected) forget(old);
  live.add(chart);
  repaint(chart);
}

/** @param {ChartOf} chart */
function forget(chart) {
  chart.destroy();
  live.delete(chart);
}

/**
 * What both kinds of chart share.
 * @param {string[]} labels
 * @param {any[]} datasets
 * @param {(point: Point, metric: string) => string} describe
 */
function common(labels, datasets, describe) {
  const pointOf = (/** @type {any} */ hit) => datasets[hit.datasetIndex].points[hit.index ?? hit.dataIndex];
  return {
    type: "line",
    data: { labels, datasets },
    plugins: [dodge, whiskers, endLabels],
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      interaction: { mode: "nearest", intersect: false },
      onClick: (/** @type {unknown} */ _, /** @type {any[]} */ hits) => {
        const href = hits[0] && pointOf(hits[0])?.href;
        if (href) location.assign(href);
      },
      plugins: {
        legend: { display: false },
        tooltip: {
          borderWidth: 1,
          displayColors: false,
          callbacks: {
            label: (/** @type {any} */ item) =>
              `${item.dataset.label}: ${describe(pointOf(item), item.label)}`,
          },
        },
      },
    },
  };
}

/**
 * Values over kernels, one line a config; small ones go without the lines' names.
 * @param {HTMLElement} figure
 * @param {{label: string, kernels: string[], lines: Line[], tick: (value: number) => string,
 *   describe: (point: Point) => string, small?: boolean}} what
 */
export function drawLines(figure, what) {
  const small = what.small ?? false;
  const datasets = what.lines.map(dataset);
  const config = /** @type {any} */ (common(what.kernels, datasets, what.describe));
  config.options.layout = {
    padding: { top: 8, right: small ? 8 : LEADER + 4 + labelWidth(what.lines.map(({ label }) => label)) },
  };
  if (small) config.plugins = [dodge, whiskers];
  config.options.scales = {
    x: placeAxis(true),
    y: measureAxis(datasets, what.tick, ""),
  };
  draw(figure, what.label, small ? SMALL : HEIGHT, config);
}

/** The end of a text, which tells more than its start. @param {string} text @param {number} room */
const endOf = (text, room) => (text.length > room ? `…${text.slice(1 - room)}` : text);

/**
 * One row a metric, one mark a column, zero in the middle.
 * @param {HTMLElement} figure
 * @param {{label: string, rows: string[], columns: Line[], tick: (value: number) => string,
 *   title: string, describe: (point: Point) => string}} what
 */
export function drawRows(figure, what) {
  const datasets = what.columns.map((column) => ({ ...dataset(column), showLine: false }));
  const config = /** @type {any} */ (common(what.rows, datasets, what.describe));
  config.options.indexAxis = "y";
  config.options.layout = { padding: { right: 12 } };
  config.options.scales = {
    x: measureAxis(datasets, what.tick, what.title),
    y: placeAxis(false),
  };
  const room = Math.floor((figure.clientWidth * LABEL_SHARE) / (FONT / 2));
  config.options.scales.y.ticks.callback = (/** @type {number} */ i) => endOf(what.rows[i], room);
  const row = Math.max(20, datasets.length * DODGE + 8);
  draw(figure, what.label, what.rows.length * row + 56, config);
}

/**
 * A column's mark, as the charts draw it.
 * @param {number} series
 */
export function mark(series) {
  const paths = [
    "M5 1.5a3.5 3.5 0 1 0 .01 0z",
    "M1.5 1.5h7v7h-7z",
    "M5 1l4 7.5h-8z",
    "M5 .5l4.5 4.5l-4.5 4.5l-4.5-4.5z",
    "M1.5 1.5l7 7m0-7l-7 7",
    "M5 .5v9m-4.5-4.5h9m-7.7-3.2l6.4 6.4m0-6.4l-6.4 6.4",
  ];
  const line = series % SERIES > 3;
  return svg(
    "svg",
    { width: 10, height: 10, class: `key s${(series % SERIES) + 1}`, "aria-hidden": "true" },
    svg("path", {
      d: paths[series % SERIES],
      fill: line ? "none" : "currentColor",
      stroke: line ? "currentColor" : "none",
      "stroke-width": 1.5,
    }),
  );
}

/** Draws all charts again: colours follow the reader's scheme, and paper is light. */
export function followTheme() {
  const root = document.documentElement;
  const all = () => live.forEach(repaint);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", all);
  const printing = (/** @type {boolean} */ on) => {
    root.classList.toggle("printing", on);
    all();
  };
  addEventListener("beforeprint", () => printing(true));
  addEventListener("afterprint", () => printing(false));
}
