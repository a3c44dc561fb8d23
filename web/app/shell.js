// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** What all pages do: find, status and errors, the text for a mail. */
import { getKernels, getRuns, getText, Problem } from "./api.js";
import { el, fill, part, unbroken } from "./dom.js";
import { finder } from "./finder.js";
import { onAddress, query } from "./state.js";

const FIND_RUNS = "500";

/** Drawings that were started; a later one makes an earlier one's answer void. */
let drawing = 0;
const REST_MS = 250; /* without a change: what is typed is not asked for letter by letter */
let resting = 0;
/** The address whose text the server put into the page. */
let textOf = location.search;

/**
 * Runs a page: draws it for each address, tells what goes wrong in a sentence.
 * @param {() => Promise<() => void>} load asks for the data, gives what puts it on the page
 */
export function page(load) {
  finder();
  copyButtons();
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  onAddress(async () => {
    const mine = ++drawing;
    main.ariaBusy = "true";
    const slow = setTimeout(() => say("Loading the numbers…"), 300);
    try {
      const show = await load();
      if (mine !== drawing) return;
      say("");
      show();
    } catch (error) {
      if (mine !== drawing) return;
      if (!(error instanceof Problem)) throw error;
      say(error.sentence, true);
    } finally {
      clearTimeout(slow);
      main.dataset.drawn = "";
    }
    if (mine === drawing) await followText(mine);
    if (mine === drawing) main.ariaBusy = "false";
  });
}

/**
 * @param {string} text
 * @param {boolean} [problem]
 */
export function say(text, problem = false) {
  fill("status", text).classList.toggle("problem", problem);
}

/**
 * The answer as a sentence, in the page and on its tab.
 * @param {string} sentence
 * @param {string} lede
 */
export function answer(sentence, lede) {
  fill("answer", unbroken(sentence));
  fill("lede", lede);
  document.title = `${sentence.replace(/\.$/, "")}: memcgperf`;
}

/**
 * This view's address with another ending: ".txt", ".md", ".csv".
 * @param {string} suffix
 */
export const twin = (suffix) => `${location.pathname}${suffix}${location.search}`;

/** Keeps the text for a mail in step with the address. @param {number} mine */
async function followText(mine) {
  part("plain").setAttribute("href", twin(".txt"));
  if (textOf === location.search) return;
  const wanted = location.search;
  const text = await getText(twin(".txt")).catch((error) => `  ${error.message}`);
  if (mine !== drawing) return;
  textOf = wanted;
  fill("mail", text);
}

/** Brings the text in step with an address that changed without a new drawing, once it rests. */
export function textFollows() {
  clearTimeout(resting);
  resting = setTimeout(() => followText(drawing), REST_MS);
}

/** @param {string} text @param {HTMLButtonElement} button */
async function copy(text, button) {
  const name = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed: select the text";
  }
  setTimeout(() => (button.textContent = name), 2000);
}

/**
 * @param {string} name
 * @param {() => string | Promise<string>} text
 */
const copyButton = (name, text) =>
  el(
    "button",
    {
      type: "button",
      click: async (event) => {
        const button = event.currentTarget;
        try {
          await copy(await text(), button);
        } catch (error) {
          say(error instanceof Problem ? error.sentence : String(error), true);
        }
      },
    },
    name,
  );

function copyButtons() {
  const shown = async () => {
    await followText(drawing);
    return part("mail").textContent ?? "";
  };
  const buttons = [
    copyButton("Copy", shown),
    " ",
    copyButton("Copy Markdown", () => getText(twin(".md"))),
    " ",
    copyButton("Copy link", () => location.href),
  ];
  fill("copy", buttons);
}

/** Names of kernels and runs, asked for once. @type {ReturnType<typeof names> | undefined} */
let known;

async function names() {
  const [{ runs }, { kernels }] = await Promise.all([
    getRuns({ limit: FIND_RUNS }),
    getKernels(),
  ]);
  return { runs, kernels };
}

/**
 * Lists known runs and kernels below an input.
 * @param {HTMLInputElement} input
 * @param {string} id of the list
 */
export async function suggest(input, id) {
  known ??= names();
  const { runs, kernels } = await known;
  const options = [...kernels.map(({ name }) => name), ...runs.map(({ name }) => name)];
  const list = el(
    "datalist",
    { id },
    [...new Set(options)].map((value) => el("option", { value })),
  );
  input.after(list);
  input.setAttribute("list", id);
}

/**
 * A select that changes one parameter of the address.
 * @param {string} label
 * @param {string} key
 * @param {HTMLElement[]} options
 * @param {(value: string) => void} pick
 */
export function selector(label, key, options, pick) {
  return el(
    "label",
    {},
    label,
    el("select", { name: key, change: (event) => pick(event.target.value) }, options),
  );
}

/**
 * @param {string} value
 * @param {string} text
 * @param {boolean} selected
 */
export const option = (value, text, selected) => el("option", { value, selected }, text);

/** The value of a parameter, or "". @param {string} key */
export const param = (key) => query().get(key) ?? "";
