// SPDX-License-Identifier: GPL-2.0-or-later
// Controls that no other file of tests presses, and the address of every page as its whole state.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { drawn, follow, newPage, start, visit } from "./browser.mjs";

let site;
let page;

before(async () => {
  site = await start();
  page = await newPage(site);
});
after(() => site?.close());

const part = (name) => page.locator(`[data-part="${name}"]`);
const select = (name) => page.locator(`select[name="${name}"]`);
const search = () => new URL(page.url()).search;
const heads = () => part("table").locator("tbody th a").allTextContents();

test("runs: machine, benchmark and config are picked, and all of them together", async () => {
  const { machines } = await site.api("/machines");
  const machine = machines.reduce((a, b) => (a.runs > b.runs ? a : b));
  await visit(page, "/runs");
  await follow(page, () => select("machine").selectOption(machine.slug));
  await follow(page, () => select("benchmark").selectOption("pft"));
  await follow(page, () => select("config").selectOption("child"));
  const { runs } = await site.api(`/runs${search()}`);
  assert.ok(runs.length > 0);
  assert.ok(runs.every(({ config, benchmarks }) => config.label === "child" && benchmarks.includes("pft")));
  assert.deepEqual(await heads(), runs.map(({ name }) => name));
  await follow(page, () => select("config").selectOption(""));
  assert.equal(new URL(page.url()).searchParams.has("config"), false);
});

test("changes: a benchmark, and weak ones too, are picked", async () => {
  await visit(page, "/changes");
  await follow(page, () => select("all").selectOption("1"));
  assert.equal(await part("table").locator("tbody tr").count(), (await site.api("/changes?all=1")).changes.length);
  await follow(page, () => select("benchmark").selectOption("kmemops"));
  const { changes } = await site.api("/changes?all=1&benchmark=kmemops");
  assert.equal(await part("table").locator("tbody tr").count(), changes.length);
});

test("changes: what is said of one is kept, and a wrong token is told", async () => {
  await visit(page, "/changes");
  const row = part("table").locator("tbody tr").first();
  await row.locator("summary").click();
  await row.getByLabel("State").selectOption("acknowledged");
  await row.getByLabel("Note").fill("the charge moved");
  await row.getByLabel("Token").fill("mp_m_wrong");
  await row.getByRole("button", { name: "Keep" }).click();
  await part("status").filter({ hasText: /token/ }).waitFor();
  page.complaints = page.complaints.filter((text) => !text.includes("401"));
  await row.getByLabel("Token").fill(await site.token("manage"));
  await Promise.all([page.waitForEvent("load"), row.getByRole("button", { name: "Keep" }).click()]);
  await drawn(page);
  assert.equal((await row.locator("summary").textContent()).trim(), "acknowledged");
  assert.match(await row.textContent(), /the charge moved \(for-manage, /);
  const { changes } = await site.api("/changes");
  assert.equal(changes[0].triage.state, "acknowledged");
});

test("overhead: a small chart's name leads to its metric, and back", async () => {
  await visit(page, "/overhead");
  const link = part("multiples").locator("figcaption a").first();
  const name = await link.textContent();
  await follow(page, () => link.click());
  assert.ok(name.endsWith(new URL(page.url()).searchParams.get("metric")));
  assert.equal(await part("multiples").locator("figure").count(), 0);
  await follow(page, () => page.goBack());
  assert.equal(await part("multiples").locator("figcaption a").first().textContent(), name);
});

/** The lines that are read on the page, once what comes later has come; a chart adds none of words. */
async function shownText() {
  await page.waitForFunction(() => !document.querySelector('main figure[aria-busy="true"]'));
  return (await page.locator("main").innerText()).split("\n").filter((line) => line.trim() !== "");
}

test("each page's address is its whole state: reload and return show the same", async () => {
  const { runs } = await site.api("/runs?kernel=7.3.4");
  const [off, on] = ["off child", "child"].map((label) => runs.find(({ config }) => config.label === label).id);
  const loop = (await site.api("/runs?kernel=6.18.44")).runs.find(({ name }) => name.startsWith("fault-loop"));
  const { kernels } = await site.api("/overhead");
  const range = `from=${kernels[1].slug}&to=${kernels[3].slug}`;
  const addresses = [
    "/?line=root",
    `/overhead?benchmark=pft&metric=faults/cpu-1&line=child&${range}`,
    `/series?benchmark=kmemops&metric=usecs-op-open&line=child&${range}`,
    `/compare?base=${off}&new=${on}&benchmark=pft&filter=cpu&verdict=decided&sort=B&order=up&open=pft+faults%2Fcpu-1`,
    "/changes?all=1&benchmark=kmemops",
    "/noise?benchmark=pft",
    "/runs?kernel=7.3.4&limit=3",
    "/latency?base=sendto-child&histogram=@us&prints=all",
    "/allocs?base=mizuma-2021&sort=task&order=up&filter=pgbench",
    "/syscalls?runs=v5.8,v5.9&measure=calls&sort=name",
    `/profile/${loop.id}-1?filter=all`,
  ];
  for (const address of addresses) {
    await visit(page, address);
    const url = page.url();
    const shown = await shownText();
    await page.reload();
    await drawn(page);
    assert.deepEqual(await shownText(), shown, `${address}, reloaded`);
    await visit(page, "/kernels");
    await page.goBack();
    await drawn(page);
    assert.equal(page.url(), url);
    assert.deepEqual(await shownText(), shown, `${address}, returned to`);
  }
});

test("no page complained in the console", () => assert.deepEqual(page.complaints, []));
