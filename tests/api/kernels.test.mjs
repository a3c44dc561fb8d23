// SPDX-License-Identifier: GPL-2.0-or-later
// One kernel, one machine, what people say of a kernel, and which kernels names mean.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { root } from '../program.mjs';
import { Contract } from './schema.mjs';
import { startEmpty, token } from './server.mjs';

const contract = new Contract(JSON.parse(readFileSync(path.join(root, 'server/openapi.json'))));
let site;
let folder;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'memcgperf-kernels-'));
  site = await startEmpty(folder);
  for (const [name, kernel, machine] of [['a', '6.11', 'm1'], ['b', '6.12-rc3', 'm1'], ['c', 'my-series', 'm2']]) {
    const csv = 'benchmark,metric,unit,better,value\npft,faults,faults/s,higher,1\n';
    const { status, text } = await site.send('POST',
      `/runs?name=${name}&kernel=${kernel}&machine=${machine}&config.mode=on`, csv);
    assert.equal(status, 201, text);
  }
});
after(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const api = async (target) => JSON.parse((await site.get(`/api/v1${target}`)).text);
const say = (kernel, body, bearer = site.manage) =>
  site.send('PUT', `/kernels/${kernel}`, JSON.stringify(body), bearer);
const order = async () => (await api('/kernels')).kernels.map(({ slug }) => slug);

async function refused(answer, status, detail) {
  const { status: got, text } = await answer;
  assert.equal(got, status, text);
  assert.match(JSON.parse(text).detail, detail);
}

test('a kernel has its neighbours, and what was run on it', async () => {
  const { kernels } = await api('/kernels');
  const [first, second, last] = kernels;
  const kernel = await api(`/kernels/${second.slug}`);

  assert.deepEqual(kernels.map(({ release }) => release), ['6.11', '6.12-rc3', 'my-series']);
  assert.equal(kernel.previous.slug, first.slug);
  assert.equal(kernel.following.slug, last.slug);
  assert.equal(kernel.order, '6.12-rc3');
  assert.deepEqual(kernel.configs.map(({ label, runs }) => [label, runs]), [['on', 1]]);
  assert.deepEqual(kernel.machines, [{ slug: 'm1', name: 'm1', runs: 1 }]);
  assert.deepEqual(kernel.benchmarks, [{ name: 'pft', runs: 1 }]);
  assert.deepEqual([kernel.mails, kernel.links], [[], []]);
  assert.equal((await api(`/kernels/${first.slug}`)).previous, undefined);
  await refused(site.get('/api/v1/kernels/nothing'), 404, /no kernel is called 'nothing'/);
});

test('a machine has what was run on it', async () => {
  const machine = await api('/machines/m1');

  assert.equal(machine.runs, 2);
  assert.deepEqual(machine.kernels.map(({ name }) => name), ['6.11', '6.12-rc3']);
  assert.deepEqual(machine.benchmarks, [{ name: 'pft', runs: 2 }]);
  await refused(site.get('/api/v1/machines/m3'), 404, /no machine has the slug 'm3'/);
});

test('what people say of a kernel stays, moves it in the order, and finds it', async () => {
  const body = { names: ['my series', 'v2'], commit: 'abcdef012345', order: '6.11.1', links: ['https://lore.example/x'] };
  const { status, text } = await say('my-series', body);
  const said = JSON.parse(text);

  assert.equal(status, 200, text);
  assert.deepEqual(contract.faults({ $ref: '#/components/schemas/KernelKnown' }, said), []);
  assert.deepEqual([said.names, said.commit, said.order, said.links], [['my series', 'v2'], body.commit, '6.11.1', body.links]);
  assert.deepEqual(await order(), ['6.11', 'my-series', '6.12-rc3']);
  assert.equal((await api('/kernels/v2')).slug, 'my-series');
  const kept = JSON.parse((await say('my-series', { order: null })).text);
  assert.deepEqual([kept.names, kept.commit, kept.order], [said.names, said.commit, 'my-series']);
  assert.deepEqual(await order(), ['6.11', '6.12-rc3', 'my-series']);
  assert.equal(JSON.parse((await say('my-series', { names: [], commit: '', links: [] })).text).commit, undefined);
});

test('what cannot be said is refused, and by whom', async () => {
  await refused(say('my-series', { order: 'no version' }), 400, /order is a kernel's name with a version/);
  await refused(say('my-series', { links: ['javascript:alert(1)'] }), 400, /begins with https/);
  await refused(say('my-series', { names: 'x' }), 400, /'names' is no list/);
  await refused(say('my-series', { names: [''] }), 400, /names is empty/);
  await refused(say('my-series', { names: Array(33).fill('x') }), 400 + 13, /at most 32 of names/);
  await refused(say('my-series', { colour: 1 }), 400, /unknown member 'colour'/);
  await refused(say('nothing', {}), 404, /no kernel is called/);
  await refused(say('my-series', {}, site.submit), 403, /./);
  await refused(say('my-series', {}, await token(site.db, 'manage', 'one', '--machine', 'm1')), 403, /machine 'm1' only/);
});

test('names are resolved many at once, without a token', async () => {
  await say('6.11', { names: ['shared'] });
  await say('my-series', { names: ['shared'] });
  const ask = (body) => site.get('/api/v1/kernels:resolve', { method: 'POST', body: JSON.stringify(body) });
  const { status, text } = await ask({ names: ['6.11', 'shared', 'nothing'] });
  const answer = JSON.parse(text);

  assert.equal(status, 200, text);
  assert.deepEqual(contract.faults({ $ref: '#/components/schemas/Resolved' }, answer), []);
  const [one, two, none] = answer.kernels;
  assert.equal(one.kernel.slug, '6.11');
  assert.deepEqual(two.candidates.map(({ slug }) => slug), ['6.11', 'my-series']);
  assert.deepEqual(none, { name: 'nothing', candidates: [] });
  await refused(site.get('/api/v1/kernels/shared'), 409, /'shared' may be 6\.11, my-series/);
  await refused(ask({ names: Array(101).fill('x') }), 413, /more than 100 names/);
  await refused(ask({ kernels: [] }), 400, /the body is \{"names"/);
  await refused(ask([]), 400, /./);
});
