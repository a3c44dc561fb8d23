// SPDX-License-Identifier: GPL-2.0-or-later
// Change points by HTTP, and what people make of them. The numbers are made up.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { root } from '../program.mjs';
import { Contract } from './schema.mjs';
import { startEmpty } from './server.mjs';

const schemas = new Contract(JSON.parse(readFileSync(path.join(root, 'server/openapi.json'))));
let folder;
let site;

const run = (release, level) => ({
  format: 'memcg-results/1',
  benchmark: { name: 'forks' },
  kernel: { release, cmdline: 'quiet', config: { CONFIG_MEMCG: 'y' } },
  machine: { name: 'box7' },
  cgroup: { version: 2, path: '/' },
  metrics: [{
    name: 'usecs-op', unit: 'usec', better: 'lower',
    samples: [0.2, -0.3, 0.1, -0.1, 0.05].map((part) => level + part),
  }],
});

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'memcgperf-'));
  site = await startEmpty(folder);
  const runs = Array.from({ length: 20 }, (_, i) => run(`6.${i}.0`, i < 10 ? 100 : 110));
  const sent = await site.send('POST', '/runs', runs.map((each) => JSON.stringify(each)).join('\n'));
  assert.equal(sent.status, 201, sent.text);
});
after(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function listed(query = '') {
  const answer = await site.get(`/api/v1/changes${query}`);
  assert.equal(answer.status, 200, answer.text);
  const body = JSON.parse(answer.text);
  assert.deepEqual(schemas.faults({ $ref: '#/components/schemas/Changes' }, body), []);
  return body.changes;
}

test('changes are listed as the contract says, and the page is the same text', async () => {
  const [change] = await listed();

  assert.equal(change.verdict.word, 'worse');
  assert.ok(Math.abs(change.effect - 0.1) < 1e-3);
  const page = await site.get('/changes', { headers: { Accept: 'text/html' } });
  assert.equal(page.status, 200);
  assert.match(page.text, new RegExp(change.id));
  assert.match((await site.get('/changes.txt?benchmark=forks')).text, /6\.10\.0, after 6\.9\.0/);
  assert.equal((await listed('?benchmark=none')).length, 0);
  assert.equal((await listed('?metric=usecs-op&line=root')).length, 1);
  assert.equal((await listed('?line=child')).length, 0);
});

test('triage takes a token of scope manage, and says what is wrong', async () => {
  const [{ id }] = await listed();
  const patch = (body, bearer = site.manage, to = id) =>
    site.send('PATCH', `/changes/${to}`, typeof body === 'string' ? body : JSON.stringify(body), bearer);

  assert.equal((await patch({ state: 'fixed' }, site.submit)).status, 403);
  assert.equal((await patch({ state: 'fixed' }, 'none')).status, 401);
  assert.equal((await patch({ state: 'gone' })).status, 400);
  assert.equal((await patch({ link: 'javascript:alert(1)' })).status, 400);
  assert.equal((await patch({ link: 'https://a b' })).status, 400);
  assert.equal((await patch({ note: 'x'.repeat(5000) })).status, 413);
  assert.equal((await patch({ other: 'x' })).status, 400);
  assert.equal((await patch({})).status, 400);
  assert.equal((await patch('[')).status, 400);
  assert.equal((await patch({ state: 7 })).status, 400);
  assert.equal((await patch({ state: 'fixed' }, site.manage, 'ABCDEFGH12')).status, 404);
  assert.equal((await listed())[0].triage.state, 'new');
});

test('what was said stays, and the list changes at once', async () => {
  const [{ id }] = await listed();
  const { etag } = await site.get('/api/v1/changes');
  const body = { state: 'expected', note: 'a fix of correctness', link: 'https://lore.kernel.org/r/1' };
  const answer = await site.send('PATCH', `/changes/${id}`, JSON.stringify(body), site.manage);

  assert.equal(answer.status, 200, answer.text);
  const said = JSON.parse(answer.text);
  assert.deepEqual(schemas.faults({ $ref: '#/components/schemas/Triage' }, said), []);
  assert.equal(said.actor, 'boss');
  assert.notEqual((await site.get('/api/v1/changes')).etag, etag);
  assert.deepEqual({ ...(await listed())[0].triage, at: 0 }, { ...body, actor: 'boss', at: 0 });
  await site.send('PATCH', `/changes/${id}`, '{"state": "dismissed"}', site.manage);
  assert.equal((await listed()).length, 0);
  assert.equal((await listed('?all=1'))[0].triage.note, body.note);
});
