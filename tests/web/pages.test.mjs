// SPDX-License-Identifier: GPL-2.0-or-later
// What the pages show, held against the API of the same server.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { chartOf, drawn, follow, near, newPage, numberIn, start, visit } from "./browser.mjs";

const PFT = { benchmark: "pft", title: "faults/cpu-1" };

let site;
let page;
let overhead;

before(async () => {
  site = await start();
  overhead = await site.api("/overhead");
  page = await newPage(site, { permissions: ["clipboard-read", "clipboard-write"] });
});
after(() => site?.close());

const part = (name) => page.locator(`[data-part="${name}"]`);
const answer = () => part("answer").textContent();
const line = (label) => overhead.lines.findIndex((each) => each.label === label);
const metric = ({ benchmark, title }) =>
  overhead.metrics.findIndex((each) => each.benchmark === benchmark && each.title === title);
const runsOf = async (kernel) => (await site.api(`/runs?kernel=${kernel}`)).runs;

/** Holds a chart's lines against values of the API, by line and kernel. */
function holdChart(chart, values, kernels) {
  const labels = new Set(values.map((value) => overhead.lines[value.line].label));
  assert.deepEqual(new Set(chart.lines.map(({ label }) => label)), labels);
  for (const { label, data, intervals } of chart.lines)
    kernels.forEach((kernel, i) => {
      const value = values.find((each) => each.line === line(label) && each.kernel === kernel);
      const what = `${label} on ${chart.labels[i]}`;
      near(data[i], value && value.cost * 100, what);
      near(intervals[i]?.[0], value && value.lo * 100, `${what}, low end`);
      near(intervals[i]?.[1], value && value.hi * 100, `${what}, high end`);
    });
}

const kernelsIn = (values) => [...new Set(values.map(({ kernel }) => kernel))].sort((a, b) => a - b);

test("home answers with the newest kernel's mean of the child group", async () => {
  await visit(page, "/");
  const newest = Math.max(...overhead.means.map(({ kernel }) => kernel));
  const mean = overhead.means.find(
    ({ kernel, line: of }) => kernel === newest && of === line("child"),
  );
  const said = await answer();
  assert.match(said, new RegExp(`^On ${overhead.kernels[newest].name}, a child memory cgroup costs `));
  assert.equal(numberIn(said.split("costs")[1]), Number((mean.cost * 100).toFixed(1)));
  assert.equal((await page.title()).startsWith(said.replace(/\.$/, "")), true);
});

test("home draws the means of all lines, as the API has them", async () => {
  const chart = await chartOf(page);
  const kernels = kernelsIn(overhead.cells);
  assert.deepEqual(chart.labels, kernels.map((kernel) => overhead.kernels[kernel].name));
  assert.ok(chart.lines.length >= 4);
  holdChart(chart, overhead.means, kernels);
});

test("home has the newest kernel's costs by benchmark and config, and what changed last", async () => {
  const machine = overhead.now.reduce((most, { machine: each }) => (overhead.now.filter((mean) => mean.machine === each).length > overhead.now.filter((mean) => mean.machine === most).length ? each : most), overhead.now[0].machine);
  const means = overhead.now.filter((mean) => mean.machine === machine);
  const rows = part("now").locator("tbody tr");
  assert.equal(await rows.count(), new Set(means.map(({ benchmark }) => benchmark)).size);
  const pft = means.find((mean) => mean.benchmark === "pft" && mean.line === line("child"));
  const heads = await part("now").locator("thead th").allTextContents();
  const shown = await rows.filter({ hasText: "pft" }).locator("td").nth(heads.indexOf("child") - 1).textContent();
  assert.equal(numberIn(shown), Number((pft.cost * 100).toFixed(1)));
  const { changes, metrics } = await site.api("/changes");
  const [newest] = changes.filter(({ confirmed }) => confirmed);
  const first = part("changed").locator("tbody tr").first();
  assert.equal(await first.locator("th").textContent(), `${metrics[newest.metric].benchmark} ${metrics[newest.metric].title}`);
  assert.equal(numberIn(await first.locator("td").first().textContent()), Number((newest.verdict.effect * 100).toFixed(1)));
  const texts = await part("changed").locator("tbody th").allTextContents();
  assert.equal(new Set(texts).size, texts.length, "each metric once");
});

test("a chart's points are read out as the keyboard walks them, and lead on", async () => {
  const chart = await chartOf(page);
  const canvas = part("chart").locator("canvas");
  const said = part("chart").getByRole("status");
  await canvas.focus();
  await page.keyboard.press("ArrowRight");
  const first = chart.lines[0];
  const at = first.data.findIndex((value) => value !== null);
  assert.match(await said.textContent(), new RegExp(`^${chart.labels[at]}, ${first.label}: `));
  assert.equal(numberIn((await said.textContent()).split(": ")[1]), Number(first.data[at].toFixed(1)));
  await page.keyboard.press("ArrowDown");
  assert.match(await said.textContent(), new RegExp(`^${chart.labels[at]}, ${chart.lines[1].label}: `));
  await page.keyboard.press("Escape");
  assert.equal(await said.textContent(), "");
});

test("a chart is saved as a picture", async () => {
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    part("chart").getByRole("button", { name: "PNG" }).click(),
  ]);
  assert.match(saved.suggestedFilename(), /^cost-of-memcg-.*\.png$/);
  const bytes = readFileSync(await saved.path());
  assert.equal(bytes.subarray(1, 4).toString(), "PNG");
  assert.ok(bytes.length > 4000, `${bytes.length} bytes`);
});

test("Enter on a point of one metric opens its comparison", async () => {
  await visit(page, "/overhead?benchmark=pft&metric=faults/cpu-1");
  await part("chart").locator("canvas").focus();
  await page.keyboard.press("ArrowRight");
  await follow(page, () => page.keyboard.press("Enter"));
  assert.match(page.url(), /\/compare\?base=\w+&new=\w+$/);
  await visit(page, "/");
});

test("each number of home opens the comparison that it stands for", async () => {
  const cells = overhead.cells.filter(
    (cell) =>
      cell.line === line("child") && !overhead.metrics[cell.metric].name.startsWith("Duration "),
  );
  const links = await part("table").locator("td a").evaluateAll((anchors) =>
    anchors.map((anchor) => [anchor.getAttribute("href"), anchor.textContent]),
  );
  assert.equal(links.length, cells.length);
  const expected = cells.map(({ off, on }) => `/compare?base=${off.run}&new=${on.run}`);
  assert.deepEqual(links.map(([href]) => href).sort(), expected.sort());
  const cell = cells.find((each) => each.metric === metric(PFT));
  const row = part("table").locator("tr", { hasText: "pft faults/cpu-1" });
  const shown = await row.locator("td").nth(kernelsIn(cells).indexOf(cell.kernel)).textContent();
  assert.equal(numberIn(shown), Number((cell.cost * 100).toFixed(1)));
});

test("home's other configs are a click away, in the address, and back", async () => {
  const before = await part("table").textContent();
  await follow(page, () => part("choices").getByRole("link", { name: "root", exact: true }).click());
  assert.equal(new URL(page.url()).search, "?line=root");
  const root = await part("table").textContent();
  assert.notEqual(root, before);
  await page.reload();
  await drawn(page);
  assert.equal(await part("table").textContent(), root);
  await follow(page, () => page.goBack());
  assert.equal(await part("table").textContent(), before);
});

test("overhead draws each config against off, with its intervals", async () => {
  await visit(page, "/overhead?benchmark=pft&metric=faults/cpu-1");
  const cells = overhead.cells.filter((cell) => cell.metric === metric(PFT));
  holdChart(await chartOf(page), cells, kernelsIn(overhead.cells));
  const hrefs = await part("table").locator("td:nth-child(2) a").evaluateAll((anchors) =>
    anchors.map((anchor) => anchor.getAttribute("href")),
  );
  assert.deepEqual(
    hrefs.sort(),
    cells.map(({ off, on }) => `/compare?base=${off.run}&new=${on.run}`).sort(),
  );
  const marks = (await part("table").locator("tbody").allTextContents()).join("").split("†").length - 1;
  assert.equal(marks, cells.filter((cell) => cell.off_in_root).length);
});

test("overhead: metric and config are the address; back and reload keep them", async () => {
  await visit(page, "/overhead");
  holdChart(await chartOf(page), overhead.means, kernelsIn(overhead.cells));
  const select = page.locator('select[name="metric"]');
  const value = await select.locator('optgroup[label="forkexec"] option', { hasText: "usecs-op-fork" })
    .getAttribute("value");
  await follow(page, () => select.selectOption(value));
  const query = new URL(page.url()).searchParams;
  assert.deepEqual([query.get("benchmark"), query.get("metric")], ["forkexec", "usecs-op-fork"]);
  await follow(page, () => page.locator('select[name="line"]').selectOption({ label: "child" }));
  const chart = await chartOf(page);
  assert.deepEqual(chart.lines.map(({ label }) => label), ["child"]);
  await page.reload();
  await drawn(page);
  assert.deepEqual(await chartOf(page), chart);
  assert.match(await answer(), /of forkexec usecs-op-fork in a child memory cgroup/);
  await follow(page, () => page.goBack());
  await follow(page, () => page.goBack());
  assert.equal(new URL(page.url()).search, "");
  holdChart(await chartOf(page), overhead.means, kernelsIn(overhead.cells));
});

test("overhead tells where the cost comes from, in steps that add up", async () => {
  const address = "/overhead?benchmark=kmemops&metric=usecs-op-pipe";
  const { steps } = await site.api(address);
  await visit(page, address);
  const newest = steps.filter(({ kernel }) => kernel === Math.max(...steps.map((step) => step.kernel)));
  const bars = await page.locator('[data-part="steps"] canvas').evaluate((canvas) => {
    const { labels, datasets } = globalThis.Chart.getChart(canvas).data;
    return datasets[0].data.map(({ y, yMin }, i) => ({ label: labels[i], y, yMin }));
  });
  assert.deepEqual(bars.map(({ label }) => label), [...newest.map(({ name }) => name), "together"]);
  newest.forEach(({ value, lo }, i) => {
    near(bars[i].y[1] - bars[i].y[0], value * 100);
    near(bars[i].yMin - bars[i].y[0], lo * 100);
  });
  const chain = newest.filter(({ is_part }) => !is_part).reduce((sum, { value }) => sum + value, 0);
  near(bars.at(-1).y[1], chain * 100);
  const cells = await part("steps").locator("tbody tr").first().locator("td").allTextContents();
  assert.equal(numberIn(cells.at(-1)), Number((newest[0].value * 100).toFixed(1)));
});

test("overhead's mean of one benchmark is the API's", async () => {
  await visit(page, "/overhead?benchmark=pft");
  const { means, lines } = await site.api("/overhead?benchmark=pft");
  const chart = await chartOf(page);
  for (const mean of means) {
    const drawnLine = chart.lines.find(({ label }) => label === lines[mean.line].label);
    assert.ok(drawnLine.data.some((each) => Math.abs(each - mean.cost * 100) < 1e-9));
  }
});

test("a series draws the API's values, intervals and changes, by kernel and config", async () => {
  const address = "/series?benchmark=kmemops&metric=usecs-op-open";
  const series = await site.api(address);
  await visit(page, address);
  const chart = await chartOf(page);
  assert.deepEqual(chart.lines.map(({ label }) => label), series.lines.map(({ label }) => label));
  for (const [i, { points }] of series.lines.entries())
    for (const { kernel, value, lo } of points) {
      const at = chart.labels.indexOf(series.kernels[kernel].name);
      near(chart.lines[i].data[at], value);
      near(chart.lines[i].intervals[at]?.[0], lo);
    }
  const marked = series.changes.filter(({ confirmed }) => confirmed);
  assert.ok(marked.length >= 4);
  const newest = series.changes[0];
  assert.match(await answer(), new RegExp(`changed ${marked.length} times over 5 kernels; last on ${series.kernels[newest.after.kernel].name}, `));
  assert.equal(await part("table").locator("td.better").count(), marked.filter(({ verdict }) => verdict.word === "better").length);
  const shown = await part("table").locator("tr").last().locator("td").first().textContent();
  assert.equal(numberIn(shown), Number(series.lines[0].points.at(-1).value.toFixed(3)));
});

test("series: metric and config are the address, a point leads to its comparison", async () => {
  await visit(page, "/series");
  await follow(page, () => page.locator('select[name="metric"]').selectOption({ label: "kmemops usecs-op-open" }));
  await follow(page, () => page.locator('select[name="line"]').selectOption({ label: "child" }));
  const query = new URL(page.url()).searchParams;
  assert.deepEqual([query.get("metric"), query.get("line")], ["usecs-op-open", "child"]);
  assert.deepEqual((await chartOf(page)).lines.map(({ label }) => label), ["child"]);
  await page.reload();
  await drawn(page);
  await follow(page, () => part("table").locator("td a").last().click());
  assert.match(page.url(), /\/compare\?base=\w+&new=\w+$/);
});

test("noise tells how far boots differ, by benchmark and over time, as the API has it", async () => {
  const noise = await site.api("/noise");
  await visit(page, "/noise");
  const machine = noise.benchmarks[0].machine;
  const rows = part("table").locator("tbody tr");
  assert.equal(await rows.count(), noise.benchmarks.length);
  const [first] = noise.benchmarks;
  const cells = await rows.first().locator("td").allTextContents();
  assert.equal(numberIn(cells[0]), first.pairs);
  assert.equal(numberIn(cells[1]), Number((first.low_p.part * 100).toFixed(1)));
  const runs = noise.runs.filter((run) => run.machine === machine).reverse();
  const chart = await chartOf(page);
  assert.equal(chart.labels.length, runs.length);
  runs.forEach(({ within, between }, i) => {
    near(chart.lines[0].data[i], within * 100);
    near(chart.lines[1].data[i], between * 100);
  });
  await follow(page, () => page.locator('select[name="benchmark"]').selectOption("pft"));
  assert.equal(new URL(page.url()).searchParams.get("benchmark"), "pft");
  assert.match(await answer(), /^Boots of one kernel and config differ by /);
});

test("the text for a mail follows the view", async () => {
  await visit(page, "/overhead");
  await follow(page, () => page.locator('select[name="line"]').selectOption({ label: "child" }));
  const { search } = new URL(page.url());
  assert.equal(await part("mail").textContent(), await site.text(`/overhead.txt${search}`));
  assert.equal(await part("plain").getAttribute("href"), `/overhead.txt${search}`);
});

/** Address of the newest kernel's comparison: off in a child group, child, child without kmem. */
async function threeColumns() {
  const runs = await runsOf("7.3.4");
  const ids = ["off child", "child", "child nokmem"].map(
    (label) => runs.find(({ config }) => config.label === label).id,
  );
  return { ids, address: `/compare?base=${ids[0]}&new=${ids[1]}&new=${ids[2]}` };
}

test("compare shows the API's values, changes, intervals and samples", async () => {
  const { address } = await threeColumns();
  const comparison = await site.api(address);
  await visit(page, address);
  const rows = comparison.groups.flatMap((group) => group.rows);
  const row = rows.find(({ metric: of }) => of.benchmark === "pft" && of.title === "faults/cpu-1");
  const shown = part("table").locator("tr", { hasText: "faults/cpu-1" });
  const texts = await shown.locator("td").allTextContents();
  assert.equal(numberIn(texts[0]), Math.round(row.cells[0].median));
  assert.equal(numberIn(texts[1]), Math.round(row.cells[1].median));
  assert.match(texts[2], /^▼ worse −/);
  assert.equal(numberIn(texts[2].slice(2)), Number((row.cells[1].verdict.effect * 100).toFixed(2)));
  const half = ((row.cells[1].verdict.hi - row.cells[1].verdict.lo) / 2) * 100;
  assert.equal(numberIn(texts[2].split("±")[1]), Number(half.toFixed(2)));
  const samples = row.cells.reduce((sum, cell) => sum + cell.samples.length, 0);
  assert.equal(await shown.locator(".strip circle").count(), samples);
  assert.match(texts.at(-1), new RegExp(`^${row.cells[0].n} \\(${row.cells[0].boots}\\)$`));
});

test("compare's chart holds every change, turned so that more is worse", async () => {
  const { address } = await threeColumns();
  const { groups } = await site.api(address);
  const rows = groups.flatMap((group) => group.rows).filter(
    ({ metric: of }) => !of.name.startsWith("Duration ") && of.better !== "none",
  );
  const chart = await chartOf(page);
  assert.equal(chart.labels.length, rows.length);
  assert.equal(chart.lines.length, 2);
  chart.lines.forEach(({ data }, i) =>
    rows.forEach(({ metric: of, cells }, j) => {
      const turn = of.better === "higher" ? -1 : 1;
      const effect = cells[i + 1]?.verdict.effect;
      near(data[j], effect === undefined ? null : turn * effect * 100, `${of.title}, column ${i + 1}`);
    }),
  );
});

test("compare draws a metric over clients as curves, with the change beneath", async () => {
  const { runs } = await site.api("/runs?benchmark=pft&limit=200");
  const [base, other] = ["4.0.0-vanilla", "4.0.0-nomemcg-v1"].map((name) => runs.find((run) => run.name === name).id);
  const { groups } = await site.api(`/compare?base=${base}&new=${other}`);
  await visit(page, `/compare?base=${base}&new=${other}`);
  const [group] = groups;
  const [sweep] = group.sweeps;
  const rows = sweep.rows.map((at) => group.rows[at]);
  const canvases = page.locator('[data-part="curves"] canvas');
  await part("curves").scrollIntoViewIfNeeded();
  await canvases.first().waitFor();
  assert.equal(await canvases.count(), 2 * group.sweeps.length);
  const curve = await chartOf(page, '[data-part="curves"] figure:nth-of-type(1) canvas >> nth=0');
  assert.deepEqual(curve.labels, sweep.at.map(String));
  rows.forEach(({ cells }, i) => cells.forEach((cell, k) => near(curve.lines[k].data[i], cell.mean)));
  const ratio = await chartOf(page, '[data-part="curves"] canvas >> nth=1');
  rows.forEach(({ cells }, i) => near(ratio.lines[0].data[i], cells[1].delta * 100));
});

test("compare's columns: baseline, remove, add and swap are addresses", async () => {
  const { ids, address } = await threeColumns();
  const columns = () => {
    const query = new URL(page.url()).searchParams;
    return [query.get("base"), ...query.getAll("new")];
  };
  await visit(page, address);
  await follow(page, () => part("chips").getByRole("button", { name: "child nokmem as baseline" }).click());
  assert.deepEqual(columns(), [ids[2], ids[0], ids[1]]);
  assert.match(await answer(), /against child nokmem/);
  await follow(page, () => part("chips").getByRole("button", { name: "remove off child" }).click());
  assert.deepEqual(columns(), [ids[2], ids[1]]);
  await follow(page, () => part("chips").getByRole("button", { name: "Swap A and B" }).click());
  assert.deepEqual(columns(), [ids[1], ids[2]]);
  await part("chips").getByRole("textbox").fill(ids[0]);
  await follow(page, () => part("chips").getByRole("button", { name: "Add column" }).click());
  assert.deepEqual(columns(), [ids[1], ids[2], ids[0]]);
  await follow(page, () => page.goBack());
  assert.deepEqual(columns(), [ids[1], ids[2]]);
  assert.equal(await part("chips").locator("li:not(.adder)").count(), 2);
});

test("compare freezes for a link that lasts, with a token that the tab keeps and forgets", async () => {
  const { address } = await threeColumns();
  const token = await site.token("submit");
  await visit(page, address);
  const shown = await part("table").textContent();
  const form = part("frozen").locator("form");
  const open = () => part("frozen").locator("summary").click();
  await open();
  await form.getByLabel("Token").fill("mp_s_wrong");
  await form.getByRole("button", { name: "Freeze" }).click();
  await part("status").filter({ hasText: /token/ }).waitFor();
  page.complaints = page.complaints.filter((text) => !text.includes("401"));
  await form.getByLabel("Token").fill(token);
  await follow(page, () => form.getByRole("button", { name: "Freeze" }).click());
  assert.match(page.url(), /\/c\/[0-9A-Z]{10}$/);
  assert.equal(await part("table").textContent(), shown);
  assert.match(await part("frozen").textContent(), /^Frozen .* by for-submit, SHA-256 [0-9a-f]{16}/);
  assert.match(await part("mail").textContent(), /Link: .*\/c\/[0-9A-Z]{10}\n$/);
  await follow(page, () => part("frozen").getByRole("link", { name: "open live" }).click());
  assert.equal(new URL(page.url()).search.replaceAll("%2C", ","), new URL(site.base + address).search);
  await open();
  assert.equal(await form.getByLabel("Token").inputValue(), token);
  await form.getByRole("button", { name: "Forget it" }).click();
  assert.equal(await page.evaluate(() => globalThis.sessionStorage.length), 0);
});

test("compare tells what differs, and what is the same", async () => {
  const { address } = await threeColumns();
  const { differences } = await site.api(address);
  await visit(page, address);
  const keys = await part("differences").locator("tbody th").allTextContents();
  assert.deepEqual(keys, differences.map(({ key }) => key));
  await part("differences").locator("summary").click();
  await part("differences").locator("dl").waitFor();
  const shared = await part("differences").locator("dl").textContent();
  assert.match(shared, /kernel\.release/);
});

test("copy buttons give the mail text, Markdown and the link", async () => {
  const buttons = await part("copy").locator("button").all();
  const copied = async (name) => {
    const button = buttons[["Copy", "Copy Markdown", "Copy link"].indexOf(name)];
    assert.equal(await button.textContent(), name);
    await button.click();
    await button.filter({ hasText: "Copied" }).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const { pathname, search, href } = new URL(page.url());
  assert.equal(await copied("Copy"), await site.text(`${pathname}.txt${search}`));
  assert.equal(await copied("Copy Markdown"), await site.text(`${pathname}.md${search}`));
  assert.equal(await copied("Copy link"), href);
});

test("compare without columns asks for them, and takes names", async () => {
  const [first, second] = await runsOf("7.3.4");
  await visit(page, "/compare");
  assert.equal(await part("picker").isVisible(), true);
  await page.getByLabel("Baseline").fill(first.name);
  await page.getByLabel("Against it").fill(second.name);
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.waitForURL(`**/compare?base=${first.name}&new=${second.name}`);
  await drawn(page);
  assert.equal(await part("picker").isVisible(), false);
  assert.ok((await chartOf(page)).labels.length > 0);
});

test("a wrong name is told in a sentence, on the page and as a page", async () => {
  await part("chips").getByRole("textbox").fill("no-such-kernel");
  await part("chips").getByRole("button", { name: "Add column" }).click();
  await page.locator(".problem").waitFor();
  assert.match(await part("status").textContent(), /no-such-kernel.*\. The list of runs/);
  await page.reload();
  assert.match(await page.locator("main").textContent(), /no-such-kernel/);
  const noise = (text) => text.startsWith("Failed to load resource") && text.includes("404");
  page.complaints = page.complaints.filter((text) => !noise(text)); // the browser's own lines
});

test("runs: filters and pages are addresses, picked runs are compared", async () => {
  await visit(page, "/runs?limit=10");
  const all = await site.api("/runs?limit=10");
  const names = () => part("table").locator("tbody th a").allTextContents();
  assert.deepEqual(await names(), all.runs.map(({ name }) => name));
  await follow(page, () => page.getByRole("link", { name: "Older runs" }).click());
  const next = await site.api(`/runs?limit=10&cursor=${encodeURIComponent(all.next)}`);
  assert.deepEqual(await names(), next.runs.map(({ name }) => name));
  await visit(page, "/runs");
  await follow(page, () => page.locator('select[name="kernel"]').selectOption({ label: "7.3.4" }));
  const runs = await runsOf("7.3.4");
  assert.deepEqual(await names(), runs.map(({ name }) => name));
  const [first, second] = [runs[1], runs[0]];
  await page.getByLabel(`Pick ${first.name}`, { exact: true }).check();
  await page.getByLabel(`Pick ${second.name}`, { exact: true }).check();
  await page.reload();
  await drawn(page);
  assert.equal(await page.getByLabel(`Pick ${first.name}`, { exact: true }).isChecked(), true);
  await page.getByRole("button", { name: "Compare picked runs" }).click();
  await page.waitForURL(`**/compare?base=${first.id}&new=${second.id}`);
  await drawn(page);
});

test("a run shows the API's results, and leads to off in the same placement", async () => {
  const runs = await runsOf("7.3.4");
  const child = runs.find(({ config }) => config.label === "child");
  const off = runs.find(({ config }) => config.label === "off child");
  const detail = await site.api(`/runs/${child.id}`);
  await visit(page, `/run/${child.id}`);
  await part("results").locator("summary").click();
  await part("results").getByText("Duration User").first().waitFor();
  const rows = part("results").locator("tbody tr:not(.group)");
  assert.equal(await rows.count(), detail.results.length);
  const result = detail.results.find(({ metric: of }) => of.title === "usecs-op-exec");
  const cells = await rows.filter({ hasText: "usecs-op-exec" }).locator("td").allTextContents();
  assert.equal(numberIn(cells[0]), Number(result.stats.mean.toFixed(1)));
  assert.equal(numberIn(cells[4]), result.stats.n);
  const href = await page.getByRole("link", { name: `against ${off.name}` }).getAttribute("href");
  assert.equal(href, `/compare?base=${off.id}&new=${child.id}`);
  await part("more").locator("summary", { hasText: "Files" }).click();
  const file = part("more").locator("details[open] tbody a").first();
  const raw = await fetch(new URL(await file.getAttribute("href"), site.base));
  assert.equal(raw.status, 200);
  assert.match(raw.headers.get("content-disposition") ?? "", /attachment/);
});

test("no page complained in the console", () => {
  assert.deepEqual(page.complaints, []);
});

test("changes are listed as the API has them, with a form for what is said of them", async () => {
  const { changes, kernels } = await site.api("/changes");
  await visit(page, "/changes");
  assert.match(await answer(), /^7\.3\.4, the newest kernel, is worse in \d+ metrics and better in \d+\.$/);
  const rows = part("table").locator("tbody tr");
  assert.equal(await rows.count(), changes.length);
  const texts = await rows.first().locator("td").allTextContents();
  assert.equal(texts[1], kernels[changes[0].after.kernel].name);
  assert.ok(texts[3].includes(changes[0].verdict.word));
  assert.equal(numberIn(texts[3].slice(2)), Number((changes[0].effect * 100).toFixed(2)));
  await rows.first().locator("summary").click();
  assert.ok(await rows.first().getByLabel("Token").isVisible());
});
