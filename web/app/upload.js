// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** Sending results: files or a folder, what was understood of them, and then storing. */
import { upload } from "./api.js";
import { el, fill, link, part, rowHead, table, td, th } from "./dom.js";
import { dropped, picked } from "./picked.js";
import { page, say } from "./shell.js";
import { takeToken, tokenField } from "./token.js";

/** @typedef {import("./picked.js").Picked} Picked */
/** @typedef {import("./api.js").Upload} Upload */
/** @typedef {import("./api.js").Refused} Refused */

const WORDS = ["kernel", "machine", "benchmark", "baseline"];
const MIB = 1024 * 1024;

/** What is to be sent. @type {Picked | null} */
let chosen = null;
let busy = false;

/** @param {number} bytes */
const size = (bytes) => (bytes < MIB ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / MIB).toFixed(1)} MiB`);

/** @param {number} count @param {string} one */
const many = (count, one) => `${count.toLocaleString("en")} ${one}${count === 1 ? "" : one.endsWith("y") ? "" : "s"}`;

/* ---- what is said of the results ---- */

/** "KEY=VALUE KEY=VALUE" as parameters. @param {string} text */
function configOf(text) {
  const words = text.split(/[\s,]+/).filter(Boolean);
  const wrong = words.find((word) => !/^[^=]+=./.test(word));
  if (wrong) throw new RangeError(`config takes KEY=VALUE, not "${wrong}"`);
  return words.map((word) => [`config.${word.slice(0, word.indexOf("="))}`, word.slice(word.indexOf("=") + 1)]);
}

/** @param {HTMLFormElement} form @param {Picked} what */
function queryOf(form, what) {
  const data = new FormData(form);
  const said = WORDS.map((name) => [name, String(data.get(name) ?? "").trim()]).filter(([, value]) => value);
  return new URLSearchParams([["name", what.name], ...said, ...configOf(String(data.get("config") ?? ""))]);
}

/* ---- what was understood ---- */

/** @param {Upload} answer @param {boolean} stored */
function runsTable(answer, stored) {
  return table(
    "Runs",
    [th("Run"), th("Kernel"), th("Config"), th("Samples"), th("Summaries"), th("State")],
    answer.runs.map((run) =>
      el(
        "tr",
        {},
        rowHead(run.url ? link(new URL(run.url).pathname, run.name) : run.name),
        td(run.kernel.level || run.kernel.release || "unknown"),
        td(run.config.label || "unknown"),
        td(run.samples.toLocaleString("en")),
        td(run.summaries.toLocaleString("en")),
        td(run.withdrawn ? "withdrawn before" : !run.new ? "known" : stored ? "stored" : "new"),
      ),
    ),
  );
}

/** @param {{path?: string, line?: number, message: string}[]} rows @param {number} count */
function diagnosticsTable(rows, count) {
  if (rows.length === 0) return null;
  const more = count > rows.length ? ` (${rows.length} of ${count})` : "";
  return [
    el("h2", {}, `Not understood${more}`),
    table(
      "What was not understood",
      [th("File"), th("Line"), th("Why", { class: "words" })],
      rows.map(({ path, line, message }) =>
        el("tr", {}, rowHead(path ?? ""), td(line ? String(line) : ""), td(message, { class: "words" })),
      ),
    ),
  ];
}

/** @param {Upload} answer @param {boolean} stored */
function show(answer, stored) {
  const { files, records } = answer.understood;
  const links = answer.compare ? [el("p", {}, link(new URL(answer.compare).pathname + new URL(answer.compare).search,
    `Against the baseline: ${answer.verdict?.word ?? "see the comparison"}`))] : [];
  fill(
    "understood",
    el("h2", {}, stored ? "Stored" : "What was understood"),
    el("p", { class: "note" }, `${many(files, "file")}, ${many(records, "record")}.`),
    links,
    runsTable(answer, stored),
    diagnosticsTable(answer.diagnostics, answer.diagnostic_count),
  );
}

/** @param {Refused} refused */
function showRefused(refused) {
  const rows = refused.errors.map(({ file, line, detail }) => ({ path: file, line, message: detail }));
  fill("understood", diagnosticsTable(rows, rows.length));
}

/* ---- sending ---- */

/** @param {HTMLFormElement} form @param {boolean} stores */
async function send(form, stores) {
  if (!chosen) return say("Choose files or a folder first.", true);
  if (busy) return;
  busy = true;
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  main.ariaBusy = "true";
  try {
    const query = queryOf(form, chosen);
    say("Sending…");
    const answer = await upload(stores ? "" : ":validate", query, chosen.body(), takeToken(form), (sent, all) =>
      say(sent < all ? `Sending: ${size(sent)} of ${size(all)}…` : "The server reads it…"),
    );
    if ("runs" in answer) {
      show(answer, stores);
      say(stores ? "Stored." : "Nothing is stored yet. Correct what is wrong above, then store.");
    } else {
      showRefused(answer);
      say(answer.problem.sentence, true);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    say(`${error.message}.`, true);
  } finally {
    busy = false;
    main.ariaBusy = "false";
  }
}

/* ---- choosing ---- */

/** @param {Picked | null} what */
function choose(what) {
  if (!what) return;
  chosen = what;
  fill("chosen", `${what.name}: ${many(what.files, "file")}, ${size(what.bytes)}`);
  fill("understood").hidden = true;
  say("");
}

/** @param {string} label @param {Record<string, any>} attributes */
const chooser = (label, attributes) =>
  el("label", {}, label, " ", el("input", {
    type: "file",
    ...attributes,
    change: (event) => choose(picked(event.target.files)),
  }));

/** @param {string} label @param {string} name @param {string} [hint] */
const field = (label, name, hint) => el("label", {}, `${label} `, el("input", { name, placeholder: hint, autocomplete: "off" }));

function uploadForm() {
  const zone = el(
    "div",
    {
      class: "drop",
      dragover: (event) => event.preventDefault(),
      drop: async (event) => {
        event.preventDefault();
        choose(await dropped(event.dataTransfer));
      },
    },
    el("p", {}, "Drop files or a folder here, or choose them:"),
    el("p", { class: "controls" }, chooser("Files", { multiple: true }), chooser("A folder", { webkitdirectory: true })),
    el("p", { "data-part": "chosen", role: "status", hidden: true }),
  );
  return el(
    "form",
    {
      submit: (event) => {
        event.preventDefault();
        return send(event.target, event.submitter?.value === "store");
      },
    },
    zone,
    el("fieldset", { class: "said" },
      el("legend", {}, "What the results do not say, or say wrong"),
      el("p", { class: "controls" },
        field("Kernel", "kernel", "6.12.3"), field("Machine", "machine"), field("Benchmark", "benchmark"),
        field("Config", "config", "mode=on variant=series"), field("Baseline", "baseline", "run or kernel"))),
    el("p", { class: "controls" }, tokenField(),
      el("button", { value: "check" }, "See what is understood"),
      el("button", { value: "store" }, "Store")),
  );
}

page(async () => () => {
  if (part("form").hidden) fill("form", uploadForm());
});
