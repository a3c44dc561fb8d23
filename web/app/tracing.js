// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** What tracing did to a run's numbers, in words: what was lost, and what it cost. Pure functions. */
import { number, percent, plural } from "./format.js";

/**
 * @typedef {{lost_events?: number, full_maps?: number,
 *   tracing?: {time_ns: number, events: number, elapsed_s?: number}}} Traced
 */

const SECOND_NS = 1e9;
/** @type {[number, string][]} */
const UNITS = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]];

/** With three figures, in the unit that fits. @param {number} ns */
function time(ns) {
  const [scale, unit] = UNITS.find(([size]) => ns >= size) ?? [1, "ns"];
  const value = ns / scale;
  return `${number(value, value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`;
}

/** "12 events or more were lost, and a map was full"; "" where the tool told of none. @param {Traced} run */
export function lossText({ lost_events: lost, full_maps: full }) {
  return [lost && `${plural(lost, "event")} or more ${lost === 1 ? "was" : "were"} lost`, full && "a map was full"]
    .filter(Boolean)
    .join(", and ");
}

/** What BPF programs took; "" where it is not told. @param {Traced} run */
export function costText({ tracing }) {
  if (!tracing || !tracing.events) return "";
  const { time_ns, events, elapsed_s } = tracing;
  const share = elapsed_s
    ? `, ${percent(time_ns / (elapsed_s * SECOND_NS), 2)} of one CPU for ${time(elapsed_s * SECOND_NS)}`
    : "";
  return `${time(time_ns / events)} an event, ${plural(events, "event")}, ${time(time_ns)} in all${share}`;
}
