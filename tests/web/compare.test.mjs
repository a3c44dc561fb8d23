// SPDX-License-Identifier: GPL-2.0-or-later
// What a reader does with a comparison: picks rows, sorts them, opens them, by mouse and by keys.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chartDrawn, chartOf, drawn, near, newPage, paramsOf, start, visit } from "./browser.mjs";

const FIRST_BYTES = 120_000; /* over the wire, heads and the numbers themselves with them */

let site;
let page;
let address;
let comparison;
let all; /* rows, as the API has them */

before(async () => {
  site = await start();
  page = await newPage(site, { permissions: ["clipboard-read", "clipboard-write"] });
  const { runs } = await site.api("/runs?kernel=7.3.4");
  const [off, child, nokmem] = ["off child", "child", "child nokmem"].map(
    (label) => runs.find(({ config }) => config.label === label).id,
  );
  address = `/compare?base=${off}&new=${child}&new=${nokmem}`;
  comparison = await site.api(address);
  all = comparison.groups.flatMap(({ rows }) => rows);
});
after(() => site?.close());

const part = (name) => page.locator(`[data-part="${name}"]`);
const param = async (key) => (await paramsOf(page)).get(key);
const openers = (how = {}) => part("table").locator(".opener", how);
const names = () => openers().evaluateAll((buttons) => buttons.map((button) => button.dataset.row));
const nameOf = ({ metric }) => `${metric.benchmark} ${metric.title}`;
const wordOf = (row, column) => row.cells[column]?.verdict?.word;
const isResult = ({ metric }) => !metric.name.startsWith("Duration ");
const sortedNames = (rows) => rows.map(nameOf).sort();

/** Reload and return, and the rows are the same. */
async function holds() {
  const [before, url] = [await names(), page.url()];
  await page.reload();
  await drawn(page);
  assert.deepEqual(await names(), before, "after a reload");
  await visit(page, "/runs");
  await page.goBack();
  await drawn(page);
  assert.equal(page.url(), url);
  assert.deepEqual(await names(), before, "after going back");
}

test("verdicts are counted by column, and a count shows its rows", async () => {
  await visit(page, address);
  const count = (column, word) => all.filter((row) => isResult(row) && wordOf(row, column) === word).length;
  const line = part("verdicts").locator("tbody tr").first();
  const heads = await part("verdicts").locator("thead th").allTextContents();
  assert.equal(await line.locator("td").nth(heads.indexOf("worse") - 1).textContent(), String(count(1, "worse")));
  assert.equal(await part("verdicts").locator("tbody tr").count(), 2);
  await line.getByRole("button", { name: `show the ${count(1, "worse")} that are worse in B` }).click();
  assert.equal(await param("verdict"), "worse");
  assert.equal(await param("in"), "B");
  const wanted = all.filter((row) => wordOf(row, 1) === "worse");
  assert.deepEqual((await names()).sort(), sortedNames(wanted));
  assert.equal(await part("count").textContent(), `${wanted.length} of ${all.length} rows`);
  assert.equal(await page.locator('select[name="verdict"]').inputValue(), "worse");
  await holds();
});

test("the chart has the rows that are shown", async () => {
  const wanted = all.filter((row) => isResult(row) && wordOf(row, 1) === "worse");
  const chart = await chartOf(page);
  assert.deepEqual([...chart.labels].sort(), sortedNames(wanted));
  const at = chart.labels.indexOf(nameOf(wanted[0]));
  const turn = wanted[0].metric.better === "higher" ? -1 : 1;
  near(chart.lines[0].data[at], turn * wanted[0].cells[1].verdict.effect * 100, "its change");
});

test("rows are picked by benchmark, name, verdict and column, and all come back", async () => {
  await part("all").click();
  assert.equal(new URL(page.url()).search.includes("verdict"), false);
  assert.equal((await names()).length, all.length);
  assert.equal(await part("all").isVisible(), false);
  await page.locator('select[name="benchmark"]').selectOption("pft");
  assert.deepEqual((await names()).sort(), sortedNames(all.filter(({ metric }) => metric.benchmark === "pft")));
  assert.equal(await part("table").locator("tr.sum").count(), 1, "a whole benchmark keeps its mean");
  await page.getByLabel("Metric", { exact: true }).fill("CPU-1");
  assert.deepEqual(await names(), ["pft faults/cpu-1"]);
  assert.equal(await part("table").locator("tr.sum").count(), 0);
  await holds();
  await page.getByLabel("Metric", { exact: true }).fill("no such metric");
  assert.match(await part("table").textContent(), /No row is left/);
  await part("all").click();
  await page.locator('select[name="verdict"]').selectOption("decided");
  await page.locator('select[name="in"]').selectOption("C");
  const decided = (row) => ["worse", "better", "changed"].includes(wordOf(row, 2));
  assert.deepEqual((await names()).sort(), sortedNames(all.filter(decided)));
});

test("the text, what is copied and what curl gets are of the rows that are picked", async () => {
  await visit(page, address);
  const whole = await part("mail").textContent();
  await page.locator('select[name="benchmark"]').selectOption("pft");
  await page.getByLabel("Metric", { exact: true }).fill("sec");
  await part("copy").getByRole("button", { name: "Copy", exact: true }).click();
  await part("copy").getByText("Copied").waitFor();
  const { pathname, search } = new URL(page.url());
  const wanted = await site.text(pathname + search);
  const shown = await names();
  assert.match(wanted, new RegExp(`Shown are ${shown.length} of ${all.length} rows: benchmark pft, name with 'sec'\\.`));
  assert.doesNotMatch(wanted, /forkexec|faults\/cpu/);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), wanted);
  await part("mail").getByText("Shown are").waitFor();
  assert.equal(await part("mail").textContent(), wanted);
  assert.equal(await part("plain").getAttribute("href"), `${pathname}.txt${search}`);
  const { groups, picked } = await site.api(pathname + search);
  assert.deepEqual(groups.flatMap(({ rows }) => rows).map(nameOf).sort(), [...shown].sort());
  assert.match(picked, /^\d+ of \d+ rows: /);
  await part("all").click();
  await part("mail").filter({ hasNotText: "Shown are" }).waitFor();
  assert.equal(await part("mail").textContent(), whole);
});

test("each way to pick lets the same rows through on the page and in the API", async () => {
  const { pathname, search } = new URL(site.base + address);
  for (const more of ["verdict=decided", "verdict=worse&in=C", "verdict=unclear", "verdict=open", "verdict=same&in=B", "filter=usecs+op", "benchmark=pft&verdict=decided"]) {
    await visit(page, `${pathname}${search}&${more}`);
    const { groups } = await site.api(`${pathname}${search}&${more}`);
    assert.deepEqual((await names()).sort(), groups.flatMap(({ rows }) => rows).map(nameOf).sort(), more);
    assert.equal(await part("mail").textContent(), await site.text(`${pathname}${search}&${more}`));
  }
});

test("a frozen comparison keeps its text, whatever rows are picked", async () => {
  const id = await site.freeze(address.split("?")[1]);
  const text = await site.text(`/c/${id}`);
  await visit(page, `/c/${id}?benchmark=pft&verdict=decided`);
  assert.ok((await names()).every((name) => name.startsWith("pft ")));
  assert.equal(await part("mail").textContent(), text);
  assert.equal(await site.text(`/c/${id}.txt?benchmark=pft`), text);
});

test("heads sort: worst first, the other way, and as it was", async () => {
  await visit(page, address);
  const unsorted = await names();
  const head = () => part("table").getByRole("button", { name: "B vs A, %" }).first();
  const worsening = (row) => row.cells[1].verdict.effect * (row.metric.better === "higher" ? -1 : 1);
  const results = all.filter(isResult).sort((a, b) => worsening(b) - worsening(a)).map(nameOf);
  await head().click();
  assert.equal(await param("sort"), "B");
  assert.deepEqual((await names()).slice(0, results.length), results);
  assert.equal(await part("table").locator('th[aria-sort="descending"]').first().textContent(), "B vs A, % ↓");
  assert.equal(await head().evaluate((button) => button === document.activeElement), true);
  await holds();
  await head().click();
  assert.deepEqual((await names()).slice(0, results.length), results.reverse());
  await head().click();
  assert.equal(await param("sort"), null);
  assert.deepEqual(await names(), unsorted);
  await part("table").getByRole("button", { name: "benchmark, metric" }).first().click();
  const byName = (await names()).slice(0, results.length);
  assert.deepEqual(byName, [...byName].sort((a, b) => a.localeCompare(b)));
});

test("a row opens to its samples and its history with the columns marked", async () => {
  await visit(page, address);
  const row = all.find((one) => nameOf(one) === "pft faults/cpu-1");
  await openers({ hasText: /^faults\/cpu-1$/ }).click();
  assert.equal(await param("open"), "pft faults/cpu-1");
  const detail = part("table").locator("tr.detail");
  await detail.locator('figure[aria-busy="false"]').waitFor();
  const samples = row.cells.reduce((sum, { samples: some }) => sum + some.length, 0);
  assert.equal(await detail.locator(".strip circle").count(), samples);
  const shown = await detail.locator("tbody tr").first().locator("td").last().textContent();
  assert.equal(shown.split("|").length, row.cells[0].boots);
  assert.match(await detail.textContent(), /B child: worse by welch-t, n = 3 and 3 boots; q = /);
  const history = await chartOf(page, '[data-part="table"] .detail canvas');
  const series = await site.api("/series?benchmark=pft&metric=faults/cpu-1&unit=faults/s");
  for (const { label, data } of history.lines) {
    const line = series.lines.find((one) => one.label === label);
    line.points.forEach((point) => near(data[history.labels.indexOf(series.kernels[point.kernel].name)], point.value ?? point.mean, label));
  }
  assert.deepEqual(history.lines.map(({ label }) => label).sort(), ["child", "child nokmem", "off child"]);
  const marks = await detail.locator("canvas").evaluate((canvas) =>
    Object.values(globalThis.Chart.getChart(canvas).options.plugins.annotation.annotations)
      .filter(({ kind }) => kind === "change")
      .map(({ value, label }) => [value, label.content]),
  );
  assert.deepEqual(marks, [[history.labels.indexOf("7.3.4"), "A, B, C"]]);
  const way = await detail.getByRole("link", { name: "faults/cpu-1 over kernels" }).getAttribute("href");
  assert.match(way, /^\/series\?benchmark=pft&metric=faults%2Fcpu-1/);
  await page.reload();
  await drawn(page);
  assert.equal(await part("table").locator("tr.detail").count(), 1);
  await openers({ hasText: /^faults\/cpu-1$/ }).click();
  assert.equal(await part("table").locator("tr.detail").count(), 0);
  assert.equal(await param("open"), null);
});

test("a row of profiled columns leads to the difference; one without history says so", async () => {
  const { runs } = await site.api("/runs?benchmark=pft&limit=200");
  const [base, other] = ["4.0.0-vanilla", "4.0.0-nomemcg-v1"].map((name) => runs.find((run) => run.name === name).id);
  await visit(page, `/compare?base=${base}&new=${other}`);
  await openers().first().click();
  const detail = part("table").locator("tr.detail");
  await detail.locator('figure[aria-busy="false"]').waitFor();
  assert.match(await detail.locator("figure").textContent(), /No history of this metric: /);
  const way = await detail.getByRole("link", { name: "Profile difference of A and B" }).getAttribute("href");
  assert.equal(way, `/profile-diff?a=${base}&b=${other}`);
  page.complaints = page.complaints.filter((text) => !/Failed to load resource.*4(04|09)/.test(text));
});

test("curves are of the rows that are picked, and come when the reader comes near", async () => {
  const { runs } = await site.api("/runs?benchmark=pft&limit=200");
  const [base, other] = ["4.0.0-vanilla", "4.0.0-nomemcg-v1"].map((name) => runs.find((run) => run.name === name).id);
  const { groups } = await site.api(`/compare?base=${base}&new=${other}`);
  const [{ name, at }] = groups[0].sweeps;
  const canvases = part("curves").locator("canvas");
  await visit(page, `/compare?base=${base}&new=${other}`);
  assert.equal(await canvases.count(), 0, "nobody has scrolled to them");
  await part("curves").scrollIntoViewIfNeeded();
  await canvases.first().waitFor();
  assert.equal(await canvases.count(), 2 * groups[0].sweeps.length);
  await page.getByLabel("Metric", { exact: true }).fill(name);
  await part("curves").scrollIntoViewIfNeeded();
  await part("curves").locator("canvas >> nth=1").waitFor();
  await page.waitForFunction(() => document.querySelectorAll('[data-part="curves"] canvas').length === 2);
  assert.deepEqual((await chartOf(page, '[data-part="curves"] canvas >> nth=0')).labels, at.map(String));
  await page.getByLabel("Metric", { exact: true }).fill(`${name}-${at[0]}`);
  await part("curves").waitFor({ state: "hidden" });
});

/** Bytes that came over the wire from now on, by path; kept up to date. */
async function transfers(of) {
  const session = await of.context().newCDPSession(of);
  const paths = new Map();
  const bytes = new Map();
  session.on("Network.requestWillBeSent", ({ requestId, request }) => paths.set(requestId, new URL(request.url).pathname));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const at = paths.get(requestId);
    bytes.set(at, (bytes.get(at) ?? 0) + encodedDataLength);
  });
  await session.send("Network.enable");
  return bytes;
}

test("the first sight costs little; what is opened or scrolled to is loaded then, and nothing moves", async () => {
  const fresh = await newPage(site, { viewport: { width: 1280, height: 800 } });
  const bytes = await transfers(fresh);
  await fresh.goto(address, { waitUntil: "networkidle" });
  await drawn(fresh);
  const sum = [...bytes.values()].reduce((all, one) => all + one, 0);
  assert.ok(bytes.size > 20 && sum > 50_000, `${sum} bytes of ${bytes.size} files were seen`);
  assert.ok(sum < FIRST_BYTES, `${sum} bytes at first`);
  const later = ["/vendor/chart.umd.min.js", "/vendor/chart-error-bars.min.js", "/vendor/chart-annotation.min.js", "/app/rowdetail.js"];
  for (const path of later) assert.ok(!bytes.has(path), `${path} is loaded at once`);
  const opener = fresh.locator('[data-part="table"] .opener').first();
  await opener.click();
  await chartDrawn(fresh, '[data-part="table"] .detail canvas');
  await chartDrawn(fresh);
  for (const path of later) assert.ok(bytes.has(path), `${path} is not loaded`);
  assert.equal(await fresh.evaluate(() => globalThis.Chart.getChart(document.querySelector('[data-part="chart"] canvas')) !== undefined), true);
  assert.deepEqual(fresh.complaints, []);
  await fresh.context().close();
});

test("rows that are picked while a plugin is still on its way are drawn when it is here", async () => {
  const slow = await newPage(site);
  let go;
  const held = new Promise((resolve) => (go = resolve));
  await slow.route("**/chart-error-bars.min.js", async (route) => (await held, route.continue()));
  await visit(slow, address);
  const asked = slow.waitForRequest("**/chart-error-bars.min.js");
  await slow.locator('[data-part="chart"]').scrollIntoViewIfNeeded();
  await asked;
  await slow.locator('select[name="benchmark"]').selectOption("pft");
  go();
  const { labels } = await chartOf(slow);
  assert.ok(labels.every((label) => label.startsWith("pft ")));
  assert.deepEqual(slow.complaints, []);
  await slow.context().close();
});

test("where a part does not come, the numbers stay and a sentence tells", async () => {
  const cut = await newPage(site);
  await cut.route(/vendor|rowdetail/, (route) => route.abort());
  await visit(cut, address);
  await cut.locator('[data-part="table"] .opener').first().click();
  await cut.locator('[data-part="status"].problem').filter({ hasText: /did not load/ }).waitFor();
  await cut.locator('[data-part="chart"]').scrollIntoViewIfNeeded();
  await cut.locator('[data-part="chart"] canvas').waitFor({ state: "detached" });
  assert.equal(await cut.locator('[data-part="table"] .opener').count(), all.length);
  await cut.context().close();
});

test("keys walk the rows, open them, copy the text and list themselves", async () => {
  await visit(page, address);
  const focused = () => page.evaluate(() => document.activeElement.dataset.row ?? "");
  const order = await names();
  await page.keyboard.press("j");
  assert.equal(await focused(), order[0]);
  await page.keyboard.press("j");
  assert.equal(await focused(), order[1]);
  await page.keyboard.press("k");
  assert.equal(await focused(), order[0]);
  await page.keyboard.press("k");
  assert.equal(await focused(), order[0], "the first stays the first");
  await page.keyboard.press("x");
  assert.equal(await param("open"), order[0]);
  await page.keyboard.press("x");
  assert.equal(await param("open"), null);
  await page.keyboard.press("c");
  await part("copy").getByText("Copied").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await part("mail").textContent());
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  assert.deepEqual(await dialog.locator("kbd").allTextContents(), ["j", "k", "x", "c", "/", "?"]);
  await page.keyboard.press("Escape");
  assert.equal(await dialog.isVisible(), false);
  await part("filters").getByRole("button", { name: "Keys ?" }).click();
  await dialog.getByRole("button", { name: "Close" }).click();
  assert.equal(await dialog.isVisible(), false);
  await page.getByLabel("Metric", { exact: true }).focus();
  await page.keyboard.press("j");
  assert.equal(await page.getByLabel("Metric", { exact: true }).inputValue(), "j", "what is typed is no key");
});

test("no page complained in the console", () => assert.deepEqual(page.complaints, []));
