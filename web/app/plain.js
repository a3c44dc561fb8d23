// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** Pages whose text says all: what the address asks for stands in the form. */
import { page } from "./shell.js";
import { query } from "./state.js";

/** Puts the address into the form's fields; a list with ',' between. */
function fillForm() {
  for (const field of document.querySelectorAll('[data-part="controls"] input'))
    if (field instanceof globalThis.HTMLInputElement) field.value = query().getAll(field.name).join(",");
}

page(async () => fillForm);
