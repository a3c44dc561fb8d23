// SPDX-License-Identifier: GPL-2.0-or-later
// Histograms, allocations and system calls: tables, charts and controls, held against the API.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { chartOf, drawn, follow, near, newPage, numberIn, paramsOf, start, visit } from "./browser.mjs";

/** What bpftrace prints of one kernel: a map of allocations, three histograms. */
const trace = (k) => `Attaching 3 probes...
Lost ${k} events
@alloc[pgbench, 96, 104, 3264]: ${9 * k * k}
@alloc[kworker/0:1, 64, 64, 10240]: 500
@alloc[pgbench, 216, 256, 4197568]: ${1000 * k}
@free: ${900 * k}

@ns[13]:
[1K, 2K)             ${10 * k} |@@@@@@@@@@                                          |
[2K, 4K)              30 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|
${k > 1 ? "[4K, 8K)               1 |                                                    |" : ""}
@ns[56]:
[256K, 512K)           5 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|

@site[
    charge+10
    alloc+20
]: ${7 * k}

@lin:
[0, 10)                1 |@@@@@@@@@@                                          |
[10, 20)               0 |                                                    |
[20, 30)               5 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|
`;

let folder;
let site;
let page;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "memcgperf-traced-"));
  const files = [1, 2].map((k) => path.join(folder, `trace-${k}.txt`));
  files.forEach((file, i) => writeFileSync(file, trace(i + 1)));
  site = await start(...files);
  page = await newPage(site);
});
after(async () => {
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

const PAIR = "base=trace-1.txt&new=trace-2.txt";
const part = (name) => page.locator(`[data-part="${name}"]`);
const params = () => paramsOf(page);
const column = async (box, i) => part(box).locator(`tbody tr > :nth-child(${i})`).allTextContents();
const walk = async () => {
  await part("chart").locator("canvas").focus();
  await page.keyboard.press("ArrowRight");
  return part("chart").locator(".plot").getByRole("status").textContent();
};

test("latency: the largest histogram first, its shares, buckets and percentiles", async () => {
  await visit(page, `/latency?${PAIR}`);
  const { histograms } = await site.api(`/histograms?${PAIR}`);
  const { cells } = histograms.find(({ metric }) => metric.title === "@ns 13");
  assert.equal(await part("answer").textContent(), "Median of @ns 13: 2K-4K on trace-1.txt, 2K-4K on trace-2.txt.");
  const chart = await chartOf(page);
  assert.deepEqual(chart.labels, ["1K-2K", "2K-4K", "4K-8K"]);
  chart.lines.forEach(({ data }, i) =>
    cells[i].buckets.forEach(([, , count], k) => near(data[k], (100 * count) / cells[i].total, `run ${i}`)));
  assert.equal(chart.lines[0].data[2], null, "what was not printed is no zero");
  assert.deepEqual(await column("buckets", 1), ["1K-2K", "2K-4K", "4K-8K"]);
  assert.deepEqual((await column("buckets", 2)).map((text) => text.slice(0, 2)), ["10", "30", "–n"]);
  assert.deepEqual(await column("table", 3), ["51", "2K-4K", "2K-4K", "4K-8K", "4K-8K"]);
  assert.match(await part("table").textContent(), /In tracing B 2 events or more were lost/);
});

test("latency: its points are read out, and it is saved as a picture", async () => {
  assert.equal(await walk(), "1K-2K, A trace-1.txt: 25.00\u202f%, 10 of 40");
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    part("chart").getByRole("button", { name: "PNG" }).click(),
  ]);
  assert.match(saved.suggestedFilename(), /^histogram-of-.*\.png$/);
  const csv = await part("chart").getByRole("link", { name: "CSV" }).getAttribute("href");
  assert.match(await site.text(csv), /^metric,unit,id,run,kernel,config,lo,hi,count\n/);
});

test("latency: of many runs the sentence tells some", async () => {
  await visit(page, `/latency?${PAIR}&new=trace-1.txt&new=trace-2.txt&new=trace-1.txt&metric=@ns&histogram=@ns 56`);
  assert.match(await part("answer").textContent(), /256K-512K on trace-1.txt and 2 more\.$/);
  await visit(page, `/latency?${PAIR}`);
});

test("latency: which histogram and which printings are the address", async () => {
  await follow(page, () => page.locator('select[name="histogram"]').selectOption("@lin"));
  assert.equal((await params()).get("histogram"), "@lin");
  assert.deepEqual((await chartOf(page)).labels, ["0-10", "10-20", "20-30"]);
  await page.reload();
  await drawn(page);
  assert.match(await part("answer").textContent(), /^Median of @lin: 20-30 /);
  await follow(page, () => part("all").getByRole("link", { name: "@ns 56" }).click());
  assert.deepEqual(await column("buckets", 1), ["256K-512K"]);
  await follow(page, () => page.goBack());
  assert.match(await part("answer").textContent(), /^Median of @lin/);
  await follow(page, () => page.locator('select[name="prints"]').selectOption("all"));
  assert.equal((await params()).get("prints"), "all");
  assert.equal(await part("mail").textContent(), await site.text(`/latency.txt${new URL(page.url()).search}`));
});

test("latency: the form asks for runs and a histogram", async () => {
  await visit(page, "/latency");
  const form = part("controls");
  await form.getByLabel("Run", { exact: true }).fill("trace-2.txt");
  await form.getByLabel("Beside it").fill("trace-1.txt, sendto-child");
  await form.getByLabel("Histogram").fill("@ns");
  await follow(page, () => form.getByRole("button", { name: "Show" }).click());
  assert.deepEqual([(await params()).get("base"), (await params()).getAll("new"), (await params()).get("metric")],
    ["trace-2.txt", ["trace-1.txt", "sendto-child"], "@ns"]);
  assert.equal(await form.getByLabel("Beside it").inputValue(), "trace-1.txt,sendto-child");
  const names = await part("pick").locator('select[name="histogram"] option').allTextContents();
  assert.ok(names.every((name) => name.startsWith("@ns")), names.join());
});

test("allocs: totals, rows and differences as the API has them", async () => {
  await visit(page, `/allocs?${PAIR}`);
  const { rows, runs: [a, b] } = await site.api(`/allocs?${PAIR}`);
  const totals = await part("totals").locator("tbody tr").first().locator("td").allTextContents();
  assert.deepEqual(totals.map(numberIn), [a.total.count, b.total.count,
    Number((100 * (b.total.count / a.total.count - 1)).toFixed(2))]);
  assert.deepEqual((await column("table", 4)).map(numberIn), rows.map((row) => row.bytes_alloc));
  assert.deepEqual((await column("table", 7)).map(numberIn), rows.map(({ counts }) => counts[0]));
  assert.deepEqual((await column("table", 9)).map(numberIn), [100, 300, 0]);
  const flags = await column("table", 2);
  assert.deepEqual(flags, ["GFP_KERNEL_ACCOUNT, asks to be charged", "GFP_KERNEL", "GFP_NOWAIT"]);
  const chart = await chartOf(page);
  assert.deepEqual(chart.labels, ["pgbench 216 → 256", "pgbench 96 → 104"]);
  assert.deepEqual(chart.lines.map(({ data }) => data), [[40_000, 72], [80_000, 288]]);
  assert.equal(await walk(), "pgbench 216 → 256, A trace-1.txt: 39.1\u202fKiB");
  const sites = part("notes").getByRole("link", { name: /@site$/ });
  assert.deepEqual(await sites.allTextContents(), ["A trace-1.txt: @site", "B trace-2.txt: @site"]);
  await sites.first().click();
  await drawn(page);
  assert.match(page.url(), /\/profile\/\w+-1$/);
});

test("allocs: a head sorts, keeps the focus, and stands in the address", async () => {
  await visit(page, `/allocs?${PAIR}`);
  const head = (name) => part("table").getByRole("button", { name, exact: true });
  await head("B vs A").click();
  assert.deepEqual([(await params()).get("sort"), (await params()).get("order")], ["changeB", null]);
  assert.deepEqual((await column("table", 9)).map(numberIn), [300, 100, 0]);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "B vs A ↓");
  await page.keyboard.press("Enter");
  assert.deepEqual((await column("table", 9)).map(numberIn), [0, 100, 300]);
  assert.equal(await part("table").locator('th[aria-sort="ascending"]').count(), 1);
  await page.reload();
  await drawn(page);
  assert.deepEqual((await column("table", 9)).map(numberIn), [0, 100, 300]);
  await head("task").click();
  assert.equal((await column("table", 1))[0], "kworker/0:1");
});

test("allocs: rows are filtered, bars and operations are the address", async () => {
  await visit(page, `/allocs?${PAIR}`);
  await part("table").getByLabel("Filter the rows").fill("pgbench kernel_acc");
  assert.equal((await params()).get("filter"), "pgbench kernel_acc");
  assert.equal(await part("table").getByRole("status").textContent(), "1 of 3 rows");
  assert.deepEqual((await chartOf(page)).labels, ["pgbench 216 → 256"]);
  await follow(page, () => page.locator('select[name="measure"]').selectOption("count"));
  assert.equal((await column("table", 1)).length, 1, "the filter stays");
  assert.deepEqual((await chartOf(page)).lines.map(({ data }) => data), [[1000], [2000]]);
  await visit(page, `/allocs?${PAIR}&measure=count&ops=100,400`);
  assert.deepEqual((await column("table", 7)).map(numberIn), [10, 0.09, 5]);
  assert.deepEqual((await chartOf(page)).lines[1].data, [5, 0.09, 1.25]);
  await follow(page, () => page.locator('select[name="charged"]').selectOption("yes"));
  assert.deepEqual(await column("table", 2), ["GFP_KERNEL_ACCOUNT, asks to be charged"]);
});

test("syscalls: time a call, its ratio, and bars of what is asked for", async () => {
  await visit(page, "/syscalls?runs=v5.8,v5.9");
  const { syscalls } = await site.api("/syscalls?runs=v5.8,v5.9");
  assert.deepEqual(await column("table", 1), syscalls.map(({ syscall }) => syscall));
  assert.deepEqual((await column("table", 4)).map(numberIn),
    syscalls.map(({ cells }) => Number((1000 * cells[0].avg).toFixed(3))));
  assert.deepEqual((await column("table", 8)).map(numberIn),
    syscalls.map(({ cells }) => Number((1 + cells[1].avg_change).toFixed(3))));
  const bars = await chartOf(page);
  bars.lines.forEach(({ data, intervals }, i) =>
    syscalls.forEach(({ cells }, k) => {
      near(data[k], 1000 * cells[i].avg, "time a call");
      near(intervals[k][1], 1000 * cells[i].avg * (1 + (1.96 * cells[i].sem_percent) / 100), "its interval");
    }));
  await follow(page, () => page.locator('select[name="measure"]').selectOption("calls"));
  assert.deepEqual((await chartOf(page)).lines[0].data, syscalls.map(({ cells }) => cells[0].calls));
  await part("table").getByLabel("Filter the system calls").fill("recv");
  assert.deepEqual(await column("table", 1), ["recvfrom"]);
  await part("controls").getByLabel("Runs, the baseline first").fill("v5.9, v5.8");
  await follow(page, () => part("controls").getByRole("button", { name: "Show" }).click());
  assert.deepEqual((await params()).getAll("runs"), ["v5.9", "v5.8"]);
});

test("a run leads to what it can be shown by", async () => {
  const [{ id }] = (await site.api("/runs?limit=500")).runs.filter(({ name }) => name === "trace-2.txt");
  await visit(page, `/run/${id}`);
  assert.match(await part("compare").textContent(), /In tracing 2 events or more were lost/);
  await page.getByRole("link", { name: "3 histograms" }).click();
  await drawn(page);
  assert.equal((await params()).get("base"), id);
});

test("no page complained in the console", () => assert.deepEqual(page.complaints, []));
