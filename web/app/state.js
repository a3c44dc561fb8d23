// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** The view is its address: what is picked stands in the query, and nowhere else. */

/** What the address says now. */
export const query = () => new URLSearchParams(location.search);

/** @type {() => void} */
let render = () => {};

/**
 * Goes to the same page with other parameters; null takes one out.
 * @param {Record<string, string | string[] | null>} changes
 * @param {{quiet?: boolean}} [options] quiet: no new entry in the history, nothing drawn again
 */
export function change(changes, { quiet = false } = {}) {
  const params = query();
  for (const [key, value] of Object.entries(changes)) {
    params.delete(key);
    for (const one of [value ?? []].flat()) params.append(key, one);
  }
  const text = params.toString();
  const url = text ? `${location.pathname}?${text}` : location.pathname;
  if (quiet) return history.replaceState(null, "", url);
  history.pushState(null, "", url);
  render();
}

/**
 * A link to the same page with other parameters, which changes the page in place.
 * @param {HTMLAnchorElement} anchor
 * @param {Record<string, string | string[] | null>} changes
 */
export function inPlace(anchor, changes) {
  anchor.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    change(changes);
  });
  return anchor;
}

/**
 * Draws the page now and whenever its address changes.
 * @param {() => void} draw
 */
export function onAddress(draw) {
  render = draw;
  addEventListener("popstate", draw);
  draw();
}
