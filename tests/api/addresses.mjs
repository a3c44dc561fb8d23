// SPDX-License-Identifier: GPL-2.0-or-later
// An address of the bundled sample for every route of the table, where the answer holds something.
import assert from 'node:assert/strict';
import { execute, memcgperf, memcgperfd } from '../program.mjs';

const queries = {
  '/api/v1/profiles/:profile/instructions': '?symbol=main',
  '/api/v1/search': '?q=pft',
  '/api/v1/series': '?benchmark=pft&metric=faults/cpu-1&unit=faults/s',
  '/api/v1/histograms': '?base=sendto-child.txt',
  '/api/v1/allocs': '?base=mizuma-2021.txt&map=@alloc',
  '/api/v1/compare': '?base=7.3.4-disabled&new=7.3.4-default',
  '/api/v1/syscalls': '?runs=v5.8,v5.9,v5.12-rc6',
};

/** What the server says it answers: { method, pattern, query: names of parameters }. */
export async function readRoutes() {
  const { stdout } = await execute(memcgperfd, ['--routes']);
  return stdout.trimEnd().split('\n').map((line) => {
    const [method, pattern, query] = line.split('\t');
    return { method, pattern, query: query ? query.split(' ') : [] };
  });
}

/** The id of a comparison that is frozen now. */
async function frozen(db) {
  const { stdout, stderr } = await execute(memcgperf, ['compare', '--db', `sqlite:${db}`,
    '--public-url', 'https://perf.example', '--freeze', '7.3.4-disabled', '7.3.4-default']);
  const [, id] = /\/c\/(\w+)\n$/.exec(stdout) ?? [];
  assert.ok(id, stderr);
  return id;
}

/** Values of path parameters, and the queries, for a server over the sample (server.mjs). */
export async function addresses(site) {
  const run = (await site.api('/runs?kernel=7.3.4&limit=1')).runs[0].id;
  const { file_list: files } = await site.api(`/runs/${run}`);
  const { runs } = await site.api('/runs?limit=500');
  const named = (part) => runs.find((each) => each.name.includes(part)).id;
  const [before, after] = ['root', 'child'].map((name) => `${named(`loop-${name}`)}-1`);
  const values = {
    ':run': run,
    ':comparison': await frozen(site.db),
    ':profile': after,
    ':machine': (await site.api('/machines')).machines[0].slug,
    ':kernel': '7.3.4',
    ':problem': 'not-found',
    ':doc': 'statistics',
    ':sha256': files.find(({ kept, size }) => kept && size > 0).sha256,
    '/api/v1/runs/:run/profiles': `/api/v1/runs/${named('loop-child')}/profiles`,
    '/api/v1/runs/:run/histograms': `/api/v1/runs/${named('sendto-child')}/histograms`,
    '/api/v1/runs/:run/maps': `/api/v1/runs/${named('mizuma')}/maps`,
    '/app/*': '/app/home.js',
    '/vendor/*': '/vendor/chart.umd.min.js',
  };
  const query = (pattern) =>
    pattern === '/api/v1/profile-diff' ? `?a=${before}&b=${after}` : (queries[pattern] ?? '');
  const path = (pattern) => values[pattern] ?? pattern.replace(/\/:\w+/, (name) => `/${values[name.slice(1)]}`);
  return { query, address: (pattern) => path(pattern) + query(pattern) };
}
