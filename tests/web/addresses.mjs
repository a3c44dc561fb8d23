// SPDX-License-Identifier: GPL-2.0-or-later
// An address of every page over the sample, and visits to all of them.
import assert from "node:assert/strict";
import { newPage, visit } from "./browser.mjs";

/** What the tests of all pages visit. */
export async function everyAddress(site) {
  const { runs } = await site.api("/runs?kernel=7.3.4");
  const [off, on] = ["off child", "child"].map(
    (label) => runs.find(({ config }) => config.label === label).id,
  );
  const addresses = [
    "/",
    "/overhead",
    "/overhead?benchmark=pft&metric=faults/cpu-1",
    "/series",
    "/series?benchmark=kmemops&metric=usecs-op-open",
    "/series?benchmark=kmemops&metric=usecs-op-open&line=child",
    "/compare",
    `/compare?base=${off}&new=${on}`,
    `/compare?base=${off}&new=${on}&verdict=decided&sort=B&open=pft+faults%2Fcpu-1`,
    "/runs",
    "/latency",
    "/latency?base=sendto-child&new=sendto-child&histogram=@us",
    "/allocs",
    "/allocs?base=mizuma-2021&new=mizuma-2021&sort=task&filter=pgbench",
    "/syscalls",
    "/syscalls?runs=v5.8,v5.9",
    `/run/${on}`,
    "/changes",
    "/noise",
    "/kernels",
    "/kernels/7.3.4",
    "/machines",
    `/machines/${(await site.api("/machines")).machines[0].slug}`,
    "/upload",
  ];
  const { runs: mails } = await site.api("/runs?benchmark=pft&limit=200");
  const [vanilla, nomemcg] = ["4.0.0-vanilla", "4.0.0-nomemcg-v1"].map((name) => mails.find((run) => run.name === name).id);
  addresses.push(`/compare?base=${vanilla}&new=${nomemcg}`);
  const loop = (await site.api("/runs?kernel=6.18.44")).runs.filter(({ name }) => name.startsWith("fault-loop"));
  const [one, two] = loop.map(({ id }) => `${id}-1`);
  addresses.push(
    `/profile/${one}`,
    `/profile/${one}?symbol=main`,
    "/profile-diff",
    `/profile-diff?a=${one}&b=${two}`,
    `/run/${loop[0].id}`,
  );
  return addresses;
}

/** Visits all in one context; none may complain. */
export async function visitAll(site, addresses, options, check) {
  const page = await newPage(site, options);
  for (const address of addresses) {
    await visit(page, address);
    await check(page, address);
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}
