// SPDX-License-Identifier: GPL-2.0-or-later
// Real bisections of a repository of 64 commits in which one is slower (benchmark.sh).
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { execute, memcgperf, root } from '../program.mjs';

export const COMMITS = 64;
const benchmark = path.join(root, 'tests/bisect/benchmark.sh');
const plain = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };

/** Runs a program in a folder with more environment. */
function run(cwd, env, program, args, options = {}) {
  const words = Object.entries({ ...plain, ...env }).map(([key, value]) => `${key}=${value}`);
  return execute('env', [...words, program, ...args], { cwd, seconds: 300, ...options });
}

async function git(cwd, ...args) {
  const result = await run(cwd, {}, 'git', args);
  assert.equal(result.status, 0, result.stderr);
  return result.stdout.trim();
}

/** A checkout of commits 0 to 64, each with its number in a file; tags are these numbers. */
export async function repository(folder) {
  const commit = (number) =>
    `commit refs/heads/main\ncommitter Lab <lab@example.org> ${1e9 + number} +0000\n` +
    `data <<.\nCommit ${number}\n.\nM 644 inline number\ndata <<.\n${number}\n.\n` +
    `reset refs/tags/${number}\nfrom refs/heads/main\n`;
  const stream = Array.from({ length: COMMITS + 1 }, (_, number) => commit(number)).join('\n');

  await git(folder, 'init', '-q', '-b', 'main');
  const made = await run(folder, {}, 'git', ['fast-import', '--quiet'], { input: stream });
  assert.equal(made.status, 0, made.stderr);
  await git(folder, 'checkout', '-q', 'main');
  return folder;
}

/** Measures a commit count times, into a file. */
async function measure(repository, env, number, file, count) {
  await git(repository, 'checkout', '-q', String(number));
  const { stdout, status, stderr } = await run(repository, { ...env, COUNT: count }, benchmark, []);
  assert.equal(status, 0, stderr);
  writeFileSync(file, stdout);
}

const count = (text, pattern) => [...text.matchAll(pattern)].length;

/**
 * One `git bisect run memcgperf verdict`.
 * @param {string} repository  of repository(); the references are put beside it
 * @param {{ culprit: number, size: number, noise: string, seed: number, samples?: number,
 *   hasBad?: boolean, args?: string[], command?: string }} lab
 *   samples: of each reference; args: more for verdict; command: instead of the benchmark
 * @returns {Promise<{ found: number | null, iterations: number, judged: number, skipped: number,
 *   status: number | null, output: string }>} found is null without a single answer
 */
export async function bisect(repository,
  { culprit, size, noise, seed, samples = 20, hasBad = true, args = [], command = benchmark }) {
  const env = { CULPRIT: culprit, SIZE: size, NOISE: noise, SEED: seed };
  const good = path.join(repository, '../good.csv'), bad = path.join(repository, '../bad.csv');

  await measure(repository, env, 0, good, samples);
  if (hasBad) await measure(repository, env, COMMITS, bad, samples);
  await git(repository, 'bisect', 'start', String(COMMITS), '0');
  const { stdout, stderr, status } = await run(repository, env, 'git', ['bisect', 'run', memcgperf,
    'verdict', '--good', good, ...(hasBad ? ['--bad', bad] : []), '--metric', 'loop time',
    '--run', command, ...args]);
  const output = stdout + stderr;
  const [, hash] = output.match(/^([0-9a-f]{40}) is the first bad commit$/m) ?? [];

  const found = hash ? Number(await git(repository, 'show', `${hash}:number`)) : null;
  await git(repository, 'bisect', 'reset');
  return {
    found,
    iterations: count(output, /^memcgperf: iteration \d+: [\d.]+/gm),
    judged: count(output, /^(good|bad|unsure): /gm),
    skipped: count(output, /^unsure: /gm),
    status,
    output,
  };
}
