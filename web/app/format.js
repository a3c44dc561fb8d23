// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/**
 * Numbers and words as the pages print them. Pure functions, no page and no network.
 * Fractions come in (0.05), percent go out ("5.0 %").
 */

const MINUS = "\u2212";
const THIN = "\u202f"; // narrow no-break space
const FIGURES = 5;

/**
 * With grouped thousands and a real minus sign.
 * @param {number} value
 * @param {number} [decimals]
 */
export function number(value, decimals = 0) {
  const [whole, fraction] = Math.abs(value).toFixed(decimals).split(".");
  const grouped =
    whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, THIN) : whole;
  const text = fraction ? `${grouped}.${fraction}` : grouped;
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text;
}

/**
 * Decimals that show the largest of the values with five figures, so that a row lines up.
 * @param {number[]} values
 */
export function decimalsFor(values) {
  const largest = Math.max(0, ...values.map(Math.abs));
  if (largest === 0 || values.every(Number.isInteger)) return 0;
  const decimals = FIGURES - 1 - Math.floor(Math.log10(largest));
  return Math.min(Math.max(decimals, 0), 9);
}

/**
 * "6.1 %"; with sign, "+6.1 %".
 * @param {number} fraction
 * @param {number} [decimals]
 * @param {boolean} [sign]
 */
export function percent(fraction, decimals = 1, sign = false) {
  const text = number(fraction * 100, decimals);
  const plus = sign && fraction > 0 && /[1-9]/.test(text) ? "+" : "";
  return `${plus}${text}${THIN}%`;
}

/**
 * Half the width of an interval, in percent: "±0.3". One too small for its decimals keeps one
 * figure, as an interval of nothing would claim too much. Empty where there is no interval.
 * @param {number | undefined} lo
 * @param {number | undefined} hi
 * @param {number} [decimals]
 */
export function plusMinus(lo, hi, decimals = 1) {
  if (lo === undefined || hi === undefined) return "";
  const half = ((hi - lo) / 2) * 100;
  let text = number(half, decimals);
  if (half >= 0.0005 && !/[1-9]/.test(text))
    text = number(half, -Math.floor(Math.log10(half)));
  return `±${text}`;
}

/**
 * @typedef {"better" | "worse" | "changed" | "same" | "small" | "unclear" | "open"} Judgement
 * The word of a verdict as the server's rule has it; open: there is none.
 */

/** @type {Record<Judgement, string>} */
export const GLYPH = { better: "▲", worse: "▼", changed: "≠", same: "~", small: "~", unclear: "~", open: "" };

/** @param {{word?: string} | undefined} verdict */
export const judge = (verdict) => /** @type {Judgement} */ (verdict?.word ?? "open");

/** Better or worse, which alone have a colour. @param {Judgement} judged */
export const isGoodOrBad = (judged) => judged === "better" || judged === "worse";

/** What a mail marks with "~". @param {Judgement} judged */
export const isNoise = (judged) => ["same", "small", "unclear"].includes(judged);

/**
 * Whether an interval holds zero; false where there is none.
 * @param {number | undefined} lo
 * @param {number | undefined} hi
 */
export const holdsZero = (lo, hi) => lo !== undefined && hi !== undefined && lo <= 0 && hi >= 0;

/**
 * @param {number} count
 * @param {string} word
 */
export function plural(count, word) {
  return `${number(count)} ${word}${count === 1 ? "" : "s"}`;
}

/** @type {Record<string, string>} */
const DIRECTION = { higher: "higher is better", lower: "lower is better" };

/**
 * "faults/s, higher is better"
 * @param {{unit?: string, better?: string}} metric
 */
export function unitText(metric) {
  return [metric.unit, DIRECTION[metric.better ?? ""]].filter(Boolean).join(", ");
}

/**
 * Epoch seconds as "2026-01-07 12:30"; UTC, as servers and readers sit in many zones.
 * @param {number | undefined} epoch
 */
export function dateTime(epoch) {
  if (!epoch) return "unknown";
  return new Date(epoch * 1000).toISOString().slice(0, 16).replace("T", " ");
}

/** @param {number} count */
export function bytes(count) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let size = count;
  let step = 0;
  while (size >= 1024 && step < units.length - 1) {
    size /= 1024;
    step++;
  }
  return `${number(size, step && size < 100 ? 1 : 0)}${THIN}${units[step]}`;
}

/**
 * A column's letter: A, B, C...
 * @param {number} index
 */
export function letter(index) {
  return String.fromCharCode(65 + index);
}

/**
 * @param {string[]} words
 * @returns {string} "a", "a and b", "a, b and c"
 */
export function list(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/**
 * What is known against all numbers of an answer, and what it leaves out, as sentences.
 * @param {{spoiled?: string, kernels_left_out?: number}} answer
 */
export const spoiledNote = ({ spoiled, kernels_left_out: older }) =>
  (spoiled ? ` All kernels here are built with ${spoiled}.` : "") +
  (older ? ` Of the newest kernels; ${plural(older, "older one")} left out, as they have too many samples for one answer: pick a machine or a benchmark, or a range of kernels on /overhead.` : "");
