// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/**
 * A token for what changes something: asked for once, kept in this tab (sessionStorage), sent as a
 * header, never in an address or a cookie, and forgotten on request.
 */
import { el } from "./dom.js";

const KEY = "memcgperf-token";
const FIELD = "token";

/** The token of this tab, or "". */
export const token = () => sessionStorage.getItem(KEY) ?? "";

/** @param {string} text */
const remember = (text) => sessionStorage.setItem(KEY, text);

/** The header that bears it. @param {string} text */
export const bearer = (text) => ({ Authorization: `Bearer ${text}` });

/** A field of a form for the token, with a button that forgets it. @returns {Node[]} */
export function tokenField() {
  const input = el("input", {
    name: FIELD,
    type: "password",
    autocomplete: "off",
    required: true,
    value: token(),
    "aria-label": "Token",
  });
  const forget = el("button", { type: "button", hidden: token() === "" }, "Forget it");
  forget.addEventListener("click", () => {
    sessionStorage.removeItem(KEY);
    input.value = "";
    forget.hidden = true;
    input.focus();
  });
  return [el("label", {}, "Token ", input), forget];
}

/** The token of a form that has the field, which is kept from now on. @param {HTMLFormElement} form */
export function takeToken(form) {
  const text = String(new FormData(form).get(FIELD) ?? "").trim();
  remember(text);
  return text;
}
