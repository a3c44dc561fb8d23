// SPDX-License-Identifier: GPL-2.0-or-later
// The pages of kernels and machines: what they show is the API's, and where their links lead.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { follow, newPage, start, visit } from "./browser.mjs";

let site;
let page;

before(async () => {
  site = await start();
  page = await newPage(site);
});
after(() => site?.close());

const texts = (selector) => page.locator(selector).allInnerTexts();
const rowsOf = (label) => texts(`[aria-label="${label}"] tbody th`);

test("kernels stand in their order, each with its page and its runs", async () => {
  const { kernels } = await site.api("/kernels");
  await visit(page, "/kernels");
  assert.deepEqual(await rowsOf("Kernels"), kernels.map(({ name }) => name));
  assert.equal(await page.locator("h1").innerText(), `${kernels.length} kernels`);
  const { slug, name, runs } = kernels.at(-1);
  const row = page.locator(`[aria-label="Kernels"] tbody tr`).last();
  await follow(page, () => row.locator("td a").click());
  assert.equal(new URL(page.url()).searchParams.get("kernel"), slug);
  assert.match(await page.locator("h1").innerText(), new RegExp(`^${runs} run`));
  await page.goBack();
  await follow(page, () => row.locator("th a").click());
  assert.match(await page.locator("h1").innerText(), new RegExp(`^Kernel ${name}: `));
});

test("a kernel tells what memcg costs there, and leads to its neighbours", async () => {
  const kernel = await site.api("/kernels/7.3.4");
  const { means, kernels, lines } = await site.api("/overhead");
  await visit(page, "/kernels/7.3.4");
  const here = means.filter((mean) => kernels[mean.kernel].slug === kernel.slug);
  assert.ok(here.length > 0);
  assert.deepEqual(await rowsOf("What memcg costs here"), here.map(({ line }) => lines[line].label));
  const costs = await texts('[aria-label="What memcg costs here"] tbody td:nth-child(2)');
  assert.deepEqual(costs.map((text) => Number.parseFloat(text)), here.map(({ cost }) => Number((cost * 100).toFixed(1))));
  assert.deepEqual(await rowsOf("Benchmarks"), kernel.benchmarks.map(({ name }) => name));
  const text = await site.text("/kernels/7.3.4");
  for (const { line } of here) assert.ok(text.includes(lines[line].label));
  await follow(page, () => page.getByRole("link", { name: kernel.previous.name, exact: true }).click());
  assert.match(await page.locator("h1").innerText(), new RegExp(`^Kernel ${kernel.previous.name}: `));
  await follow(page, () => page.getByRole("link", { name: kernel.name, exact: true }).click());
  assert.match(await page.locator("h1").innerText(), /^Kernel 7\.3\.4: /);
});

test("a kernel that mails hold numbers of leads to them", async () => {
  const { kernels } = await site.api("/kernels");
  const { slug } = kernels.find(({ discussed }) => discussed > 0);
  const { mails } = await site.api(`/kernels/${slug}`);
  await visit(page, `/kernels/${slug}`);
  for (const { link } of mails) assert.equal(await page.locator(`main a[href="${link}"]`).count(), 1);
  assert.match(await site.text(`/kernels/${slug}`), /Discussed in: /);
});

test("a machine has its kernels in a table, and each leads on", async () => {
  const { machines } = await site.api("/machines");
  const { slug, name } = machines.reduce((a, b) => (a.runs > b.runs ? a : b));
  const { kernels } = await site.api(`/machines/${slug}`);
  await visit(page, "/machines");
  assert.deepEqual(await rowsOf("Machines"), machines.map((machine) => machine.name));
  await follow(page, () => page.getByRole("link", { name, exact: true }).click());
  assert.deepEqual(await rowsOf("Kernels"), kernels.map((kernel) => kernel.name));
  await follow(page, () => page.locator('[aria-label="Kernels"] tbody th a').first().click());
  assert.match(await page.locator("h1").innerText(), new RegExp(`^Kernel ${kernels[0].name}`));
});

test("what is not there says so", async () => {
  const response = await page.goto("/kernels/nothing");
  assert.equal(response.status(), 404);
  assert.match(await page.locator(".lede").innerText(), /no kernel is called 'nothing'/);
  page.complaints.length = 0; // the console tells the 404
});

test("no page complained in the console", () => assert.deepEqual(page.complaints, []));
