// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/**
 * Charts in the manner of the pages: intervals as whiskers, names at the ends of lines, colours
 * from style.css, nothing that moves. Each stands beside a table of the same numbers.
 */
import { download, walk } from "./chartkeys.js";
import { isHere, isMissing, library, load } from "./chartlibrary.js";
import { el, svg } from "./dom.js";
import { seriesStarts } from "./kernels.js";
import { whenNear } from "./near.js";

/** @typedef {import("chart.js").Chart<any, any, any>} ChartOf */
/** @typedef {import("chart.js").Plugin<any>} Plugin */
/**
 * @typedef {{value: number, lo?: number, hi?: number, href?: string, note?: string}} Point
 * @typedef {{label: string, series: number, points: (Point | null)[], hollow?: boolean[]}} Line
 * @typedef {{at: number, label: string}} Mark a place on the axis of kernels, and what happened there
 * @typedef {{lo: number, hi: number}} Band values between which nothing is told apart
 */

const SERIES = 6;
const DASHES = [[], [6, 3], [2, 3], [8, 3, 2, 3], [10, 4], [1, 2]];
/** @type {import("chart.js").PointStyle[]} */
const SHAPES = ["circle", "rect", "triangle", "rectRot", "crossRot", "star"];
export const FONT = 12;
export const HEIGHT = 280;
const SMALL = 130;
const DODGE = 7; /* pixels between lines at one place of the axis */
export const LABEL_SHARE = 0.34; /* of a chart's width, at most, for the names of its rows */
const LEADER = 14; /* pixels from the plot to the names of its lines */

/** Charts on the page, to be drawn again when colours change. @type {Set<ChartOf>} */
const live = new Set();

/** The theme's colours as they are now. */
export function theme() {
  const style = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return {
    ink: colour("--ink"),
    ink2: colour("--ink-2"),
    rule: colour("--rule"),
    zero: colour("--ink-3"),
    paper: colour("--paper"),
    wash: colour("--paper-2"),
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
    const last = set.points.findLastIndex((/** @type {unknown} */ point) => point !== null);
    const element = chart.getDatasetMeta(i).data[last];
    return element ? [{ set, element, whole: last === set.points.length - 1 }] : [];
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

/** Gives a chart, or what one is made from, the colours of the theme. @param {any} chart */
function paint(chart) {
  const colours = theme();
  for (const set of /** @type {any[]} */ (chart.data.datasets)) {
    const tints = set.tints?.map(tint) ?? tint(set.series);
    set.borderColor = set.errorBarColor = set.errorBarWhiskerColor = tints;
    if (set.tints) set.errorBarColor = set.errorBarWhiskerColor = colours.ink;
    set.backgroundColor = set.points.map((/** @type {unknown} */ _, /** @type {number} */ i) =>
      set.hollow?.[i] ? colours.paper : (set.tints ? tints[i] : tints),
    );
  }
  for (const note of Object.values(/** @type {any} */ (chart.options.plugins.annotation?.annotations ?? {}))) {
    note.backgroundColor = colours.wash;
    note.borderColor = note.kind === "change" ? colours.ink2 : colours.zero;
    if (note.label) note.label.color = colours.ink2;
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

/** The part of a line over kernels that have no value is thin. */
const overGap = (/** @type {any} */ { p0DataIndex, p1DataIndex }) => (p1DataIndex - p0DataIndex > 1 ? [1, 4] : undefined);

/**
 * @param {Line} line
 * @param {number} factor 100 where fractions are shown in percent
 * @returns {any}
 */
export function dataset(line, factor) {
  const series = line.series % SERIES;
  const scaled = (/** @type {number | undefined} */ value) => (value === undefined ? undefined : value * factor);
  return {
    label: line.label,
    series: line.series,
    hollow: line.hollow,
    points: line.points,
    data: line.points.map((point, i) => [i, scaled(point?.value) ?? NaN, scaled(point?.lo), scaled(point?.hi)]),
    borderDash: DASHES[series],
    borderWidth: 2,
    pointStyle: SHAPES[series],
    radius: 4,
    hoverRadius: 6,
    pointWithErrorBarBorderWidth: 1.5,
    errorBarLineWidth: 1.25,
    errorBarWhiskerLineWidth: 1.25,
    errorBarWhiskerSize: 8,
    errorBarWhiskerRatio: 0,
    spanGaps: true,
    segment: { borderDash: overGap },
  };
}

/** Gives each value its keys on the axes of the chart. @param {any[]} datasets @param {boolean} flat */
export function onAxes(datasets, flat) {
  const [place, value] = flat ? ["y", "x"] : ["x", "y"];
  for (const set of datasets)
    set.data = set.data.map((/** @type {number[]} */ [at, middle, lo, hi]) => ({
      [place]: at,
      [value]: middle,
      [`${value}Min`]: lo,
      [`${value}Max`]: hi,
    }));
}

/**
 * The ends of all intervals and values with a little room, and zero where the axis begins there.
 * @param {any[]} datasets
 * @param {boolean} fromZero
 */
function extent(datasets, fromZero) {
  const ends = datasets.flatMap((set) => set.data.flatMap((/** @type {number[]} */ [, ...values]) => values));
  const numbers = ends.filter((/** @type {unknown} */ end) => Number.isFinite(end));
  if (fromZero) numbers.push(0);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const room = (high - low || Math.abs(high) || 1) * 0.04;
  return { min: fromZero && low === 0 ? 0 : low - room, max: fromZero && high === 0 ? 0 : high + room };
}

/** Decimals that tell ticks apart. @param {{value: number}[]} ticks */
const tickDecimals = ([first, second]) =>
  second ? Math.max(0, Math.ceil(-Math.log10(Math.abs(second.value - first.value)) - 1e-9)) : 0;

/**
 * @param {any[]} datasets
 * @param {{tick: (value: number, decimals: number) => string, title?: string, fromZero?: boolean}} how
 */
export function measureAxis(datasets, { tick, title = "", fromZero = true }) {
  const { min, max } = extent(datasets, fromZero);
  return {
    measure: true,
    min,
    max,
    grid: { drawTicks: false },
    ticks: {
      callback: (/** @type {number} */ value, /** @type {number} */ _, /** @type {any[]} */ ticks) =>
        tick(value, tickDecimals(ticks)),
      includeBounds: false, padding: 6, maxTicksLimit: 7, font: { size: FONT },
    },
    title: { display: title !== "", text: title, font: { size: FONT } },
  };
}

/** @param {boolean} autoSkip */
export const placeAxis = (autoSkip) => ({
  offset: true,
  grid: { display: false },
  ticks: { autoSkip, maxRotation: 0, padding: 4, font: { size: FONT } },
  title: { display: false },
});

/** A canvas whose points the keyboard walks, also before it is drawn, as the focus brings it near. */
const WALKED = { role: "application", tabindex: 0, "aria-roledescription": "chart; arrow keys walk its points" };

/** A file's name from a chart's. @param {string} label */
const fileName = (label) => label.split(";")[0].replace(/[^\w.]+/g, "-").toLowerCase();

/**
 * Takes the chart's room at once. It is drawn now, or, on a page that does not bring the library,
 * when the reader comes near.
 * @param {HTMLElement} figure gets the canvas, before its caption
 * @param {{label: string, small?: boolean}} what label: what a screen reader says
 * @param {number} height pixels
 * @param {any} config
 */
export function draw(figure, { label, small }, height, config) {
  if (isMissing()) return; // the table beside has the numbers
  const canvas = el("canvas", small ? { role: "img", "aria-label": label } : { ...WALKED, "aria-label": label });
  const box = el("div", { class: "plot", "aria-busy": "true" }, canvas);
  const saver = small ? null : download(canvas, fileName(label));
  box.style.height = `${height}px`;
  figure.prepend(box);
  if (saver) figure.querySelector("figcaption")?.append(" · ", saver);
  if (isHere(config)) return start(box, canvas, config);
  whenNear(box, async () => {
    if (await load(config)) start(box, canvas, config);
    else box.remove();
  });
}

/** @param {HTMLElement} box @param {HTMLCanvasElement} canvas @param {any} config */
function start(box, canvas, config) {
  if (!canvas.isConnected) return; // other rows have taken its place meanwhile
  const Chart = library();
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  paint(config);
  const chart = new Chart(canvas, config);
  for (const old of live) if (!old.canvas?.isConnected) forget(old);
  live.add(chart);
  box.ariaBusy = "false";
  if (canvas.role === "application")
    box.append(walk(chart, ({ datasetIndex, index }) => config.tell(datasetIndex, index)));
}

/** @param {ChartOf} chart */
function forget(chart) {
  chart.destroy();
  live.delete(chart);
}

/** The page's background, so that a saved picture has one. @type {Plugin} */
export const background = {
  id: "background",
  beforeDraw({ ctx, width, height }) {
    ctx.save();
    ctx.fillStyle = theme().paper;
    ctx.fillRect(0, 0, width, height);
    ctx.restore();
  },
};

/**
 * What both kinds of chart share.
 * @param {string[]} labels
 * @param {any[]} datasets
 * @param {(point: Point, metric: string) => string} describe
 */
export function common(labels, datasets, describe) {
  const pointOf = (/** @type {any} */ hit) => datasets[hit.datasetIndex].points[hit.index ?? hit.dataIndex];
  const tell = (/** @type {number} */ datasetIndex, /** @type {number} */ index) =>
    [datasets[datasetIndex].label, describe(pointOf({ datasetIndex, index }), labels[index])].filter(Boolean).join(": ");
  return {
    type: "lineWithErrorBars",
    tell: (/** @type {number} */ set, /** @type {number} */ index) => `${labels[index]}, ${tell(set, index)}`,
    data: { labels, datasets },
    plugins: [background, dodge, endLabels],
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
        annotation: { animations: { numbers: { duration: 0 } }, annotations: {} },
        tooltip: {
          borderWidth: 1,
          displayColors: false,
          callbacks: {
            label: (/** @type {any} */ item) => tell(item.datasetIndex, item.dataIndex),
          },
        },
      },
    },
  };
}

/**
 * Lines across the plot at kernels, and a band of values.
 * @param {{marks: Mark[], releases: Mark[], band?: Band, factor: number}} what
 */
function annotations({ marks, releases, band, factor }) {
  const upright = (/** @type {Mark} */ { at, label }, /** @type {string} */ kind) => ({
    type: "line",
    kind,
    scaleID: "x",
    value: at - (kind === "release" ? 0.5 : 0),
    borderWidth: kind === "release" ? 1 : 1.5,
    borderDash: kind === "release" ? [1, 3] : [5, 3],
    drawTime: "beforeDatasetsDraw",
    label: {
      display: true,
      content: label,
      position: kind === "release" ? "end" : "start",
      backgroundColor: "transparent",
      font: { size: FONT - 1, weight: "normal" },
      padding: 2,
    },
  });
  const all = [
    ...releases.map((one) => upright(one, "release")),
    ...marks.map((one) => upright(one, "change")),
    ...(band
      ? [{ type: "box", kind: "band", yMin: band.lo * factor, yMax: band.hi * factor, borderWidth: 0, drawTime: "beforeDatasetsDraw" }]
      : []),
  ];
  return Object.fromEntries(all.map((annotation, i) => [`a${i}`, annotation]));
}

/**
 * Values over kernels, one line a config; small ones go without the lines' names. Fractions are
 * shown in percent, and their axis begins at zero, unless `plain`.
 * @param {HTMLElement} figure
 * @param {{label: string, kernels: string[], lines: Line[], tick: (value: number, decimals: number) => string,
 *   describe: (point: Point) => string, small?: boolean, plain?: boolean, title?: string,
 *   marks?: Mark[], band?: Band, releases?: boolean}} what releases: false = the axis is no kernels
 */
export function drawLines(figure, what) {
  const { small = false, plain = false, marks = [], band, tick, title, releases = true } = what;
  const factor = plain ? 1 : 100;
  const datasets = what.lines.map((line) => dataset(line, factor));
  const config = /** @type {any} */ (common(what.kernels, datasets, what.describe));
  config.options.layout = {
    padding: { top: 8, right: small ? 8 : LEADER + 4 + labelWidth(what.lines.map(({ label }) => label)) },
  };
  if (small) config.plugins = [dodge];
  else
    config.options.plugins.annotation.annotations = annotations({
      marks,
      releases: releases ? seriesStarts(what.kernels) : [],
      band,
      factor,
    });
  config.options.scales = {
    x: placeAxis(true),
    y: measureAxis(datasets, { tick, title, fromZero: !plain }),
  };
  onAxes(datasets, false);
  draw(figure, what, small ? SMALL : HEIGHT, config);
}

/**
 * Bars that stand on one another: each from one level to the next, its interval at the end.
 * @param {HTMLElement} figure
 * @param {{label: string, bars: {label: string, series: number, from: number, point: Point,
 *   hollow: boolean}[], tick: (value: number, decimals: number) => string, describe: (point: Point) => string}} what
 *   hollow: a part of the bar before
 */
export function drawWaterfall(figure, what) {
  const { bars } = what;
  const labels = bars.map(({ label }) => label);
  const bar = {
    label: "",
    tints: bars.map(({ series }) => series),
    hollow: bars.map(({ hollow }) => hollow),
    points: bars.map(({ point }) => point),
    data: bars.map(({ from, point: { value, lo, hi } }, i) => ({
      x: i,
      y: [from * 100, (from + value) * 100],
      yMin: lo === undefined ? undefined : (from + lo) * 100,
      yMax: hi === undefined ? undefined : (from + hi) * 100,
    })),
    borderWidth: 2,
    borderSkipped: false,
    barPercentage: 0.6,
    maxBarThickness: 90,
    errorBarLineWidth: 1.25,
    errorBarWhiskerLineWidth: 1.25,
    errorBarWhiskerSize: 8,
    errorBarWhiskerRatio: 0,
  };
  const ends = bars.map(({ from, point: { value, lo, hi } }) =>
    [from, from + value, from + (lo ?? value), from + (hi ?? value)].map((end) => end * 100),
  );
  const config = /** @type {any} */ (common(labels, [bar], what.describe));
  config.type = "barWithErrorBars";
  config.plugins = [background];
  config.options.scales = {
    x: placeAxis(false),
    y: measureAxis([{ data: [[0, ...ends.flat()]] }], what),
  };
  draw(figure, what, HEIGHT, config);
}

/** The end of a text, which tells more than its start. @param {string} text @param {number} room */
export const endOf = (text, room) => (text.length > room ? `…${text.slice(1 - room)}` : text);

/**
 * One row a metric, one mark a column, zero in the middle.
 * @param {HTMLElement} figure
 * @param {{label: string, rows: string[], columns: Line[], tick: (value: number, decimals: number) => string,
 *   title: string, describe: (point: Point) => string}} what
 */
export function drawRows(figure, what) {
  const datasets = what.columns.map((column) => ({ ...dataset(column, 100), showLine: false }));
  const config = /** @type {any} */ (common(what.rows, datasets, what.describe));
  config.options.indexAxis = "y";
  config.options.layout = { padding: { right: 12 } };
  config.options.scales = {
    x: measureAxis(datasets, what),
    y: placeAxis(false),
  };
  onAxes(datasets, true);
  const room = Math.floor((figure.clientWidth * LABEL_SHARE) / (FONT / 2));
  config.options.scales.y.ticks.callback = (/** @type {number} */ i) => endOf(what.rows[i], room);
  const row = Math.max(20, datasets.length * DODGE + 8);
  draw(figure, what, what.rows.length * row + 56, config);
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
