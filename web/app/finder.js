// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** The box that finds things: what is typed is looked for, arrows walk what is found. */
import { getFound } from "./api.js";
import { el } from "./dom.js";

/** @typedef {import("./api.js").Hit} Hit */

const REST_MS = 150; /* without a letter, before it is looked for */
const LIST = "found";

/** @param {Hit} hit @param {number} i */
const optionOf = ({ name, about, address }, i) =>
  el(
    "a",
    { role: "option", id: `${LIST}-${i}`, href: address, tabindex: -1, "aria-selected": "false" },
    name,
    about && el("span", { class: "note" }, ` ${about}`),
  );

/** Hits under the names of their kinds. @param {Hit[]} hits */
function groupsOf(hits) {
  const options = hits.map(optionOf);
  return [...new Set(hits.map(({ kind }) => kind))].map((kind) =>
    el(
      "div",
      { role: "group", "aria-label": kind },
      el("div", { class: "note", "aria-hidden": "true" }, kind),
      options.filter((_, i) => hits[i].kind === kind),
    ),
  );
}

/** @param {HTMLInputElement} box @param {HTMLElement} list */
function show(box, list, open = true) {
  list.hidden = !open;
  box.ariaExpanded = String(open);
  box.removeAttribute("aria-activedescendant");
}

/** The next option, or the one before; past the ends none. @param {HTMLInputElement} box @param {HTMLElement} list @param {1 | -1} step */
function walk(box, list, step) {
  const all = [...list.querySelectorAll('[role="option"]')];
  const at = all.findIndex((one) => one.ariaSelected === "true");
  const to = at < 0 && step < 0 ? all.length - 1 : at + step;
  all.forEach((one, i) => (one.ariaSelected = String(i === to)));
  all[to]?.scrollIntoView({ block: "nearest" });
  if (all[to]) box.setAttribute("aria-activedescendant", all[to].id);
  else box.removeAttribute("aria-activedescendant");
}

/** Looks for what stands in the box; what was asked before it is forgotten. @param {HTMLInputElement} box @param {HTMLElement} list */
async function look(box, list) {
  const wanted = box.value.trim();
  const found = wanted && (await getFound(wanted).catch(() => null)); // Enter asks again, and tells
  if (box.value.trim() !== wanted) return;
  const { hits = [], cut = false } = found || {};
  list.replaceChildren(...groupsOf(hits));
  if (found && hits.length === 0) list.append(el("div", { class: "note" }, `Nothing is called “${wanted}”.`));
  if (cut) list.append(el("div", { class: "note" }, "There are more: type more of the name."));
  show(box, list, Boolean(found) && document.activeElement === box);
}

/** @param {HTMLInputElement} box @param {HTMLElement} list @param {KeyboardEvent} event */
function press(box, list, event) {
  const chosen = list.querySelector('[aria-selected="true"]');
  if (list.hidden) return;
  if (event.key === "ArrowDown") walk(box, list, 1);
  else if (event.key === "ArrowUp") walk(box, list, -1);
  else if (event.key === "Escape") show(box, list, false);
  else if (event.key === "Enter" && chosen) location.assign(chosen.getAttribute("href") ?? "");
  else return;
  event.preventDefault();
}

/** "/" leads to the box. @param {HTMLInputElement} box */
function key(box) {
  addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("input, select, textarea")) return;
    event.preventDefault();
    box.focus();
  });
}

/** Lists what is found below the box; without scripts its form leads to a page of it. */
export function finder() {
  const box = /** @type {HTMLInputElement} */ (document.querySelector(".find"));
  const list = el("div", { class: "found-list", id: LIST, role: "listbox", "aria-label": "What is found" });
  const form = /** @type {HTMLFormElement} */ (box.form);
  let resting = 0;
  key(box);
  form.append(list);
  box.setAttribute("role", "combobox");
  box.setAttribute("aria-controls", LIST);
  box.setAttribute("aria-autocomplete", "list");
  show(box, list, false);
  box.addEventListener("input", () => {
    clearTimeout(resting);
    resting = setTimeout(() => look(box, list), REST_MS);
  });
  box.addEventListener("keydown", (event) => press(box, list, event));
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) show(box, list, false);
  });
  form.addEventListener("submit", (event) => {
    if (box.value.trim() === "") event.preventDefault();
  });
}
