// SPDX-License-Identifier: GPL-2.0-or-later
// Mails that hold numbers of runs: kept with them whoever quotes them, listed at the kernel, linked
// in the archive.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { execute, memcgperf, root, samples, scratch } from '../program.mjs';
import { ingest, start, get } from './server.mjs';

const thread = path.join(root, 'tests/golden/paste/2015-thread-as-mbox/input.mbox');
const [first, second] = ['first.example@example.org', 'second/example+x@example.org'];

async function site(t, ...uploads) {
  const db = path.join(scratch(t), 'mails.db');
  for (const upload of uploads) await ingest(db, upload);
  const server = await start(db);
  t.after(() => server.stop());
  return {
    db,
    text: async (target) => (await get(server.port, target)).text,
    api: async (target) => JSON.parse((await get(server.port, `/api/v1${target}`)).text),
  };
}

const mailsOf = async ({ api }, name) => {
  const { runs } = await api('/runs');
  const { id } = runs.find((run) => run.name === name);
  return { id, ...(await api(`/runs/${id}`)) };
};

test('a run knows the mails that hold its numbers, oldest first', async (t) => {
  const here = await site(t, thread);
  const run = await mailsOf(here, '4.0.0-vanilla');

  assert.equal(run.transcribed, true);
  assert.deepEqual(run.mails, [
    { id: first, subject: '[PATCH] mm: an example of a subject that is folded', author: 'Jörg Muster',
      date: 1432032057, link: `https://lore.kernel.org/all/${first}/` },
    { id: second, subject: 'Re: [PATCH] mm: an example of a subject that is folded', author: 'reader',
      date: 1432114800, link: 'https://lore.kernel.org/all/second%2Fexample%2Bx@example.org/' },
  ]);
  assert.deepEqual((await mailsOf(here, '4.0.0-chargefirst-v1')).mails.map(({ id }) => id), [second]);
  const text = await here.text(`/run/${run.id}`);
  assert.match(text, /^ {2}Discussed in\n {4}\[PATCH\] mm: an example of a subject that is folded: J\?rg Muster,\n/m);
  assert.match(text, /^ {6}https:\/\/lore\.kernel\.org\/all\/second%2Fexample%2Bx@example\.org\/$/m);
});

test('a kernel counts the mails that hold its numbers', async (t) => {
  const { kernels } = await (await site(t, thread)).api('/kernels');

  assert.deepEqual(kernels.map(({ name, discussed }) => [name, discussed]), [['4.0.0', 2]]);
});

test('a later mail that quotes what is stored is one more mail of the same run', async (t) => {
  const later = path.join(scratch(t), 'later.txt');
  const table = ['pft faults', ' '.repeat(39) + '4.0.0', ' '.repeat(37) + 'vanilla',
    'Hmean    faults/cpu-1 1443258.1051 (  0.00%)', 'Hmean    faults/cpu-8  510728.2754 (  0.00%)'];
  writeFileSync(later, ['From: late <late@example.org>', 'Message-ID: <later@example.org>', 'Subject: Re: numbers', '',
    ...table.map((line) => `> > ${line}`), ''].join('\n'));
  const here = await site(t, thread, later);
  const { runs } = await here.api('/runs');

  assert.equal(runs.filter(({ name }) => name === '4.0.0-vanilla').length, 1);
  assert.deepEqual((await mailsOf(here, '4.0.0-vanilla')).mails.map(({ id }) => id), ['later@example.org', first, second]);

  const again = await execute(memcgperf, ['ingest', '--db', `sqlite:${here.db}`, later]);
  assert.match(again.stdout, /4\.0\.0-vanilla: known/);
  assert.equal((await mailsOf(here, '4.0.0-vanilla')).mails.length, 3);
});

test('a Message-ID that is none, or hostile, gives no link', async (t) => {
  const bad = path.join(scratch(t), 'bad.txt');
  writeFileSync(bad, ['From: x <x@example.org>', 'Subject: <script>', 'Message-ID: <"><script>@x>', '',
    'kernel before: 1.5 s', 'kernel after: 1.25 s', ''].join('\n'));
  const here = await site(t, bad);
  const { runs } = await here.api('/runs');

  for (const { id } of runs) assert.deepEqual((await here.api(`/runs/${id}`)).mails, []);
});

test('the four mails of the sample are known by their Message-IDs', async (t) => {
  const db = path.join(scratch(t), 'sample.db');
  await ingest(db, '--manifest', path.join(samples, 'manifest.json'));
  const server = await start(db);
  t.after(() => server.stop());
  const api = async (target) => JSON.parse((await get(server.port, `/api/v1${target}`)).text);
  const discussed = new Map((await api('/kernels')).kernels.map((each) => [each.name, each.discussed]));

  assert.equal(discussed.get('4.0.0'), 2);
  assert.equal(discussed.get('7.3.4'), 0);
  const { runs } = await api('/runs?limit=500');
  const found = new Set();
  for (const { id, name, transcribed } of runs.filter((run) => run.transcribed)) {
    const { mails } = await api(`/runs/${id}`);
    for (const mail of mails) found.add(`${mail.author}: ${mail.subject}`);
    assert.ok(transcribed, name);
  }
  assert.deepEqual([...found].filter((each) => !each.includes(': Re: ')).sort(), [
    'Andrew Bresticker: [PATCH] memcg: replace ss->id_lock with a rwlock',
    'Masayoshi Mizuma: memcg: performance degradation since v5.9',
    'Mel Gorman: [PATCH] mm, memcg: Optionally disable memcg by default using Kconfig',
    'Sha Zhengju: [PATCH 0/6] memcg: bypass root memcg page stat accounting',
  ]);
});

test('a manifest with a mail that is none is refused', async (t) => {
  const folder = scratch(t);
  const manifest = path.join(folder, 'manifest.json');
  const refused = async (mails, wanted) => {
    writeFileSync(manifest, JSON.stringify({ uploads: [{ path: 'x', mails }] }));
    const { status, stderr } = await execute(memcgperf,
      ['ingest', '--db', `sqlite:${path.join(folder, 'x.db')}`, '--manifest', manifest]);
    assert.equal(status, 1);
    assert.match(stderr, wanted);
  };

  await refused([{ id: 'no id' }], /upload 1: mail 1: no Message-ID as 'id'/);
  await refused([{ id: 'a@b', date: 'yesterday' }], /upload 1: mail 1: 'date' is no date of a mail/);
  await refused({}, /upload 1: 'mails' is no list/);
});
