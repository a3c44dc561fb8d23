// SPDX-License-Identifier: GPL-2.0-or-later
// Links that last: the same id on two servers, numbers that stay, and what became of their runs.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { execute, memcgperf, root } from '../program.mjs';
import { Contract } from './schema.mjs';
import { startEmpty } from './server.mjs';

const schemas = new Contract(JSON.parse(readFileSync(path.join(root, 'server/openapi.json'))));
const mails = ['mel-2015.txt', 'sha-2013.txt', 'mizuma-2021.txt'].map((name) => path.join(root, 'samples/mails', name));
const tree = path.join(root, 'samples/memcg-kvm.tar.xz');
const sites = [];
const folders = [];

/** A server that took the same results in another order, some of them after a correction. */
async function startWith(files) {
  const folder = mkdtempSync(path.join(tmpdir(), 'memcgperf-'));
  folders.push(folder);
  const site = await startEmpty(folder);
  sites.push(site);
  for (const file of files) {
    const { status, stderr } = await execute(memcgperf, ['ingest', '--db', `sqlite:${site.db}`, file]);
    assert.equal(status, 0, stderr);
  }
  return site;
}

const json = ({ text }) => JSON.parse(text);
const freeze = (site, base, other, bearer) => site.send('POST', `/comparisons?base=${base}&new=${other}`, undefined, bearer);
const idOf = async (site, name) => json(await site.get('/api/v1/runs?limit=500')).runs.find((run) => run.name === name).id;

function checked(answer, schema, status) {
  assert.equal(answer.status, status, answer.text);
  assert.deepEqual(schemas.faults({ $ref: `#/components/schemas/${schema}` }, json(answer)), []);
  return json(answer);
}

let one;
let two;

before(async () => {
  one = await startWith([...mails, tree]);
  two = await startWith([tree, ...mails.reverse()]);
});
after(async () => {
  for (const site of sites) await site.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test('the same comparison of the same data has the same id on any server', async () => {
  for (const [base, other] of [['7.3.4-disabled-child', '7.3.4-child'], ['4.0.0-vanilla', '4.0.0-nomemcg-v1']]) {
    const here = checked(await freeze(one, base, other), 'FrozenLink', 201);
    const there = checked(await freeze(two, await idOf(two, base), await idOf(two, other)), 'FrozenLink', 201);
    assert.equal(here.id, there.id);
    assert.match(here.id, /^[0-9A-HJKMNP-TV-Z]{10}$/);
    const [ours, theirs] = [json(await one.get(`/api/v1/comparisons/${here.id}`)), json(await two.get(`/api/v1/comparisons/${here.id}`))];
    assert.equal(ours.request, theirs.request);
    assert.equal(ours.hash, createHash('sha256').update(ours.request).digest('hex'));
    assert.deepEqual(ours.comparison.groups, theirs.comparison.groups);
  }
});

test('another baseline is another comparison, the same one again is the same', async () => {
  const first = json(await freeze(one, '7.3.4-disabled', '7.3.4-default'));
  const again = await freeze(one, '7.3.4-disabled', '7.3.4-default');
  const turned = json(await freeze(one, '7.3.4-default', '7.3.4-disabled'));
  assert.equal(checked(again, 'FrozenLink', 200).id, first.id);
  assert.equal(json(again).new, false);
  assert.notEqual(turned.id, first.id);
  const list = checked(await one.get('/api/v1/comparisons?limit=1'), 'FrozenList', 200);
  const rest = checked(await one.get(`/api/v1/comparisons?cursor=${list.next}`), 'FrozenList', 200);
  const ids = [...list.comparisons, ...rest.comparisons].map(({ id }) => id);
  assert.ok(ids.includes(first.id) && ids.includes(turned.id));
  assert.equal(new Set(ids).size, ids.length);
});

test('every form is stored: corrections of runs do not reach it, and its link is its last line', async () => {
  const base = await idOf(one, '6.18.15-disabled-child');
  const { id, link } = json(await freeze(one, base, '6.18.15-child'));
  const forms = async () => Promise.all(['.txt', '.md', '.csv', '.json'].map(async (form) => (await one.get(`/c/${id}${form}`)).text));
  const then = await forms();
  assert.match(then[0], new RegExp(`\\n {2}Link: ${link.replaceAll('.', '\\.')}\\n$`));
  assert.match(then[0], /Frozen \d{4}-\d\d-\d\d; verdicts by hl-ranksum\/1\./);
  assert.ok(then[0].split('\n').every((line) => line.length <= 72 || line.startsWith('  Link: ')));
  const patched = await one.send('PATCH', `/runs/${base}`, '{"name":"renamed","kernel":"6.99-else"}', one.manage, { 'Content-Type': 'application/json' });
  assert.equal(patched.status, 200, patched.text);
  const now = await forms();
  assert.deepEqual(now.slice(0, 3), then.slice(0, 3));
  assert.deepEqual(JSON.parse(now[3]).comparison, JSON.parse(then[3]).comparison);
  assert.match((await one.get(`/compare.txt?base=${base}&new=6.18.15-child`)).text, /renamed|6\.99-else/);
});

test('a withdrawn run is told above the numbers, which stay', async () => {
  const run = await idOf(one, '6.1.192-child');
  const { id } = json(await freeze(one, '6.1.192-disabled-child', run));
  const then = (await one.get(`/c/${id}`)).text;
  const { etag } = await one.get(`/c/${id}`);
  const gone = await one.send('DELETE', `/runs/${run}`, '{"reason":"the wrong disk"}', one.manage, { 'Content-Type': 'application/json' });
  assert.equal(gone.status, 200, gone.text);
  const now = await one.get(`/c/${id}`, { headers: { 'If-None-Match': etag } });
  assert.equal(now.status, 200);
  assert.ok(now.text.endsWith(then), now.text);
  assert.match(now.text.replace(/\s+/g, ' '), new RegExp(`^ Run ${run} \\(6.1.192-child\\) was withdrawn at .* UTC: the wrong disk\\. The numbers stand as they were frozen\\.`));
  const frozen = checked(await one.get(`/api/v1/comparisons/${id}`), 'Frozen', 200);
  assert.equal(frozen.runs[1].reason, 'the wrong disk');
  assert.equal((await one.get(`/compare?base=6.1.192-disabled-child&new=${run}`)).status, 404);
});

test('a thread is added to a comparison and taken off, by its Message-ID', async () => {
  const { id } = json(await freeze(one, 'v5.8', 'v5.9'));
  const discuss = (body) => one.send('PATCH', `/comparisons/${id}`, body, one.submit, { 'Content-Type': 'application/json' });
  const message = '20210408193948.vfktg3azh2wrt56t@gabell';
  assert.equal((await discuss(JSON.stringify({ mails: { [message]: true } }))).status, 200);
  const { mails: [mail], hash } = checked(await one.get(`/api/v1/comparisons/${id}`), 'Frozen', 200);
  assert.equal(mail.link, `https://lore.kernel.org/all/${message}/`);
  assert.match((await one.get(`/c/${id}`)).text, /^ {2}Discussed in\n? +https:\/\/lore\.kernel\.org\/all\/20210408193948/);
  assert.equal((await discuss(JSON.stringify({ mails: { [message]: false } }))).status, 200);
  const after = json(await one.get(`/api/v1/comparisons/${id}`));
  assert.deepEqual([after.mails, after.hash], [[], hash]);
  for (const bad of ['{}', '[]', '{"mails":{"no id":true}}', '{"mails":{"a@b":1}}', '{"mails":{},"id":"x"}', '{'])
    assert.equal((await discuss(bad)).status, 400, bad);
});

test('freezing needs a token, two runs that are there, and an id that is one', async () => {
  assert.equal((await freeze(one, 'v5.8', 'v5.9', 'mp_s_nonesuch')).status, 401);
  assert.equal((await freeze(one, 'v5.8', 'moon')).status, 404);
  assert.equal((await one.send('POST', '/comparisons?base=v5.8')).status, 400);
  for (const id of ['0000000000', 'short', 'UUUUUUUUUU', `${'0'.repeat(60)}`]) {
    assert.equal((await one.get(`/c/${id}`)).status, 404, id);
    assert.equal((await one.get(`/api/v1/comparisons/${id}`)).status, 404, id);
  }
});

test('where another comparison has the id already, it gets longer', async () => {
  const { id } = json(await freeze(one, '6.12.117-disabled-child', '6.12.117-child'));
  const taken = await execute('sqlite3', [two.db, `insert into frozen (slug, hash, request, title, as_text, as_markdown,
    as_csv, as_json, frozen_s, actor) values ('${id}', 'another', 'x', 'x', 'another one', '', '', '{}', 1, 'x')`]);
  assert.equal(taken.status, 0, taken.stderr);
  const longer = json(await freeze(two, '6.12.117-disabled-child', '6.12.117-child'));
  assert.equal(longer.id.length, 11);
  assert.ok(longer.id.startsWith(id));
  assert.match((await two.get(`/c/${id}.txt`)).text, /another one/);
  assert.match((await two.get(`/c/${longer.id}.txt`)).text, /Link: .*\/c\/\w{11}\n$/);
});

test('an id is read as people write it', async () => {
  const { id } = json(await freeze(one, 'v5.8', 'v5.12-rc6'));
  const written = id.toLowerCase().replaceAll('1', 'l').replaceAll('0', 'o');
  assert.equal((await one.get(`/c/${written}.txt`)).text, (await one.get(`/c/${id}.txt`)).text);
});

test('compare --freeze keeps the same in the database, and prints what was stored first', async () => {
  const args = ['compare', '--db', `sqlite:${one.db}`, '--public-url', 'https://perf.example/', '--freeze'];
  const first = await execute(memcgperf, [...args, '6.12.117-disabled', '6.12.117-default']);
  assert.equal(first.status, 0, first.stderr);
  const [, id] = /\n {2}Link: https:\/\/perf\.example\/c\/([0-9A-Z]{10})\n$/.exec(first.stdout);
  assert.equal((await one.get(`/c/${id}.txt`)).text, first.stdout);
  const again = await freeze(one, '6.12.117-disabled', '6.12.117-default');
  assert.equal(checked(again, 'FrozenLink', 200).id, id);
  const none = await execute(memcgperf, ['compare', '--freeze', mails[0]]);
  assert.equal(none.status, 2);
  assert.match(none.stderr, /--freeze is for stored runs/);
});
