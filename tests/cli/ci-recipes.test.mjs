// SPDX-License-Identifier: GPL-2.0-or-later
// contrib/ci against a real server: push.sh, and the steps of the GitHub workflow and of the GitLab
// job, taken from the files and run in a shell as a runner does.
import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { parse } from 'yaml';
import { execute, root, samples } from '../program.mjs';
import { count, lab, relay, run } from './lab.mjs';

const recipes = path.join(root, 'contrib/ci');
const pushScript = path.join(recipes, 'push.sh');
const archive = path.join(samples, 'memcg-kvm.tar.xz');
const recipe = (name) => parse(readFileSync(path.join(recipes, name), 'utf8'));

/** Runs sh with no environment but the one given. */
function shell(args, env, options) {
  const set = Object.entries({ PATH: process.env.PATH, ...env })
    .map(([name, value]) => `${name}=${value}`);
  return execute('env', ['-i', ...set, 'sh', ...args], options);
}

const environment = ({ server, token }) => ({ MEMCGPERF_SERVER: server.url, MEMCGPERF_TOKEN: token });

test('push.sh stores once and prints the link', async (t) => {
  const at = await lab(t);
  const words = [archive, 'machine=lab & 1', 'config.note=50 % more'];
  const first = await shell([pushScript, ...words, 'baseline='], environment(at));

  assert.equal(first.status, 0, first.stderr);
  assert.match(first.stdout, new RegExp(`^${at.server.url}/run/[0-9A-Z]+\n$`));
  const stored = count(at.db);
  assert.ok(stored > 1);

  const again = await shell([pushScript, ...words], environment(at));
  assert.deepEqual([again.status, again.stdout], [0, first.stdout]);
  assert.equal(count(at.db), stored);

  const answer = await (await fetch(first.stdout.trim().replace('/run/', '/api/v1/runs/'))).json();
  assert.equal(answer.machine.name, 'lab & 1');

  const compared = await shell(
    [pushScript, ...words, 'baseline=6.1.192-disabled'], environment(at));
  assert.match(compared.stdout, new RegExp(`^${at.server.url}/compare\\?\\S+\n$`), compared.stderr);
});

test('push.sh tries again when the server is busy or the connection breaks', async (t) => {
  const at = await lab(t);
  const via = await relay(t, at.server, [503, 'cut']);
  const sent = await shell([pushScript, archive], { ...environment(at), MEMCGPERF_SERVER: via.url });

  assert.equal(sent.status, 0, sent.stderr);
  assert.match(sent.stdout, /^\S+\/run\/[0-9A-Z]+\n$/);
  assert.deepEqual(via.seen.map(({ step }) => step), [503, 'cut', 'pass']);
});

test('push.sh says what went wrong', async (t) => {
  const at = await lab(t);
  const notes = path.join(at.folder, 'notes.txt');
  writeFileSync(notes, 'Hello,\n\nno numbers here.\n');
  const good = environment(at);
  const wrong = `mp_s_ABCDEFGH_${'A'.repeat(52)}`;

  for (const [args, env, status, words] of [
    [[notes], good, 1, /notes\.txt: status 400: .*nothing recognised/],
    [[archive], { ...good, MEMCGPERF_TOKEN: wrong }, 5, /status 401/],
    [[archive], { ...good, MEMCGPERF_TOKEN: '' }, 2, /MEMCGPERF_TOKEN is not set/],
    [[archive, 'kernel'], good, 2, /kernel is no KEY=VALUE/],
    [[at.tree], good, 2, /is no file/],
    [[], good, 2, /usage/],
  ]) {
    const result = await shell([pushScript, ...args], env);
    assert.equal(result.status, status, result.stderr);
    assert.match(result.stderr, words);
    assert.equal(result.stdout, '');
    for (const token of [at.token, wrong]) assert.ok(!result.stderr.includes(token));
  }
  assert.equal(count(at.db), 0);
});

/** A checkout in which the recipes find what README.md asks for. */
function checkout({ folder }) {
  const at = path.join(folder, 'checkout');
  const benchmark = path.join(at, 'ci/benchmark.sh');

  mkdirSync(path.dirname(benchmark), { recursive: true });
  copyFileSync(pushScript, path.join(at, 'ci/push.sh'));
  writeFileSync(benchmark, `#!/bin/sh\nmkdir results && cp -r ../${run} results\n`);
  chmodSync(benchmark, 0o755);
  return at;
}

const stored = (link, { server }) => assert.ok(link.startsWith(`${server.url}/`), link);

test('the steps of the GitHub workflow', async (t) => {
  const at = await lab(t);
  const cwd = checkout(at);
  const summary = path.join(at.folder, 'summary');
  const { steps, defaults } = recipe('github-workflow.yml').jobs.benchmark;
  const values = { 'vars.MEMCGPERF_SERVER': at.server.url, 'secrets.MEMCGPERF_TOKEN': at.token,
    'vars.MEMCGPERF_BASELINE': '', 'vars.MEMCGPERF_FAIL_ON': '' };
  let last;

  assert.equal(defaults.run.shell, 'sh');
  for (const step of steps.filter((each) => each.run)) {
    const env = { RUNNER_NAME: 'lab-1', GITHUB_STEP_SUMMARY: summary };
    for (const [name, value] of Object.entries(step.env ?? {})) {
      const known = values[value.match(/^\$\{\{ (\S+) \}\}$/)?.[1]];
      assert.notEqual(known, undefined, `${value} is unknown here`);
      env[name] = known;
    }
    last = await shell(['-e', '-c', step.run], env, { cwd });
    assert.equal(last.status, 0, last.stderr);
  }
  stored(last.stdout, at);
  assert.equal(readFileSync(summary, 'utf8'), `Results: ${last.stdout}`);
  assert.equal(count(at.db), 1);
});

test('the script of the GitLab job', async (t) => {
  const at = await lab(t);
  const cwd = checkout(at);
  const job = recipe('gitlab-ci.yml')['memcg-benchmark'];
  const env = { ...environment(at), CI_RUNNER_DESCRIPTION: 'lab-1' };
  const result = await shell(['-e', '-c', job.script.join('\n')], env, { cwd });

  assert.equal(result.status, 0, result.stderr);
  const [, link] = readFileSync(path.join(cwd, job.artifacts.reports.dotenv), 'utf8')
    .match(/^MEMCGPERF_LINK=(.*)\n$/);
  stored(link, at);
  assert.ok(result.stdout.includes(link));
  assert.equal(count(at.db), 1);
});

/** Stores times around level as kernel's, with push.sh and more environment. */
function pushTimes(at, kernel, level, more = {}, words = []) {
  const file = path.join(at.folder, `${kernel}.csv`);
  const lines = Array.from({ length: 10 }, (_, i) => `${kernel},loop,time,s,lower,${level + i / 10}`);
  writeFileSync(file, `kernel,benchmark,metric,unit,better,value\n${lines.join('\n')}\n`);
  return shell([pushScript, file, 'machine=lab', ...words], { ...environment(at), ...more });
}

test('push.sh breaks the build on a regression', async (t) => {
  const at = await lab(t);
  const on = (words) => ({ MEMCGPERF_FAIL_ON: words });
  const missing = await pushTimes(at, '6.12.0', 110, on('worse'), ['baseline=6.11.0']);
  assert.equal(missing.status, 3, missing.stderr);

  await pushTimes(at, '6.11.0', 100);
  for (const [level, words, status] of [
    [110, 'worse', 9], [110, '', 0], [110, 'unclear', 0], [90, 'worse,unclear', 0],
  ]) {
    const told = await pushTimes(at, '6.12.1', level, on(words), ['baseline=6.11.0']);
    assert.equal(told.status, status, `${level} ${words}: ${told.stderr}`);
    assert.match(told.stdout, /\/compare\?\S+\n$/);
    if (status === 9) assert.match(told.stderr, /6\.12\.1\.csv: against the baseline: worse/);
  }
});

test('a job fails when the results are not stored', async (t) => {
  const at = await lab(t);
  const cwd = checkout(at);
  const job = recipe('gitlab-ci.yml')['memcg-benchmark'];
  const env = { ...environment(at), MEMCGPERF_TOKEN: `mp_s_ABCDEFGH_${'A'.repeat(52)}` };
  const result = await shell(['-e', '-c', job.script.join('\n')], env, { cwd });

  assert.equal(result.status, 5);
});
