// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/**
 * Flame graphs, which the server draws as SVG whose frames are links. Scripts add: zoom without a
 * new page, search, and keys. What is zoomed in stands in the address as root.
 */
import { getText } from "./api.js";
import { el, fill, part } from "./dom.js";
import { percent, plural } from "./format.js";
import { change, query } from "./state.js";

/** Steps over frames with the arrow keys: rows and neighbours by place. */
const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
});

/** The address whose graph is on the page. */
let drawnFor = location.search;

/** @returns {SVGElement[]} */
const frames = () => [...part("flame").querySelectorAll("a")].map((frame) => /** @type {any} */ (frame));

/** @param {Element} frame */
function boxOf(frame) {
  const rect = /** @type {Element} */ (frame.querySelector("rect"));
  const value = (/** @type {string} */ name) => Number(rect.getAttribute(name));
  return { x: value("x"), y: value("y"), width: value("width"), height: value("height") };
}

/** @param {Element} frame */
const nameOf = (frame) =>
  (frame.querySelector("title")?.textContent ?? "").replace(/: [-+\d.]+ %.*$/s, "");

/** One frame takes part in the tab order, all are reached by keys. @param {Element} [current] */
function rove(current) {
  const all = frames();
  for (const frame of all) frame.setAttribute("tabindex", frame === (current ?? all[0]) ? "0" : "-1");
}

/**
 * The frame next to one: in its row by order, above and below by what overlaps it most.
 * @param {Element} from
 * @param {[number, number]} step
 */
function neighbour(from, [right, down]) {
  const here = boxOf(from);
  const row = frames().filter((frame) => boxOf(frame).y === here.y + down * here.height);
  if (right) return row[row.indexOf(/** @type {any} */ (from)) + right];
  const overlap = (/** @type {Element} */ frame) => {
    const there = boxOf(frame);
    return Math.min(here.x + here.width, there.x + there.width) - Math.max(here.x, there.x);
  };
  return row.reduce(
    (best, frame) => (overlap(frame) > (best ? overlap(best) : 0) ? frame : best),
    /** @type {SVGElement | undefined} */ (undefined),
  );
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const from = /** @type {Element} */ (event.target).closest("a");
  if (event.key === "Escape" && query().get("root")) return zoomTo(null);
  const step = STEPS[event.key];
  if (!step || !from) return;
  event.preventDefault();
  const to = neighbour(from, step);
  if (!to) return;
  rove(to);
  to.focus();
}

/** @param {string | null} root */
function zoomTo(root) {
  change({ root });
}

/** @param {MouseEvent} event */
function onClick(event) {
  const frame = /** @type {Element} */ (event.target).closest("a");
  if (!frame || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const href = frame.getAttribute("href") ?? "";
  zoomTo(new URLSearchParams(href.split("?")[1] ?? "").get("root"));
}

/** Marks frames whose name holds the text, and tells how much they are. @param {string} text */
function find(text) {
  const wanted = text.trim().toLowerCase();
  const all = frames();
  const hits = wanted ? all.filter((frame) => nameOf(frame).toLowerCase().includes(wanted)) : [];
  for (const frame of all) {
    const shape = /** @type {Element} */ (frame.firstElementChild);
    shape.classList.toggle("found", hits.includes(frame));
    shape.classList.toggle("dim", hits.length > 0 && !hits.includes(frame));
  }
  const said = part("flame-found");
  said.textContent = !wanted
    ? ""
    : hits.length === 0
      ? "No frame has that in its name."
      : `${plural(hits.length, "frame")}, ${percent(covered(hits), 1)} of the width.`;
}

/** The part of the width that frames cover, each place once. @param {Element[]} hits */
function covered(hits) {
  const whole = Math.max(...frames().map((frame) => boxOf(frame).width));
  const spans = hits.map(boxOf).sort((a, b) => a.x - b.x);
  let sum = 0;
  let end = 0;
  for (const { x, width } of spans) {
    sum += Math.max(0, x + width - Math.max(x, end));
    end = Math.max(end, x + width);
  }
  return whole > 0 ? sum / whole : 0;
}

/** @param {Record<string, string | null>} changes @param {string} text @param {boolean} current */
function choice(changes, text, current) {
  const params = query();
  for (const [key, value] of Object.entries(changes)) value === null ? params.delete(key) : params.set(key, value);
  return el(
    "a",
    {
      href: `?${params}`,
      "aria-current": current && "true",
      click: (event) => {
        event.preventDefault();
        change(changes);
      },
    },
    text,
  );
}

/**
 * Search and choices above the graph.
 * @param {{label: string, changes: Record<string, string | null>, current: boolean}[]} choices
 */
function tools(choices) {
  const said = el("span", { class: "note", role: "status", "data-part": "flame-found" });
  fill(
    "flame-tools",
    el(
      "p",
      { class: "choices" },
      choices.map(({ label, changes, current }) => choice(changes, label, current)),
    ),
    el(
      "p",
      { class: "controls" },
      el("label", {}, "Find a function ", el("input", { type: "search", input: (event) => find(event.target.value) })),
      said,
      el("button", { type: "button", hidden: !query().get("root"), click: () => zoomTo(null) }, "Show all"),
    ),
    el("p", { class: "note" }, "Callers stand above what they call. Arrow keys go from frame to frame, Enter zooms in, Escape shows all."),
  );
}

/** Replaces the graph by one of text. @param {string} text */
function put(text) {
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  part("flame").replaceChildren(document.importNode(drawn, true));
}

/** Asks for the graph of the address unless the page has it; gives what puts it there. */
export async function loadFlame() {
  const wanted = location.search;
  if (wanted === drawnFor) return () => {};
  const text = await getText(`${location.pathname}.svg${wanted}`).catch(() => "");
  return () => {
    drawnFor = wanted;
    if (text) put(text);
  };
}

/**
 * What scripts add to the graph on the page; nothing when there is none.
 * @param {{label: string, changes: Record<string, string | null>, current: boolean}[]} choices
 */
export function showFlame(choices) {
  const box = part("flame");
  if (!box.querySelector("svg")) return;
  tools(choices);
  rove();
  box.onclick = onClick;
  box.onkeydown = onKey;
}

