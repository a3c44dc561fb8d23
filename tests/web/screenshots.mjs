// SPDX-License-Identifier: GPL-2.0-or-later
// Renders every page over the bundled results, light and dark, into a folder: make screenshots.
//     node tests/web/screenshots.mjs FOLDER [NAME...]
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { drawn, newPage, start } from "./browser.mjs";

const SIZE = { width: 1280, height: 800 };
const QUALITY = 80; // of WebP

/** What a reader sees first of each page, by the name of its picture. */
async function pages(site) {
  const { runs } = await site.api("/runs?limit=500");
  const id = (name) => runs.find((run) => run.name === name).id;
  const [root, child] = ["fault-loop-root", "fault-loop-child"].map((name) => `${id(name)}-1`);
  const compared = `base=${id("7.3.4-disabled-child")}&new=${id("7.3.4-child")}&new=${id("7.3.4-child-nokmem")}`;
  const frozen = await site.freeze(compared);
  return {
    home: "/",
    overhead: "/overhead",
    "overhead-metric": "/overhead?benchmark=pft&metric=faults/cpu-1",
    series: "/series?benchmark=kmemops&metric=usecs-op-open",
    compare: `/compare?${compared}`,
    curves: `/compare?base=${id("4.0.0-vanilla")}&new=${id("4.0.0-nomemcg-v1")}`,
    frozen: `/c/${frozen}`,
    changes: "/changes",
    noise: "/noise",
    runs: "/runs",
    run: `/run/${id("7.3.4-child")}`,
    profile: `/profile/${child}`,
    "profile-diff": `/profile-diff?a=${root}&b=${child}`,
    latency: "/latency?base=sendto-child",
    allocs: "/allocs?base=mizuma-2021",
    syscalls: "/syscalls?runs=v5.8,v5.9,v5.12-rc6",
    kernels: "/kernels",
    kernel: "/kernels/7.3.4",
    machines: "/machines",
    upload: "/upload",
    search: "/search?q=usecs",
    docs: "/docs",
    api: "/docs/reference",
  };
}

/** A picture as WebP, which Playwright does not write itself. */
async function picture(page) {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  return Buffer.from(data, "base64");
}

/** Pictures of all pages in one scheme, and what the pages complained about. */
async function shoot(site, folder, scheme, addresses) {
  const page = await newPage(site, { viewport: SIZE, colorScheme: scheme });
  for (const [name, address] of addresses) {
    await page.goto(address);
    if (!/^\/(docs|search)/.test(address)) await drawn(page); // which have no script to wait for
    const file = path.join(folder, `${name}-${scheme}.webp`);
    writeFileSync(file, await picture(page));
    process.stdout.write(`${file} ${address}\n`);
  }
  for (const complaint of page.complaints) process.stdout.write(`${scheme}: ${complaint}\n`);
  await page.context().close();
}

const [folder, ...wanted] = process.argv.slice(2);
const site = await start();
try {
  mkdirSync(folder, { recursive: true });
  const all = Object.entries(await pages(site));
  const some = all.filter(([name]) => wanted.length === 0 || wanted.includes(name));
  for (const scheme of ["light", "dark"]) await shoot(site, folder, scheme, some);
} finally {
  await site.close();
}
