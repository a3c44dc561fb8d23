// SPDX-License-Identifier: GPL-2.0-or-later
// What the browser tests share: the real server over the bundled samples, and one browser.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";
import { execute, memcgperf, memcgperfd, root } from "../program.mjs";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const START_MS = 10_000;
const WAIT_MS = 10_000;

/** Resolves with the address that the server prints when it listens. */
function listening(child) {
  return new Promise((resolve, reject) => {
    let output = "";
    const timer = setTimeout(() => reject(new Error(`no address from the server: ${output}`)), START_MS);
    const read = (data) => {
      output += data;
      const [url] = output.match(/http:\/\/\S+/) ?? [];
      if (!url) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", (data) => (output += data));
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
}

/**
 * Loads samples/, and more inputs, into a new database, serves it, and starts a browser.
 * @returns what a file of tests needs; close() ends and removes all of it
 */
export const start = (...inputs) =>
  startWith(["--manifest", "samples/manifest.json"], ...(inputs.length > 0 ? [inputs] : []));

/** The same of a database that gets only what these ingests take; of none it stays empty. */
export async function startWith(...ingests) {
  const folder = mkdtempSync(path.join(tmpdir(), "memcgperf-web-"));
  const db = `sqlite:${path.join(folder, "results.db")}`;
  for (const inputs of ingests) {
    const { status, stderr } = await execute(memcgperf, ["ingest", "--db", db, ...inputs]);
    assert.equal(status, 0, stderr);
  }
  const server = spawn(memcgperfd, ["--db", db, "--port", "0"], { cwd: root });
  const base = await listening(server);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });

  async function close() {
    await browser.close();
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }

  /** The API's answer. */
  async function api(address) {
    const response = await fetch(`${base}/api/v1${address}`);
    assert.equal(response.status, 200, address);
    return response.json();
  }

  /** The text that a client without a browser gets. */
  const text = async (address) => (await fetch(base + address)).text();

  /** A token of a scope. */
  async function token(scope) {
    const made = await execute(memcgperf, ["token", "add", "--db", db, "--scope", scope, `for-${scope}`]);
    assert.equal(made.status, 0, made.stderr);
    return /mp_\w+/.exec(made.stdout)[0];
  }

  /** Freezes the comparison of a query; gives its id. */
  async function freeze(query) {
    const headers = { Authorization: `Bearer ${await token("submit")}` };
    const response = await fetch(`${base}/api/v1/comparisons?${query}`, { method: "POST", headers });
    assert.equal(response.status, 201, await response.clone().text());
    return (await response.json()).id;
  }

  return { base, browser, close, api, text, token, freeze };
}

/** A page in a context of its own; what it complains about is kept in page.complaints. */
export async function newPage({ base, browser }, options = {}) {
  const context = await browser.newContext({ baseURL: base, ...options });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  page.complaints = [];
  page.scripts = options.javaScriptEnabled !== false;
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") page.complaints.push(message.text());
  });
  page.on("pageerror", (error) => page.complaints.push(String(error.stack)));
  return page;
}

/** Opens an address and waits until its scripts have drawn it. */
export async function visit(page, address) {
  await page.goto(address);
  if (page.scripts) await drawn(page);
}

/** Waits until the page's scripts have put all of the address on it; without scripts, not at all. */
export const drawn = (page) => page.locator('main[aria-busy="false"]').waitFor();

/** The parameters of the page's address as the page has it: what is replaced in its history is not told at once. */
export const paramsOf = async (page) => new URLSearchParams(await page.evaluate(() => globalThis.location.search));

/** Does what changes the address, and waits until the new address is drawn. */
export async function follow(page, action) {
  const before = page.url();
  await action();
  await page.waitForURL((url) => url.href !== before);
  await drawn(page);
}

/** How far what the reader saw has moved by itself so far: the sum of layout shifts. */
export const shifted = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0;
        new globalThis.PerformanceObserver((list) => {
          for (const { value, hadRecentInput } of list.getEntries()) sum += hadRecentInput ? 0 : value;
        }).observe({ type: "layout-shift", buffered: true });
        globalThis.requestAnimationFrame(() => setTimeout(() => resolve(sum), 50));
      }),
  );

/** Waits for a frame, after which the page has heard of a new colour scheme or size. */
export const nextFrame = (page) =>
  page.evaluate(() => new Promise((resolve) => globalThis.requestAnimationFrame(() => setTimeout(resolve))));

/** Brings a chart into view, where it is drawn, and waits for that. */
export async function chartDrawn(page, selector = '[data-part="chart"] canvas') {
  const canvas = page.locator(selector);
  await canvas.scrollIntoViewIfNeeded();
  await canvas.locator('xpath=parent::*[@aria-busy="false"]').waitFor();
  return canvas;
}

/** What a chart was given: its labels, and label, values and intervals of each line. */
export const chartOf = async (page, selector) =>
  (await chartDrawn(page, selector)).evaluate((canvas) => {
    const chart = globalThis.Chart.getChart(canvas);
    const { labels, datasets } = chart.data;
    const axis = chart.options.indexAxis === "y" ? "x" : "y";
    const there = (value) => (Number.isFinite(value) ? value : null);
    return {
      labels,
      lines: datasets.map(({ label, data, borderColor }) => ({
        label,
        data: data.map((point) => there(point[axis])),
        intervals: data.map((point) =>
          there(point[`${axis}Min`]) === null ? null : [point[`${axis}Min`], point[`${axis}Max`]],
        ),
        colour: borderColor,
      })),
    };
  });

/** Numbers equal but for rounding in the last bits. */
export function near(actual, expected, what) {
  if (expected === null || expected === undefined) return assert.equal(actual ?? null, null, what);
  const size = Math.max(1, Math.abs(expected));
  assert.ok(Math.abs(actual - expected) <= 1e-9 * size, `${what}: ${actual} is not ${expected}`);
}

/** "16.7" of "−16.70 %", as a number. */
export const numberIn = (text) =>
  Number(text.replace(/\u2212/g, "-").replace(/[\u202f\u00a0\s]/g, "").match(/[-+]?\d+(\.\d+)?/)[0]);
