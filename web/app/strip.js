// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** All samples of a row on one small scale, a lane for each column. */
import { svg } from "./dom.js";
import { letter, number } from "./format.js";

const EDGE = 4;
/** In a cell of a table; lengths in pixels. */
const SMALL = { width: 110, lane: 6, radius: 2.2 };
const SERIES = 6;

/**
 * @param {(number[] | undefined)[]} columns samples of each column
 * @param {number} decimals
 * @param {{width: number, lane: number, radius: number}} [size]
 */
export function strip(columns, decimals, { width, lane, radius } = SMALL) {
  const all = columns.flatMap((samples) => samples ?? []);
  if (all.length === 0) return null;
  const min = Math.min(...all);
  const max = Math.max(...all);
  const x = (/** @type {number} */ value) =>
    max === min ? width / 2 : EDGE + ((value - min) / (max - min)) * (width - 2 * EDGE);
  const height = columns.length * lane + 2;
  const said = columns.flatMap((samples, i) =>
    samples?.length
      ? [`${letter(i)} ${number(Math.min(...samples), decimals)} to ${number(Math.max(...samples), decimals)}`]
      : [],
  );
  const lanes = columns.map((samples, i) => {
    const y = 1 + lane / 2 + i * lane;
    return svg(
      "g",
      { class: `s${(i % SERIES) + 1}`, fill: "currentColor", "fill-opacity": 0.7 },
      svg("line", { x1: 0, x2: width, y1: y, y2: y }),
      (samples ?? []).map((value) => svg("circle", { cx: x(value).toFixed(1), cy: y, r: radius })),
    );
  });
  return svg(
    "svg",
    {
      class: "strip",
      width: width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": `Samples: ${said.join("; ")}`,
    },
    lanes,
  );
}
