// SPDX-License-Identifier: GPL-2.0-or-later
// Text for a mail keeps to the rules of mails, whatever runs, kernels and metrics are called.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { faults, hostile } from '../mail-lines.mjs';
import { execute, memcgperf, samples } from '../program.mjs';
import { get, ingest, start } from './server.mjs';

let folder, db, input, server, runs;

/** One run of each name; what is measured has those names too. */
const documents = hostile.map((name, i) => ({
  format: 'memcg-results/1',
  run_id: name,
  benchmark: { name: hostile[0] },
  kernel: { release: i % 2 ? name : `6.${i}.0`, cmdline: i % 3 ? 'quiet' : 'cgroup_disable=memory' },
  machine: { name: '--- box' },
  cgroup: { version: 2, path: '/' },
  tags: { variant: name },
  metrics: hostile.map((metric, k) => ({
    name: metric, unit: k % 2 ? 'usec' : '> s', better: 'lower', samples: [100 + i, 101 + i + k, 99, 1e-9 + k, 1e12],
  })),
}));

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'memcgperf-'));
  db = path.join(folder, 'hostile.db');
  input = path.join(folder, 'hostile.ndjson');
  writeFileSync(input, documents.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const mail = path.join(folder, 'mail.txt');
  writeFileSync(mail, ['From: =?utf-8?b?LS0tIGfDtg==?= <x@example.org>', 'Subject: --- a/mm/memcontrol.c From ',
    'Message-ID: <20210409160541.4tfkeex7mcfrwras.of-a-host-with-a-name-of-its-own@mail.example.org>', '',
    'kernel before: 1.5 s', 'kernel after: 1.25 s', ''].join('\n'));
  await ingest(db, input, mail, path.join(samples, 'mails/mizuma-2021.txt'), path.join(samples, 'bpf/sendto-child.txt'),
    ...['root', 'child'].map((name) => path.join(samples, `profiles/fault-loop-${name}.tar.xz`)));
  server = await start(db);
  ({ runs } = JSON.parse((await get(server.port, '/api/v1/runs?limit=500')).text));
});
after(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ofName = (name) => runs.find((run) => run.name === name).id;

test('every page as text', async () => {
  const ids = hostile.slice(0, 9).map(ofName);
  const pages = ['/', '/runs', '/runs?limit=3', '/overhead', '/changes?all=1', '/syscalls?runs=v5.8,v5.9,v5.12-rc6',
    `/latency?base=${ofName('sendto-child.txt')}`, `/allocs?base=${ofName('mizuma-2021.txt')}`,
    ...[1, 2, 8].map((count) => `/compare?base=${ids[0]}&new=${ids.slice(1, 1 + count).join(',')}`),
    ...runs.map(({ id }) => `/run/${id}`)];
  const profiled = runs.filter(({ name }) => name.startsWith('fault-loop')).map(({ id }) => `${id}-1`);
  pages.push(`/profile/${profiled[0]}`, `/profile-diff?a=${profiled[0]}&b=${profiled[1]}`);

  const found = [];
  for (const page of pages) {
    const { status, type, text } = await get(server.port, page);
    assert.equal(status, 200, `${page}: ${text}`);
    assert.match(type, /^text\/plain/);
    found.push(...faults(text).map((fault) => `${page}: ${fault}`));
  }
  assert.deepEqual(found, []);
});

test('every command', async () => {
  const url = `sqlite:${db}`;
  const some = hostile.slice(0, 9);
  const fixed = [['profile', path.join(samples, 'profiles/fault-loop-root.tar.xz')],
    ['profile', '--all', '--before', ...['root', 'child'].map((name) => path.join(samples, `profiles/fault-loop-${name}.tar.xz`))]];
  const commands = [
    ...[2, 3, 5, 9].map((count) => ['compare', '--db', url, ...some.slice(0, count).map(ofName)]),
    ['compare', ...hostile.slice(0, 4).flatMap((name) => ['--run', name]), input],
    ['overhead', '--db', url], ['changes', '--db', url],
    ['syscalls', '--db', url, 'v5.8', 'v5.9', 'v5.12-rc6'],
    ['latency', '--db', url, ofName('sendto-child.txt')], ['allocs', '--db', url, ofName('mizuma-2021.txt')],
  ];

  const found = [];
  for (const command of fixed) {
    const { stdout } = await execute(memcgperf, command);
    assert.notEqual(stdout, '');
    found.push(...faults(stdout).map((fault) => `profile: ${fault}`));
  }
  for (const command of commands) {
    for (const width of [48, 72, 131]) {
      const { status, stdout, stderr } = await execute(memcgperf, [command[0], '--width', `${width}`, ...command.slice(1)]);
      assert.equal(status, 0, `${command.join(' ')}: ${stderr}`);
      found.push(...faults(stdout, width).map((fault) => `${command[0]} --width ${width}: ${fault}`));
    }
  }
  assert.deepEqual(found, []);
});

test('the checker finds what it is there for', () => {
  for (const line of ['--- a', 'x', '  \u00e9', '  a ', '-- ', `  ${'a'.repeat(71)}`, '  a\tb', '> a', '  Link: http://x y']) {
    const text = line.includes('Link') ? `${line}${'y'.repeat(70)}\n` : `${line}\n`;
    assert.notDeepEqual(faults(text), [], line);
  }
  assert.deepEqual(faults(`  a\n\n  Link: https://example.org/${'x'.repeat(80)}\n`), []);
});
