// SPDX-License-Identifier: GPL-2.0-or-later
// Every page while nothing is stored, and while there is one run: what is missing is said, with what
// to do about it, for every reader.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { axe, violations } from "./axe.mjs";
import { newPage, nextFrame, shifted, startWith, visit } from "./browser.mjs";

const PAGES = ["/", "/overhead", "/series", "/compare", "/changes", "/profile-diff", "/latency", "/allocs", "/syscalls", "/noise", "/runs", "/kernels", "/machines"];
const OTHERS = ["/upload", "/search", "/search?q=nothing"];
const SHIFT_MOST = 0.02;
const SMALL = { width: 320, height: 640 };

let empty;
let one;
let folder;
let addresses; /* of the database with one run */

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "memcgperf-one-"));
  const file = path.join(folder, "one.csv");
  const values = [1000, 1010, 990, 1005];
  writeFileSync(file, ["benchmark,metric,unit,better,value", ...values.map((value) => `pft,faults,faults/s,higher,${value}`), ""].join("\n"));
  empty = await startWith();
  one = await startWith(["--kernel", "6.11", "--machine", "m1", "--config", "mode=on", file]);
  const { runs: [run] } = await one.api("/runs");
  addresses = [...PAGES, ...OTHERS, `/run/${run.id}`, "/kernels/6.11", "/machines/m1", "/series?benchmark=pft&metric=faults", "/overhead?benchmark=pft"];
});
after(async () => {
  await empty?.close();
  await one?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What holds for each page of a site, whatever is stored. */
async function hold(site, list) {
  for (const address of list) {
    const page = await newPage(site, { colorScheme: "light" });
    await visit(page, address).catch((error) => assert.fail(`${address} is never drawn: ${error.message}`));
    const sum = await shifted(page);
    assert.ok(sum < SHIFT_MOST, `${address} moves by ${sum.toFixed(4)}`);
    assert.doesNotMatch(await page.locator("main").innerText(), /Loading|undefined|NaN|\{\{/, address);
    await page.evaluate(axe);
    assert.deepEqual(await violations(page), [], `${address}, light`);
    await page.emulateMedia({ colorScheme: "dark" });
    await nextFrame(page);
    assert.deepEqual(await violations(page, { only: ["color-contrast"] }), [], `${address}, dark`);
    await page.setViewportSize(SMALL);
    await nextFrame(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= SMALL.width, `${address} is ${width} pixels wide`);
    assert.deepEqual(page.complaints, [], address);
    await page.context().close();
  }
}

/** The same text with and without scripts, and as curl gets it. */
async function reads(site, list) {
  const page = await newPage(site, { javaScriptEnabled: false });
  for (const address of list) {
    await visit(page, address);
    const text = await page.locator("pre.mail").textContent();
    assert.equal(text, await site.text(address), address);
    assert.ok(text.trim().length > 0, address);
  }
  await page.context().close();
}

test("an empty database: every page is whole, in both schemes, wide and small", () => hold(empty, [...PAGES, ...OTHERS].filter((one) => !one.startsWith("/search"))));

test("an empty database: every page says so and what to do first, in text too", async () => {
  await reads(empty, [...PAGES, ...OTHERS]);
  const page = await newPage(empty);
  for (const address of PAGES) {
    await visit(page, address);
    const first = page.getByRole("region", { name: "First steps" });
    assert.match(await first.innerText(), /^Nothing is stored yet\. memcgperf ingest --db DATABASE work\/log keeps results here/, address);
    assert.equal(await first.getByRole("link", { name: "Upload" }).getAttribute("href"), "/upload");
    assert.match(await empty.text(address), /^ {2}Nothing is stored yet\. 'memcgperf ingest --db DATABASE work\/log'\s+keeps/, address);
  }
  await page.context().close();
});

test("one run: every page is whole, and none says that nothing is stored", async () => {
  await hold(one, addresses.filter((address) => !address.startsWith("/search")));
  await reads(one, addresses);
  for (const address of addresses) assert.doesNotMatch(await one.text(address), /Nothing is stored/, address);
});

test("one run: what cannot be told from it is told in words", async () => {
  const page = await newPage(one);
  const said = async (address) => {
    await visit(page, address);
    return page.locator("main").innerText();
  };
  assert.match(await said("/overhead"), /No config has been measured beside one with memcg off yet/);
  assert.match(await said("/series?benchmark=pft&metric=faults"), /was measured on one kernel/);
  assert.match(await said("/changes"), /nothing|none|no /i);
  assert.match(await said("/runs"), /1 run/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
