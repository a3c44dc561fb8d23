// SPDX-License-Identifier: GPL-2.0-or-later
// profile, flame, and memcg's share in compare.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, root, samples, scratch } from '../program.mjs';

const mail = path.join(samples, 'mails/mel-2015.txt');
const [base, child] = ['root', 'child'].map((name) => path.join(samples, `profiles/fault-loop-${name}.tar.xz`));

async function run(args, input) {
  const result = await execute(memcgperf, args, { input });
  assert.equal(result.status, 0, result.stderr);
  return result.stdout;
}
const json = async (...args) => (await run(args)).trimEnd().split('\n').map((line) => JSON.parse(line));
const near = (got, wanted, by = 1e-9) => assert.ok(Math.abs(got - wanted) <= by, `${got} is not ${wanted}`);

test('the mail of 2015: shares by file, and its functions', async () => {
  const [vanilla, off] = await json('profile', '--style', 'json', mail);
  near(vanilla.memcg.self.part, 0.066441);
  near(off.memcg.self.part, 0.004834);
  const shares = Object.fromEntries(vanilla.functions.map((each) => [each.symbol, each.self.part]));
  near(shares.mem_cgroup_try_charge, 0.0295);
  near(shares.__mem_cgroup_count_vm_event, 0.01431);
  near(shares['mem_cgroup_charge_statistics.isra.22'], 0.00188);
  const of = (symbol) => vanilla.functions.find((each) => each.symbol === symbol);
  assert.equal(of('__mem_cgroup_count_vm_event').phase, 'stat/rstat flush');
  assert.equal(of('uncharge_list').phase, 'uncharge');
  assert.ok(vanilla.memcg.self.lo < 0.066441 && 0.066441 < vanilla.memcg.self.hi);
  near(vanilla.samples, 395842 / 0.066441, 2000);
  assert.equal(vanilla.stacks, false);
});

test('compare has the share of the profile in its text', async (t) => {
  const db = path.join(scratch(t), 'results.db');
  await run(['ingest', '--db', db, '--manifest', path.join(samples, 'manifest.json')]);
  const text = await run(['compare', '--db', db, '4.0.0-vanilla', '4.0.0-nomemcg-v1']);
  assert.match(text, /memcg.*profile.*6\.64%.*0\.48%/s);
});

test('phases and ways in add up to the share of call chains', async () => {
  const [profile] = await json('profile', '--style', 'json', '--event', 'cpu-clock', child);
  const sum = (list) => list.reduce((total, value) => total + (value ?? 0), 0);
  near(sum(profile.phases.map(({ self }) => self.part)), profile.memcg.self.part);
  near(sum(profile.entries.map(({ share }) => share.part)), profile.memcg.total.part);
  assert.ok(profile.memcg.total.part > profile.memcg.self.part);
  const strict = profile.functions.filter(({ counted }) => counted);
  near(sum(strict.map(({ self }) => self.part)), profile.memcg.self.part);
  assert.ok(profile.functions.every(({ self, total }) => total.part >= self.part - 1e-12));
});

test('folded stacks are a profile again, with the same share', async () => {
  const folded = await run(['flame', '--form', 'folded', child]);
  const total = folded.trimEnd().split('\n').reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  const [profile] = await json('profile', '--style', 'json', '--event', 'cpu-clock', child);
  assert.equal(total, profile.samples);
  const [again] = JSON.parse(`[${(await run(['profile', '--style', 'json', '-'], folded)).trim()}]`);
  near(again.memcg.self.part, profile.memcg.self.part);
  assert.match(again.notes.join(' '), /take each count for one sample/);
});

test('what changed between two profiles, with its interval', async () => {
  const [diff] = await json('profile', '--style', 'json', '--before', base, child);
  near(diff.change.self.part, diff.b.memcg.self.part - diff.a.memcg.self.part);
  assert.ok(diff.change.self.lo > 0, 'a child group costs more');
  assert.ok(diff.functions.every(({ phase }) => phase));
  const [charge] = diff.phases.filter(({ phase }) => phase === 'charge');
  assert.equal(charge.moved, true);
  for (const { moved, change } of diff.functions)
    if (moved) assert.ok(Math.abs(change.part) >= 0.001 && (change.lo > 0 || change.hi < 0));
  const text = await run(['profile', '--before', base, child]);
  assert.match(text, /memcg [\d.]+ % before, [\d.]+ % after: \+[\d.]+ points/);
  assert.ok(text.split('\n').every((line) => line.length <= 72));
});

test('the table can be extended by a file, whose mistakes are named', async (t) => {
  const file = path.join(scratch(t), 'symbols.tsv');
  const all = async () => (await json('profile', '--style', 'json', '--event', 'cpu-clock', '--symbols', file, child))[0];
  writeFileSync(file, '# ours\nclear_page_erms\tcharge\n');
  const more = (await all()).functions.find(({ symbol }) => symbol === 'clear_page_erms');
  assert.equal(more.phase, 'charge');
  writeFileSync(file, 'memcg1_commit_charge\t-\n');
  assert.equal((await all()).functions.some(({ symbol }) => symbol === 'memcg1_commit_charge'), false);
  writeFileSync(file, 'a\tcharge\nb\n');
  const { status, stderr } = await execute(memcgperf, ['profile', '--symbols', file, child]);
  assert.equal(status, 1);
  assert.match(stderr, /line 2: .*symbols\.tsv.*'b'/);
  const missing = await execute(memcgperf, ['profile', '--symbols', `${file}.none`, child]);
  assert.equal(missing.status, 3);
});

test('instructions of a function, the hottest first', async () => {
  const text = await run(['profile', '--function', 'main', child]);
  const [, hottest] = text.match(/The hottest\n.*\n {2}(\w+) /);
  const csv = await run(['profile', '--function', 'main', '--style', 'csv', child]);
  const rows = csv.trimEnd().split('\n').slice(1).map((line) => line.split(','));
  const percent = (row) => Number(row.at(-4));
  const top = rows.reduce((best, row) => (percent(row) > percent(best) ? row : best));
  assert.equal(top[0], hottest);
  near(rows.reduce((sum, row) => sum + percent(row), 0), 100, 0.1);
  const none = await execute(memcgperf, ['profile', '--function', 'nothing', child]);
  assert.equal(none.status, 3);
});

test('a flame graph stands alone, and is the same each time', async () => {
  const svg = await run(['flame', child]);
  assert.equal(svg, await run(['flame', child]));
  assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  assert.doesNotMatch(svg, /<script|<a |href=|url\(|@import/);
  assert.match(svg, /<title>charge_memcg: [\d.]+ %, \d+ of \d+ samples; memcg<\/title>/);
  const only = await run(['flame', '--memcg', child]);
  assert.doesNotMatch(only, /clear_page_erms/);
  const change = await run(['flame', '--memcg', '--before', base, child]);
  assert.match(change, /class="f more\d own"/);
  assert.match(change, /before: \d+ samples, memcg/);
});

test('for speedscope, and as a tree', async () => {
  const scope = JSON.parse(await run(['flame', '--form', 'speedscope', child]));
  const [one] = scope.profiles;
  assert.equal(one.samples.length, one.weights.length);
  assert.equal(one.weights.reduce((sum, weight) => sum + weight, 0), one.endValue);
  assert.ok(one.samples.flat().every((frame) => frame < scope.shared.frames.length));
  const { nodes, whole } = JSON.parse(await run(['flame', '--form', 'json', child]));
  assert.equal(nodes[0].total, whole);
  nodes.forEach(({ parent }, i) => assert.ok(i === 0 ? parent === undefined : parent < i));
});

test('what is no profile, or has no call chains, is said in one line', async (t) => {
  const fails = async (args, status, words, input) => {
    const result = await execute(memcgperf, args, { input });
    assert.equal(result.status, status, result.stderr);
    assert.match(result.stderr, words);
    assert.equal(result.stderr.trimEnd().split('\n').length, 1);
    assert.equal(result.stdout, '');
  };
  await fails(['flame', mail], 1, /no call chains/);
  await fails(['profile', '--event', 'cycles', child], 3, /among: cpu-clock of /);
  await fails(['profile', path.join(samples, 'mails/sha-2013.txt')], 1, /no profile/);
  await fails(['flame', path.join(scratch(t), 'none')], 3, /No such file/);
});

test('wrong options are told with a hint', async () => {
  for (const args of [['flame'], ['flame', 'a', 'b'], ['profile'], ['flame', '--form', 'png', 'a'],
    ['flame', '--form', 'folded', '--before', 'a', 'b'], ['profile', '--function', 'f', '--style', 'json', 'a']]) {
    const { status, stderr } = await execute(memcgperf, args);
    assert.equal(status, 2, args.join(' '));
    assert.match(stderr, /see memcgperf help/);
  }
});

test('a million samples take memory by their distinct stacks', async (t) => {
  const sample = 'fault 7 1.000001: 1 cycles: \n\tffff charge_memcg+0x1 ([kernel.kallsyms])\n\tffff asm_exc_page_fault+0x2 ([kernel.kallsyms])\n\n';
  const file = path.join(scratch(t), 'big.script');
  writeFileSync(file, sample.repeat(100_000));
  const limit = memcgperf.includes('/san-') ? '' : 'ulimit -v 300000;'; // sanitizers reserve far more
  const { stdout, stderr } = await execute('/bin/sh', ['-c',
    `${limit} cat ${'"$1" '.repeat(10)} | "$0" profile --style json -`, memcgperf, file]);
  const profile = JSON.parse(stdout || '{}');
  assert.equal(profile.samples, 1_000_000, stderr);
  assert.equal(profile.memcg.self.part, 1);
});

test("profiles in a results tree join the run's others, as perf's own", async (t) => {
  const tree = path.join(scratch(t), 'log');
  const report = path.join(root, 'tests/golden/perf/report-group/input.txt');
  for (const file of ['6.1-x/iter-0/perf-report-pft.txt', '6.1-x/iter-0/pft/fine-profile-timer/report.txt',
    '6.1-x/iter-0/pft/logs/profile-1-cycles.txt']) {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    copyFileSync(report, path.join(tree, file));
  }
  writeFileSync(path.join(tree, '6.1-x/iter-0/pft/logs/profile-1-cycles.data'), 'no text\0');
  const alone = await json('profile', '--style', 'json', '--all', report);
  const inTree = await json('profile', '--style', 'json', '--all', tree);

  assert.equal(inTree.length, 3 * alone.length);
  for (const each of inTree) {
    assert.match(each.about, /^6\.1-x/);
    const same = alone.find(({ event }) => event === each.event);
    assert.deepEqual(each.memcg, same.memcg);
  }
});

/** Six stored profiles: memcg's share is 6.1 to 6.3 % on one kernel, 8.2 to 8.6 % on the other. */
const folded = (memcg) => `main;try_charge_memcg ${memcg}\nmain;work ${1000 - memcg}\n`;
const sides = { before: [61, 62, 63], after: [82, 84, 86] };

test('several profiles a side are replicates: memcg\'s share by the verdict', async (t) => {
  const folder = scratch(t);
  for (const [side, shares] of Object.entries(sides)) {
    mkdirSync(path.join(folder, side));
    shares.forEach((share, i) => writeFileSync(path.join(folder, side, `${i}.folded`), folded(share)));
  }
  const profile = (...args) => execute(memcgperf, ['profile', '--before', path.join(folder, 'before'), path.join(folder, 'after'), ...args]);
  const text = await profile();
  assert.equal(text.status, 0, text.stderr);
  assert.match(text.stdout.replace(/\s+/g, ' '), /Over 3 profiles before and 3 after, memcg takes 6\.20 % and 8\.40 % \(medians\): \+35\.4\d% \+-\d\.\d+, worse\./);
  const { replicates } = JSON.parse((await profile('--style', 'json')).stdout);
  assert.deepEqual([replicates.before, replicates.after, replicates.verdict.word, replicates.verdict.method], [0.062, 0.084, 'worse', 'welch-t']);
  const one = await execute(memcgperf, ['profile', '--before', path.join(folder, 'before/0.folded'), path.join(folder, 'after')]);
  assert.doesNotMatch(one.stdout, /Over \d+ profiles/);
});
