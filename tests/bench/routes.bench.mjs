// SPDX-License-Identifier: GPL-2.0-or-later
// What one answer of each address that reads costs the server over the bundled sample, in CPU time:
// made anew, and from the cache. And the comparison that a bar is set for.
//     make bench ONLY=routes
import { mkdtempSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { addresses, readRoutes } from '../api/addresses.mjs';
import { get, start, startEmpty, startSample } from '../api/server.mjs';
import { cpuSeconds, median, row } from './measure.mjs';

const ROUNDS = 5;
const ANSWERS = 20; // in a round
const METRICS = 200;
const SAMPLES = 10;
const NO_CACHE = ['--cache-bytes', '1'];

/** Milliseconds of CPU for one answer, over one connection. */
async function milliseconds({ pid, port }, target) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const { status, text } = await get(port, target, { agent });
    if (status !== 200) throw new Error(`${target}: ${status} ${text}`);
  };
  const costs = [];
  await ask();
  for (let round = 0; round < ROUNDS; round++) {
    const before = cpuSeconds(pid);
    for (let i = 0; i < ANSWERS; i++) await ask();
    costs.push((cpuSeconds(pid) - before) * 1000 / ANSWERS);
  }
  agent.destroy();
  return median(costs);
}

async function everyRoute() {
  const cached = await startSample();
  const uncached = await start(cached.db, NO_CACHE);
  const { address } = await addresses(cached);
  const rows = [];
  for (const { method, pattern } of await readRoutes()) {
    if (method !== 'GET') continue;
    const target = address(pattern);
    const { bytes } = await cached.get(target);
    rows.push(row(`${pattern}, ${bytes.length} bytes: made, and from the cache`, {
      ours: await milliseconds(uncached, target), reference: await milliseconds(cached, target), unit: 'ms' }));
  }
  await uncached.stop();
  await cached.close();
  return rows;
}

/** A run of so many metrics that have SAMPLES each, a few percent apart. */
function csv(seed) {
  const lines = Array.from({ length: METRICS * SAMPLES }, (_, i) =>
    `pft,faults-${i % METRICS},faults/s,higher,${1e6 + ((i * 7919 + seed * 17) % 997) * 30 * seed}`);
  return `benchmark,metric,unit,better,value\n${lines.join('\n')}\n`;
}

async function comparison(folder) {
  const site = await startEmpty(mkdtempSync(path.join(folder, 'compare-')), NO_CACHE);
  for (const seed of [1, 2]) {
    const { status, text } = await site.send('POST', `/runs?name=r${seed}&kernel=6.1${seed}.0`, csv(seed));
    if (status !== 201) throw new Error(text);
  }
  const target = '/api/v1/compare?base=r1&new=r2';
  const { bytes } = await site.get(target);
  const ours = await milliseconds(site, target);
  await site.stop();
  return row(`uncached comparison of 2 runs with ${METRICS} metrics, ${bytes.length} bytes`,
    { ours, unit: 'ms', bar: '<= 5' });
}

export const rows = async ({ folder }) => [await comparison(folder), ...(await everyRoute())];
