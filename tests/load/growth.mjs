// SPDX-License-Identifier: GPL-2.0-or-later
// What the first answer of each page costs a server over databases of two sizes (generate.mjs makes
// them): CPU in milliseconds, and how many times more the larger one takes.
//     node tests/load/growth.mjs SMALL.db LARGE.db [PAGE...]
import { start } from '../api/server.mjs';
import { cpuSeconds } from '../bench/measure.mjs';

const PAGES = ['/', '/overhead', '/overhead?machine=box0&benchmark=pft', '/changes', '/changes?machine=box0&benchmark=pft',
  '/runs', '/noise', '/series?metric=usecs-op-a0&benchmark=pft&machine=box0', '/compare?base=BASE&new=NEW'];

/** Two runs of one machine and benchmark: the latest, and the one before it on another config. */
async function twoRuns(url) {
  const { runs } = await (await fetch(`${url}/api/v1/runs?benchmark=pft&machine=box0&limit=10`)).json();
  return [runs[0].id, runs[1].id];
}

/** The first answer of a server that has just started. */
async function first(db, page) {
  const server = await start(db);
  const [base, other] = await twoRuns(server.url);
  const before = cpuSeconds(server.pid);
  const began = performance.now();
  const answer = await fetch(server.url + page.replace('BASE', base).replace('NEW', other), { headers: { Accept: 'text/html' } });
  const { length } = await answer.text();
  const wall = performance.now() - began;
  const cpu = (cpuSeconds(server.pid) - before) * 1000;
  await server.stop();
  return { cpu, wall, length, status: answer.status };
}

const [small, large, ...pages] = process.argv.slice(2);
for (const page of pages.length > 0 ? pages : PAGES) {
  const [a, b] = [await first(small, page), await first(large, page)];
  console.log(`${page}: ${a.cpu.toFixed(0)} ms (${a.length} bytes, ${a.status}) -> ${b.cpu.toFixed(0)} ms (${b.length} bytes, ${b.status}), ` +
    `${(b.cpu / Math.max(a.cpu, 1)).toFixed(1)} times; wall ${a.wall.toFixed(0)} -> ${b.wall.toFixed(0)} ms`);
}
