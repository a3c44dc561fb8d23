// SPDX-License-Identifier: GPL-2.0-or-later
// The first answer of every page and API address over 10 million samples, against the same over 100
// thousand: CPU of a server that has just started, the least of three. The note tells how many
// times more the answer shows, by its bytes; a young lab has few kernels, an old one all of them, so
// costs of one machine and benchmark are also asked of the kernels that the small database has.
// And a server at rest. GROWTH=SMALL.db,LARGE.db takes databases that are there.
//     make bench ONLY=growth
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../load/generate.mjs';
import { start } from '../api/server.mjs';
import { cpuSeconds, row } from './measure.mjs';

const SMALL = 100_000;
const LARGE = 10_000_000;
const TRIES = 3;
const FEWEST_MS = 1; // less is nothing but the process getting going
const VIEW = 'machine=box0&benchmark=pft';
const METRIC = 'metric=usecs-op-a0&benchmark=pft&machine=box0';
const SAME = `${VIEW}&from=OLDEST&to=KERNEL`;
// BASE and NEW are two runs of one machine, kernel and benchmark, of two configs.
const PAGES = ['/', '/overhead', `/overhead?${VIEW}`, `/overhead?${SAME}`, `/series?${METRIC}`, '/compare?base=BASE&new=NEW', '/changes',
  `/changes?${VIEW}`, '/noise', `/noise?${VIEW}`, '/runs', '/runs?kernel=KERNEL&machine=box0', '/run/NEW', '/kernels',
  '/kernels/KERNEL', '/machines', '/machines/box0', '/upload', '/docs'];
const API = ['/runs', '/runs/NEW', '/runs/NEW/samples', '/runs/NEW/environment', '/kernels', '/kernels/KERNEL', '/machines',
  '/machines/box0', '/configs', '/metrics', `/series?${METRIC}`, '/noise', '/overhead', `/overhead?${VIEW}`, `/overhead?${SAME}`,
  '/compare?base=BASE&new=NEW', '/changes', `/changes?${VIEW}`, '/comparisons'].map((target) => `/api/v1${target}`);

async function withServer(db, use) {
  const server = await start(db);
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

/** What the words of addresses stand for in a database. */
const named = (db) => withServer(db, async ({ url }) => {
  const { runs } = await (await fetch(`${url}/api/v1/runs?${VIEW}&limit=2`)).json();
  const { kernels } = await (await fetch(`${url}/api/v1/overhead?${VIEW}`)).json();
  return { BASE: runs[1].id, NEW: runs[0].id, KERNEL: runs[0].kernel.slug, OLDEST: kernels[0].slug };
});

const first = (db, target) => withServer(db, async ({ url, pid }) => {
  const before = cpuSeconds(pid);
  const Accept = target.startsWith('/api/') ? 'application/json' : 'text/html';
  const answer = await fetch(url + target, { headers: { Accept } });
  const { length } = await answer.text();
  if (answer.status !== 200) throw new Error(`${target}: ${answer.status}`);
  return { ms: (cpuSeconds(pid) - before) * 1000, length };
});

async function least({ db, names }, address) {
  const target = address.replace(/BASE|NEW|KERNEL|OLDEST/g, (word) => names[word]);
  let best = { ms: Infinity };
  for (let i = 0; i < TRIES; i++) {
    const now = await first(db, target);
    if (now.ms < best.ms) best = now;
  }
  return best;
}

async function grown(small, large, address) {
  const [a, b] = [await least(small, address), await least(large, address)];
  return row(`first ${address}`, { ours: b.ms, reference: a.ms, unit: 'ms', bar: '<= 2',
    ratio: b.ms / Math.max(a.ms, FEWEST_MS), note: `shows ${(b.length / a.length).toFixed(1)} times as much` });
}

async function atRest(db) {
  const begun = performance.now();
  return withServer(db, async ({ pid }) => {
    const seconds = (performance.now() - begun) / 1000;
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return [row('server at rest with 10 million samples', { ours: kilobytes / 1024, unit: 'MiB', bar: '<= 64' }),
      row('its start, until it listens', { ours: seconds, unit: 's', bar: '<= 0.2' })];
  });
}

function databases(folder, say) {
  if (process.env.GROWTH) return process.env.GROWTH.split(',');
  return [SMALL, LARGE].map((count) => {
    const db = path.join(folder, `${count}.db`);
    say(`making ${count} samples`);
    generate(db, count);
    return db;
  });
}

export async function rows({ folder, say }) {
  const [small, large] = await Promise.all(databases(folder, say).map(async (db) => ({ db, names: await named(db) })));
  large.names.OLDEST = small.names.OLDEST;
  const out = await atRest(large.db);
  for (const address of [...PAGES, ...API]) out.push(await grown(small, large, address));
  return out;
}
