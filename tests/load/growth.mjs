// SPDX-License-Identifier: GPL-2.0-or-later
// What the first answer of each page and API address costs a server over databases of two sizes
// (generate.mjs makes them): CPU in milliseconds, how many times more the larger one takes, and how
// many times more it shows, by the bytes of the answer. Each is asked of a server that has just
// started; the least of three counts.
//     node tests/load/growth.mjs SMALL.db LARGE.db [ADDRESS...]
import { start } from '../api/server.mjs';
import { cpuSeconds } from '../bench/measure.mjs';

const TRIES = 3;
const VIEW = 'machine=box0&benchmark=pft';
const METRIC = 'metric=usecs-op-a0&benchmark=pft&machine=box0';
// BASE and NEW are two runs of one machine and benchmark, of two configs; KERNEL is the newest.
const PAGES = ['/', '/overhead', `/overhead?${VIEW}`, `/series?${METRIC}`, '/compare?base=BASE&new=NEW', '/changes',
  `/changes?${VIEW}`, '/noise', `/noise?${VIEW}`, '/runs', '/runs?kernel=KERNEL&machine=box0', '/run/NEW', '/kernels',
  '/kernels/KERNEL', '/machines', '/machines/box0', '/upload', '/docs'];
const API = ['/runs', '/runs/NEW', '/runs/NEW/samples', '/runs/NEW/environment', '/kernels', '/kernels/KERNEL', '/machines',
  '/machines/box0', '/configs', '/metrics', `/series?${METRIC}`, '/noise', '/overhead', `/overhead?${VIEW}`,
  '/compare?base=BASE&new=NEW', '/changes', `/changes?${VIEW}`, '/comparisons'].map((path) => `/api/v1${path}`);

/** Two runs of one machine and benchmark, the latest and another of its kernel, and that kernel. */
async function named(url) {
  const { runs } = await (await fetch(`${url}/api/v1/runs?${VIEW}&limit=10`)).json();
  return { BASE: runs[1].id, NEW: runs[0].id, KERNEL: runs[0].kernel.slug ?? runs[0].kernel.name };
}

async function first(db, address) {
  const names = await start(db).then(async (server) => {
    const found = await named(server.url);
    await server.stop();
    return found;
  });
  const server = await start(db);
  const url = server.url + address.replace(/BASE|NEW|KERNEL/g, (word) => names[word]);
  const before = cpuSeconds(server.pid);
  const answer = await fetch(url, { headers: { Accept: address.startsWith('/api/') ? 'application/json' : 'text/html' } });
  const { length } = await answer.text();
  const cpu = (cpuSeconds(server.pid) - before) * 1000;
  await server.stop();
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
  return { cpu, length };
}

async function least(db, address) {
  let best = { cpu: Infinity };
  for (let i = 0; i < TRIES; i++) {
    const now = await first(db, address);
    if (now.cpu < best.cpu) best = now;
  }
  return best;
}

const times = (a, b) => `${(b / a).toFixed(1)}x`.padStart(7);
const milliseconds = (value) => value.toFixed(1).padStart(8);
const [small, large, ...addresses] = process.argv.slice(2);

console.log(`${'first answer'.padEnd(62)}${'small ms'.padStart(8)}${'large ms'.padStart(9)}${'CPU'.padStart(6)}${'shows'.padStart(7)}`);
for (const address of addresses.length > 0 ? addresses : [...PAGES, ...API]) {
  const [a, b] = [await least(small, address), await least(large, address)];
  console.log(`${address.padEnd(62)}${milliseconds(a.cpu)}${milliseconds(b.cpu)}${times(Math.max(a.cpu, 1), b.cpu)}${times(a.length, b.length)}`);
}
