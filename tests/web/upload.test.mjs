// SPDX-License-Identifier: GPL-2.0-or-later
// Sending results from a browser: what was understood, what was not, and that it is then stored.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { samples } from "../program.mjs";
import { newPage, start, visit } from "./browser.mjs";

const run = "6.1.192-default";
let site, folder, token;

before(async () => {
  site = await start();
  token = await site.token("submit");
  folder = mkdtempSync(path.join(tmpdir(), "memcgperf-upload-"));
  execFileSync("tar", ["-xf", path.join(samples, "memcg-kvm.tar.xz"), "-C", folder, run]);
  writeFileSync(path.join(folder, "times.csv"),
    "benchmark,metric,unit,better,value\nloop,time,s,lower,1.5\nloop,time,s,lower,1.6\nloop,time,s,lower,1.7\n");
  writeFileSync(path.join(folder, "notes.txt"), "Hello,\n\nno numbers here.\n");
});
after(async () => {
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

const part = (page, name) => page.locator(`[data-part="${name}"]`);
const check = (page) => page.getByRole("button", { name: "See what is understood" });
const store = (page) => page.getByRole("button", { name: "Store", exact: true });
const status = (page) => part(page, "status");

async function open(options) {
  const page = await newPage(site, options);
  await visit(page, "/upload");
  return page;
}

const count = async () => (await site.api("/runs?limit=500")).runs.length;

test("a file is looked at, corrected, and stored", async () => {
  const page = await open();
  const stored = await count();
  await page.getByLabel("Files").setInputFiles(path.join(folder, "times.csv"));
  assert.match(await part(page, "chosen").textContent(), /^times\.csv: 1 file, 1 KiB$/);
  await page.getByLabel("Token").fill(token);
  await check(page).click();
  await page.getByRole("heading", { name: "What was understood" }).waitFor();
  assert.match(await part(page, "understood").textContent(), /unknown.*3.*new/s);
  assert.match(await status(page).textContent(), /^Nothing is stored yet/);
  assert.equal(await count(), stored);

  await page.getByLabel("Kernel", { exact: true }).fill("6.12.77");
  await page.getByLabel("Machine").fill("lab 1");
  await page.getByLabel("Config").fill("mode=on variant=series");
  await store(page).click();
  await page.getByRole("heading", { name: "Stored" }).waitFor();
  assert.equal(await count(), stored + 1);
  await page.getByRole("region", { name: "Runs" }).getByRole("link").click();
  await page.waitForURL(/\/run\/[0-9A-Z]+$/);
  const answer = await site.api(`/runs/${page.url().split("/").at(-1)}`);
  assert.deepEqual([answer.kernel.release, answer.machine.name, answer.config.variant, answer.config.mode],
    ["6.12.77", "lab 1", "series", "on"]);
  assert.deepEqual(page.complaints, []);
});

test("a folder is one upload, and the token is remembered in this tab until it is forgotten", async () => {
  const page = await open();
  await page.getByLabel("A folder").setInputFiles(path.join(folder, run));
  const files = readdirSync(path.join(folder, run), { recursive: true })
    .filter((name) => statSync(path.join(folder, run, name)).isFile()).length;
  assert.match(await part(page, "chosen").textContent(), new RegExp(`^${run}: ${files} files`));
  await page.getByLabel("Token").fill(token);
  await store(page).click();
  await page.getByRole("heading", { name: "Stored" }).waitFor();
  assert.match(await part(page, "understood").textContent(), new RegExp(`${run}.*stored`, "s"));
  const address = await page.getByRole("link", { name: run, exact: true }).getAttribute("href");
  // The same content is the same run, however it comes.
  const again = await fetch(`${site.base}/api/v1/runs?name=${run}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
    body: execFileSync("tar", ["-czf", "-", "-C", folder, run], { maxBuffer: 1e9 }),
  });
  assert.equal(again.status, 200);
  assert.equal(`/run/${(await again.json()).runs[0].id}`, address);

  await page.reload();
  await page.locator('main[aria-busy="false"]').waitFor();
  assert.equal(await page.getByLabel("Token").inputValue(), token);
  assert.ok(!page.url().includes(token));
  await page.getByRole("button", { name: "Forget it" }).click();
  assert.equal(await page.evaluate(() => globalThis.sessionStorage.length), 0);
});

test("what is not understood, and a wrong token, are told in a sentence", async () => {
  const page = await open();
  await store(page).click({ noWaitAfter: true });
  await page.getByLabel("Token").fill("mp_s_wrong");
  await store(page).click();
  assert.match(await status(page).textContent(), /^Choose files or a folder first/);
  await page.getByLabel("Files").setInputFiles(path.join(folder, "notes.txt"));
  await store(page).click();
  await page.locator(".problem", { hasText: "oken" }).waitFor();

  await page.getByLabel("Token").fill(token);
  await page.getByLabel("Config").fill("nonsense");
  await check(page).click();
  assert.match(await status(page).textContent(), /config takes KEY=VALUE, not "nonsense"/i);
  await page.getByLabel("Config").fill("");
  await check(page).click();
  await page.locator(".problem", { hasText: "othing recognised" }).waitFor();
});

test("what is dropped is taken as well", async () => {
  const page = await open();
  await page.locator(".drop").evaluate((zone) => {
    const data = new globalThis.DataTransfer();
    data.items.add(new globalThis.File(["benchmark,metric,value\nloop,time,1\n"], "one.csv"));
    data.items.add(new globalThis.File(["benchmark,metric,value\nloop,time,2\n"], "two.csv"));
    zone.dispatchEvent(new globalThis.DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await part(page, "chosen").waitFor();
  assert.match(await part(page, "chosen").textContent(), /^files: 2 files/);
  await page.getByLabel("Token").fill(token);
  await check(page).click();
  await page.getByRole("heading", { name: "What was understood" }).waitFor();
  assert.match(await part(page, "understood").textContent(), /2 files/);
});

test("without scripts the page tells how to send from a shell", async () => {
  const page = await open({ javaScriptEnabled: false });
  const text = await part(page, "mail").textContent();

  for (const word of ["memcgperf push work/log", "curl -X POST", `${site.base}/api/v1/runs`]) {
    assert.ok(text.includes(word), word);
  }
  assert.equal(text.trim(), (await site.text("/upload.txt")).trim());
  assert.equal(await part(page, "form").isHidden(), true);
});
