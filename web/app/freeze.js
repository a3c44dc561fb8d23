// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** Making a comparison's numbers last, and what stands above one whose numbers do. */
import { address, freeze } from "./api.js";
import { el, fill, link } from "./dom.js";
import { dateTime } from "./format.js";
import { say } from "./shell.js";
import { takeToken, tokenField } from "./token.js";

/** @typedef {import("./api.js").Frozen} Frozen */

/** The id in the page's path; "" = the comparison is a live one. */
export const frozenId = () => /^\/c\/([0-9A-Za-z]+)/.exec(location.pathname)?.[1] ?? "";

/** @param {SubmitEvent} event @param {string} base @param {string[]} others */
async function send(event, base, others) {
  event.preventDefault();
  try {
    const { id } = await freeze(takeToken(/** @type {HTMLFormElement} */ (event.target)), { base, new: others });
    location.assign(`/c/${id}`);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), true);
  }
}

/** The way to a link that lasts. @param {string} base @param {string[]} others */
export function showFreeze(base, others) {
  fill(
    "frozen",
    el(
      "details",
      {},
      el("summary", {}, "Freeze these numbers for a link that lasts"),
      el(
        "form",
        { class: "controls", submit: (event) => send(event, base, others) },
        tokenField(),
        el("button", {}, "Freeze"),
      ),
      el(
        "p",
        { class: "note" },
        "A token of scope submit is needed. The same comparison of the same runs always has the same link; its numbers and its text do not change, whatever becomes of the runs.",
      ),
    ),
  );
}

/** What became of a frozen comparison's runs, where it is discussed, and the live one. @param {Frozen} frozen */
export function showFrozen({ runs, mails, live, frozen, hash, actor }) {
  const search = live.slice(live.indexOf("?"));
  fill(
    "frozen",
    runs
      .filter(({ withdrawn }) => withdrawn)
      .map(({ id, name, withdrawn, reason }) =>
        el(
          "p",
          { class: "problem" },
          `Run ${name} (${id}) was withdrawn at ${dateTime(withdrawn)}${reason ? `: ${reason}` : ""}. The numbers stand as they were frozen.`,
        ),
      ),
    el(
      "p",
      { class: "note" },
      `Frozen ${dateTime(frozen)} by ${actor}, SHA-256 ${hash.slice(0, 16)}…; `,
      link(address("/compare") + search, "open live"),
      mails.length > 0 && [" · discussed in ", mails.map((mail, i) => [i > 0 && ", ", link(mail.link, mail.subject || mail.id)])],
    ),
  );
}
