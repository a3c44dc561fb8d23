// SPDX-License-Identifier: GPL-2.0-or-later
// How the process is: numbers for Prometheus that count what was asked, and a disk that is almost full.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { result, startEmpty } from './server.mjs';

let folder;
let site;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'memcgperf-'));
  site = await startEmpty(folder);
});
after(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Series and values of /metrics, each line of which is one, or says what one is. */
async function metrics() {
  const { status, type, text } = await site.get('/metrics');
  assert.equal(status, 200);
  assert.match(type, /^text\/plain; version=0\.0\.4/);
  const lines = text.trimEnd().split('\n');
  for (const line of lines) assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? [-+\w.]+)$/, line);
  return new Map(lines.filter((line) => !line.startsWith('#')).map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

const answers = (kind, status) => `memcgperf_answers_total{kind="${kind}",status="${status}"}`;

test('each answer is counted by its kind and status, from the cache or made', async () => {
  const then = await metrics();
  await site.get('/api/v1/runs');
  await site.get('/api/v1/runs');
  await site.get('/no/such/address');
  assert.equal((await site.send('POST', '/runs', result(7))).status, 201);
  assert.equal((await site.send('POST', '/runs', result(7), 'mp_s_wrong')).status, 401);
  const now = await metrics();
  const grown = (name) => (now.get(name) ?? 0) - (then.get(name) ?? 0);
  assert.equal(grown(answers('api', 200)), 2);
  assert.equal(grown(answers('none', 404)), 1);
  assert.equal(grown(answers('call', 201)), 1);
  assert.equal(grown(answers('call', 401)), 1);
  assert.ok(grown('memcgperf_answers_from_cache_total') >= 1);
  assert.ok(grown('memcgperf_answer_seconds_count') >= 2);
  assert.equal(now.get('memcgperf_answer_seconds_bucket{le="+Inf"}'), now.get('memcgperf_answer_seconds_count'));
  assert.equal(grown('memcgperf_database_generation'), 1);
  assert.ok(now.get('process_resident_memory_bytes') > 1e6 && now.get('process_open_fds') > 3);
  assert.ok(Math.abs(now.get('process_start_time_seconds') - Date.now() / 1000) < 600);
});

test('no name of a run, a token or a client is in the numbers', async () => {
  const { text } = await site.get('/metrics');
  assert.doesNotMatch(text, /kernel|mp_|127\.0\.0\.1/);
});

test('a server whose disk has less than --min-free is alive, but not ready', async () => {
  assert.equal((await site.get('/readyz')).status, 200);
  const other = mkdtempSync(path.join(tmpdir(), 'memcgperf-'));
  const full = await startEmpty(other, ['--min-free', '1000000G']);
  const ready = await full.get('/readyz');
  assert.equal(ready.status, 503);
  assert.match(ready.text, /the disk is almost full: \d+ bytes are free, less than --min-free/);
  assert.equal((await full.get('/healthz')).status, 200);
  await full.stop();
  rmSync(other, { recursive: true, force: true });
});
