// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** Making elements. Text becomes text nodes, whatever it holds, and turns no text but itself. */

/** @typedef {Node | string | null | undefined | false | Child[]} Child */
/** @typedef {Record<string, string | number | boolean | undefined | ((event: any) => void)>} Attributes */

/**
 * A function is a listener for the event that the key names; false and undefined leave an
 * attribute out.
 * @param {Element} element
 * @param {Attributes} attributes
 */
function setAll(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== undefined && value !== false)
      element.setAttribute(key, value === true ? "" : String(value));
  }
}

/** Letters of the scripts that run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Marks that turn what follows them, too. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text from right to left in an element of its own, so that what stands beside it keeps its place.
 * @param {Element} element that it is for
 * @param {string} text
 */
function isolated(element, text) {
  const shown = text.replace(TURNING, "\ufffd");
  const takesElements = element instanceof HTMLElement && !/^(option|textarea|title)$/i.test(element.tagName);
  if (!takesElements || !RIGHT_TO_LEFT.test(shown)) return shown;
  const own = document.createElement("bdi");
  own.append(shown);
  return own;
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child) element.append(typeof child === "string" ? isolated(element, child) : child);
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAll(element, attributes);
  append(element, children);
  return element;
}

/**
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (
    document.createElementNS("http://www.w3.org/2000/svg", tag)
  );
  setAll(element, attributes);
  append(element, children);
  return element;
}

/**
 * The element of the page's shell that holds this part.
 * @param {string} name
 * @returns {HTMLElement}
 */
export function part(name) {
  const element = document.querySelector(`[data-part="${name}"]`);
  if (!(element instanceof HTMLElement)) throw new Error(`the page has no part "${name}"`);
  return element;
}

/**
 * Puts children into a part in place of what it held, and shows it.
 * @param {string} name
 * @param {...Child} children
 */
export function fill(name, ...children) {
  const element = part(name);
  element.replaceChildren();
  append(element, children);
  element.hidden = false;
  return element;
}

/**
 * Text in which a word with hyphens or slashes stays on one line, as names of metrics do.
 * @param {string} text
 * @returns {Child[]}
 */
export const unbroken = (text) =>
  text
    .split(/( )/)
    .map((word) => (/[-/]/.test(word) ? el("span", { class: "whole" }, word) : word));

/**
 * A table in its own scrolling box, which the keyboard can reach.
 * @param {string} label
 * @param {Child[]} head cells
 * @param {...Child} bodies rows, or whole tbody elements
 */
export function table(label, head, ...bodies) {
  const flat = bodies.flat();
  const grouped = flat.every((body) => body instanceof HTMLTableSectionElement);
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": label },
    el("table", {}, el("thead", {}, el("tr", {}, head)), grouped ? flat : el("tbody", {}, flat)),
  );
}

/** Many columns stand closer. @param {HTMLElement} box a table's */
export function dense(box) {
  box.classList.add("dense");
  return box;
}

/**
 * @param {Child} child
 * @param {Attributes} [attributes]
 */
export const th = (child, attributes) => el("th", { scope: "col", ...attributes }, child);
/**
 * @param {Child} child
 * @param {Attributes} [attributes]
 */
export const rowHead = (child, attributes) => el("th", { scope: "row", ...attributes }, child);
/**
 * @param {Child} child
 * @param {Attributes} [attributes]
 */
export const td = (child, attributes) => el("td", attributes, child);
/**
 * @param {string} href
 * @param {Child} child
 */
export const link = (href, child) => el("a", { href }, child);

/** A mark that something is known against a number: what it is, for the mouse and for readers. @param {string} [what] */
export const spoiledMark = (what) =>
  what ? el("span", { class: "spoiled", title: `spoiled: ${what}` }, " !", el("span", { class: "vh" }, ` spoiled: ${what}`)) : null;
