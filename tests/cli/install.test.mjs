// SPDX-License-Identifier: GPL-2.0-or-later
// What is installed beside the programs: manual pages of every command, and completion for bash.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, root, scratch } from '../program.mjs';

const completion = path.join(root, 'contrib/completion/memcgperf.bash');

/** What bash offers behind these words, the last of which is being written. */
async function complete(...words) {
  const script = `source ${completion}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _memcgperf; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = await execute('bash', ['-c', script, 'bash', memcgperf, ...words]);
  assert.equal(status, 0, stderr);
  assert.equal(stderr, '');
  return stdout.trimEnd().split('\n');
}

test('bash completes commands, the options of each, and values that are few', async () => {
  const help = (await execute(memcgperf, ['help'])).stdout;
  const commands = [...help.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
  assert.deepEqual((await complete('')).filter((word) => !/^(help|--version)$/.test(word)).sort(), [...commands].sort());
  assert.deepEqual(await complete('com'), ['compare']);
  assert.deepEqual(await complete('help', 'ver'), ['verdict']);
  assert.deepEqual(await complete('db', ''), ['log', 'check', 'backup', 'reparse', 'prune']);
  assert.deepEqual(await complete('token', 're'), ['revoke']);
  assert.deepEqual(await complete('compare', '--fre'), ['--freeze']);
  assert.deepEqual(await complete('compare', '--style', 'mark'), ['markdown']);
  assert.ok((await complete('parse', '--format', 'bpf')).includes('bpftrace'));
  for (const name of commands) assert.ok((await complete(name, '--')).filter(Boolean).every((word) => word.startsWith('--')), name);
});

test('each command has a manual page, made of its own help', async (t) => {
  const folder = path.join(scratch(t), 'man');
  const made = await execute(path.join(root, 'tools/man.sh'), [path.dirname(memcgperf), folder]);
  assert.equal(made.status, 0, made.stderr);
  const help = (await execute(memcgperf, ['help'])).stdout;
  const commands = [...help.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => `memcgperf-${name}.1`);
  assert.deepEqual(readdirSync(folder).sort(), ['memcgperf.1', 'memcgperfd.1', ...commands].sort());
  const page = readFileSync(path.join(folder, 'memcgperf-compare.1'), 'utf8');
  assert.match(page, /^\.TH "MEMCGPERF-COMPARE" 1 "" "[^"]+" "memcgperf"\n\.SH NAME\nmemcgperf\\-compare \\- print a table/);
  assert.ok(page.includes('\\-\\-freeze'));
  for (const name of readdirSync(folder)) {
    const lines = readFileSync(path.join(folder, name), 'utf8').split('\n').filter((line) => /^[.']/.test(line));
    for (const line of lines) assert.match(line, /^\.(TH|SH|nf|fi|BR)\b/, `${name}: ${line}`);
  }
});

test('make install puts programs, manual pages and completion below PREFIX', async () => {
  const { status, stdout } = await execute('make', ['-n', 'install', 'DESTDIR=/nowhere', 'PREFIX=/usr']);
  assert.equal(status, 0);
  for (const place of ['bin', 'share/man/man1', 'share/bash-completion/completions/memcgperfd'])
    assert.ok(stdout.includes(`/nowhere/usr/${place}`), place);
});

const exposure = await execute('sh', ['-c', 'systemd-analyze security --offline=true contrib/systemd/memcgperfd.service 2>/dev/null']);

test('the service leaves little to attack, as systemd counts it', { skip: exposure.status !== 0 && 'systemd-analyze does not run here' }, () => {
  const [, level] = /exposure level for memcgperfd\.service: ([\d.]+)/.exec(exposure.stdout) ?? [];
  assert.ok(Number(level) <= 1.5, exposure.stdout.split('\n').at(-2));
});
