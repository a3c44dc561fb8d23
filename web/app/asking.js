// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** The form that says which runs a page shows: it holds what the address asks for, and changes it. */
import { part } from "./dom.js";
import { suggest } from "./shell.js";
import { change, query } from "./state.js";

/** Fields that take several names, with ',' between. */
const LISTS = ["new", "runs"];
/** Fields whose names are those of runs or kernels. */
const NAMES = ["base", ...LISTS];

/** @param {string} value */
const namesIn = (value) => value.split(",").map((name) => name.trim()).filter(Boolean);

/** @returns {HTMLInputElement[]} */
const fields = () => [...part("controls").querySelectorAll("input")];

/** Puts the address into the form. */
export function fillForm() {
  for (const field of fields()) field.value = query().getAll(field.name).join(",");
}

/** Takes over the form: its fields suggest names, and the page changes in place. */
export function listenToForm() {
  for (const field of fields())
    if (NAMES.includes(field.name))
      field.addEventListener("focus", () => suggest(field, `${field.name}-names`), { once: true });
  part("controls").addEventListener("submit", (event) => {
    event.preventDefault();
    change(
      Object.fromEntries(
        fields().map(({ name, value }) => [name, LISTS.includes(name) ? namesIn(value) : value.trim() || null]),
      ),
    );
  });
}
