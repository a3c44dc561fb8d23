// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** Keys of a page, and the list of them that "?" opens. */
import { el } from "./dom.js";

/** @typedef {{key: string, what: string, press: () => void}} Key */

/** Those that shell.js and the browser have on every page. */
const EVERYWHERE = [
  ["/", "find a kernel, a run, a metric, ..."],
  ["?", "this list"],
];

/** @param {Key[]} keys */
function help(keys) {
  const rows = [...keys.map(({ key, what }) => [key, what]), ...EVERYWHERE];
  return el(
    "dialog",
    { class: "keys-help", "aria-label": "Keys" },
    el("dl", { class: "facts" }, rows.map(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)])),
    el("form", { method: "dialog" }, el("button", {}, "Close")),
  );
}

/** Whether a key belongs to what has the focus. @param {KeyboardEvent} event */
function isTaken({ target, ctrlKey, metaKey, altKey }) {
  const typing = target instanceof Element && target.closest("input, select, textarea, dialog, [role='application']");
  return ctrlKey || metaKey || altKey || Boolean(typing);
}

/**
 * Listens to the keys from now on.
 * @param {Key[]} keys
 * @returns a button that lists them
 */
export function listenToKeys(keys) {
  const dialog = help(keys);
  document.body.append(dialog);
  const open = () => dialog.showModal();
  addEventListener("keydown", (event) => {
    if (isTaken(event)) return;
    const press = event.key === "?" ? open : keys.find(({ key }) => key === event.key)?.press;
    if (!press) return;
    event.preventDefault();
    press();
  });
  return el("button", { type: "button", click: open }, "Keys ?");
}
