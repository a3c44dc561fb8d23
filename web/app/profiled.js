// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** Words and tables that the pages of profiles share; no page is needed to test them. */
import { el, rowHead, table, td, th } from "./dom.js";
import { percent, plusMinus } from "./format.js";

/**
 * @typedef {import("./api.js").Share} Share
 * @typedef {import("./api.js").Move} Move
 * @typedef {import("./api.js").ProfileFunction} ProfileFunction
 */

/** "3.59 %", or a dash. @param {Share | undefined} share */
export const shareText = (share) => (share?.part === undefined ? "–" : percent(share.part, 2));

/** "3.09 to 4.16" in percent; "" without an interval. @param {Share | undefined} share */
export function rangeText(share) {
  if (share?.lo === undefined || share.hi === undefined) return "";
  const text = (/** @type {number} */ value) => (100 * value).toFixed(2).replace("-", "−");
  return `${text(share.lo)} to ${text(share.hi)}`;
}

/** "+11.88" @param {Share} change */
export function pointsText({ part }) {
  if (part === undefined) return "–";
  const text = (100 * part).toFixed(2);
  return part < 0 ? text.replace("-", "−") : `+${text}`;
}

/** A cell with a share and its interval. @param {Share | undefined} share */
export const shareCell = (share) =>
  td([
    shareText(share),
    share?.lo !== undefined && [
      " ",
      el("span", { class: "pm", title: `95 %: ${rangeText(share)}` }, plusMinus(share.lo, share.hi, 2)),
    ],
  ]);

/** The phase of a function; "" for what is not memcg's. @param {ProfileFunction | Move} function_ */
export function phaseText({ phase, kind, counted }) {
  if (!phase) return "";
  return counted ? phase : `${phase}, ${kind}`;
}

/** How a move is marked: by colour, glyph and word only where it is sure. @param {Move} move */
export function moveCell({ change, moved }) {
  const worse = (change.part ?? 0) > 0;
  const glyph = !moved ? "~" : worse ? "▲" : "▼";
  const name = !moved ? "noise" : worse ? "worse cell-worse" : "better cell-better";
  return td([`${glyph} ${pointsText(change)}`], { class: name });
}

/** @param {string} label @param {string} first @param {Move[]} moves @param {(move: Move) => string} name */
export function moveTable(label, first, moves, name) {
  const head = [th(first), th("before"), th("after"), th("points"), th("95 %")];
  const rows = moves.map((move) =>
    el(
      "tr",
      {},
      rowHead([name(move), move.symbol !== undefined && el("span", { class: "unit" }, ` ${phaseText(move)}`)]),
      td(shareText(move.before)),
      td(shareText(move.after)),
      moveCell(move),
      td(rangeText(move.change) || "–", { class: "noise" }),
    ),
  );
  return table(label, head, rows);
}
