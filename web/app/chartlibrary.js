// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** Chart.js and its plugins: named by a page's shell, else loaded when a chart is to be drawn. */

const CHART = "chart.umd.min.js";
const ERROR_BARS = "chart-error-bars.min.js";
const ANNOTATION = "chart-annotation.min.js";

/** What is loaded or on its way. @type {Map<string, Promise<void>>} */
const asked = new Map();
/** What is here. @type {Set<string>} */
const here = new Set();

/** @returns {typeof import("chart.js").Chart} */
export const library = () => /** @type {any} */ (globalThis).Chart;

/** What the shell names, which has run before any module; later scripts are ours. Node has no shell. */
const shell = new Set([...(globalThis.document?.scripts ?? [])].map((one) => one.getAttribute("src")));

/** @param {string} name */
const inShell = (name) => shell.has(`/vendor/${name}`);

/** The page asked for it and did not get it. */
export const isMissing = () => inShell(CHART) && !library();

/** What a chart takes: lines across it are the annotations'. @param {any} config */
const filesOf = ({ options }) => [
  CHART,
  ERROR_BARS,
  ...(Object.keys(options.plugins.annotation.annotations).length > 0 ? [ANNOTATION] : []),
];

/** Whether a chart can be drawn at once. @param {any} config */
export const isHere = (config) => filesOf(config).every((name) => here.has(name) || inShell(name));

/** @param {string} name @returns {Promise<void>} */
function script(name) {
  const loading =
    asked.get(name) ??
    new Promise((resolve, reject) => {
      const element = document.createElement("script");
      element.src = `/vendor/${name}`;
      element.addEventListener("load", () => resolve(void here.add(name)));
      element.addEventListener("error", () => reject(new Error(`${name} did not load`)));
      document.head.append(element);
    });
  asked.set(name, loading);
  return loading;
}

/**
 * Loads what a chart takes; the plugins register themselves with what comes first.
 * @param {any} config
 * @returns whether all of it is here
 */
export async function load(config) {
  const [first, ...rest] = filesOf(config);
  try {
    await script(first);
    await Promise.all(rest.map(script));
    return true;
  } catch {
    return false;
  }
}
