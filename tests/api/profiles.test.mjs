// SPDX-License-Identifier: GPL-2.0-or-later
// Profiles over HTTP: lists, shares, call trees, pictures, and two of them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { scratch } from '../program.mjs';
import { startEmpty, startSample } from './server.mjs';

let site;
let base; // of the root group
let child;
let profile; // of the child
let mail; // of a profile by file

before(async () => {
  site = await startSample();
  const { runs } = await site.api('/runs?limit=500');
  const named = (name) => runs.find((run) => run.name.startsWith(name)).id;
  [base, child] = ['fault-loop-root', 'fault-loop-child'].map((name) => `${named(name)}-1`);
  mail = `${named('4.0-vanilla')}-1`;
  profile = await site.api(`/profiles/${child}`);
});
after(() => site?.close());

const sum = (list) => list.reduce((total, value) => total + (value ?? 0), 0);
const near = (got, wanted) => assert.ok(Math.abs(got - wanted) < 1e-9, `${got} is not ${wanted}`);

test('a run lists its profiles, stacks first', async () => {
  const { run, profiles } = await site.api(`/runs/${child.split('-')[0]}/profiles`);
  assert.equal(`${run}-1`, child);
  assert.deepEqual(profiles.map(({ source }) => source), ['perf-script', 'perf-annotate']);
  near(profiles[0].memcg, profile.memcg.self.part);
  assert.equal(profiles[0].samples, profile.samples);
  assert.equal(profiles[0].stacks, true);
});

test('shares have intervals that hold them, and phases add up', () => {
  const { self, total, with_shared: shared } = profile.memcg;
  for (const share of [self, total, shared]) assert.ok(share.lo < share.part && share.part < share.hi);
  near(sum(profile.phases.map((phase) => phase.self.part)), self.part);
  near(sum(profile.entries.map(({ share }) => share.part)), total.part);
});

test('a profile by source file says what it cannot know', async () => {
  const { memcg, samples, notes, stacks } = await site.api(`/profiles/${mail}`);
  near(memcg.self.part, 0.066441);
  assert.equal(memcg.total, undefined);
  assert.equal(stacks, false);
  assert.ok(samples > 5_000_000);
  assert.match(notes.join(' '), /no call chains/);
  assert.equal((await site.get(`/profile/${mail}.svg`)).status, 404);
  assert.equal((await site.get(`/api/v1/profiles/${mail}/folded`)).status, 404);
});

test('filter and limit', async () => {
  const memcg = await site.api(`/profiles/${child}?filter=memcg&limit=3`);
  assert.equal(memcg.functions.length, 3);
  assert.ok(memcg.functions.every(({ phase }) => phase));
  for (const query of ['?filter=x', '?limit=0', '?limit=1001', '?nothing=1'])
    assert.equal((await site.get(`/api/v1/profiles/${child}${query}`)).status, 400, query);
});

test('the call tree, folded stacks and speedscope hold the same samples', async () => {
  const { nodes, whole } = await site.api(`/profiles/${child}/flame`);
  const folded = (await site.get(`/api/v1/profiles/${child}/folded`)).text.trimEnd().split('\n');
  const scope = await site.api(`/profiles/${child}/speedscope`);
  assert.equal(whole, profile.samples);
  assert.equal(sum(nodes.map(({ self }) => self)), whole);
  assert.equal(sum(folded.map((line) => Number(line.split(' ').at(-1)))), whole);
  assert.equal(scope.profiles[0].endValue, whole);
  const through = await site.api(`/profiles/${child}/flame?filter=memcg`);
  near(through.nodes[0].total / whole, profile.memcg.total.part);
});

test('instructions of a function', async () => {
  const { instructions } = await site.api(`/profiles/${child}/instructions?symbol=main`);
  near(Math.round(sum(instructions.map(({ part }) => part)) * 100) / 100, 1);
  assert.deepEqual((await site.api(`/profiles/${child}/instructions?symbol=none`)).instructions, []);
  assert.equal((await site.get(`/api/v1/profiles/${child}/instructions`)).status, 400);
  assert.match((await site.get(`/profile/${child}.txt?symbol=main`)).text, /The hottest/);
  assert.equal((await site.get(`/profile/${child}.txt?symbol=none`)).status, 404);
});

test('two profiles: by id, by run, and the other way round', async () => {
  const diff = await site.api(`/profile-diff?a=${base}&b=${child}`);
  const back = await site.api(`/profile-diff?a=${child}&b=${base}`);
  near(diff.change.self.part, diff.b.memcg.self.part - diff.a.memcg.self.part);
  near(diff.change.self.lo, -back.change.self.hi);
  assert.ok(diff.functions.every(({ phase }) => phase));
  const all = await site.api(`/profile-diff?a=${base}&b=${child}&filter=all`);
  assert.ok(all.functions.some(({ phase }) => !phase));
  const byRun = await site.api(`/profile-diff?a=${base.split('-')[0]}&b=${child.split('-')[0]}`);
  assert.deepEqual(byRun.change, diff.change);
  const same = await site.api(`/profile-diff?a=${child}&b=${child}&filter=all`);
  assert.ok(same.functions.every(({ change, moved }) => change.part === 0 && !moved));
});

test('without parameters the page lists the profiles that there are', async () => {
  const { text } = await site.get('/profile-diff');
  for (const id of [base, child, mail]) assert.match(text, new RegExp(`^ {2}${id} `, 'm'));
  assert.match(text, /6\.64%/);
});

test('what is not there', async () => {
  for (const [target, status] of [['/api/v1/profiles/none', 404], [`/api/v1/profiles/${child.split('-')[0]}-9`, 404],
    ['/api/v1/profile-diff', 400], [`/api/v1/profile-diff?a=${base}`, 400], [`/api/v1/profile-diff?a=${base}&b=none`, 404],
    ['/profile/none', 404], [`/profile/${child}.svg?root=0123456789abcdef`, 404], ['/profile-diff.svg', 400],
    [`/profile-diff?a=${base}&b=${child}&width=x`, 400], ['/runs.svg', 404]])
    assert.equal((await site.get(target)).status, status, target);
});

test('the picture stands in the page as it does by itself, with a link on each frame', async () => {
  const page = (await site.get(`/profile/${child}`, { headers: { Accept: 'text/html' } })).text;
  const alone = await site.get(`/profile/${child}.svg`);
  assert.equal(alone.type, 'image/svg+xml');
  const body = (text) => text.slice(text.indexOf('<svg'), text.indexOf('</svg>'));
  assert.equal(body(page), body(alone.text));
  assert.doesNotMatch(body(alone.text), /style=|<script| on\w+=/);
  const [, link] = body(page).match(/href="([^"]*root=\w+)"[^]*?<title>charge_memcg/) ?? [];
  assert.ok(link);
  const links = [...body(page).matchAll(/href="([^"]*)"[^>]*><g class="f memcg"/g)].map(([, href]) => href);
  const zoomed = await site.get(links[0].replaceAll('&amp;', '&').replace(child, `${child}.svg`));
  assert.equal(zoomed.status, 200);
  assert.match(zoomed.text, / above"/);
});

test('the other forms of the page', async () => {
  const row = await site.get(`/profile/${child}.csv`);
  assert.match(row.text, /^symbol,where,phase,kind,self,self_lo,self_hi,total\n/);
  const markdown = await site.get(`/profile/${child}.md`);
  assert.match(markdown.text, /^\| memcg1\S+charge \|/m);
});

test('stored profiles of one kernel, config and machine are replicates of each other', async (t) => {
  const folder = scratch(t);
  const lab = await startEmpty(folder);
  t.after(() => lab.stop());
  const ids = {};
  for (const [kernel, shares] of [['6.11', [61, 62, 63]], ['6.12', [82, 84, 86]]])
    for (const share of shares) {
      const answer = await lab.send('POST', `/runs?kernel=${kernel}&machine=lab`, `main;try_charge_memcg ${share}\nmain;work ${1000 - share}\n`);
      assert.equal(answer.status, 201, answer.text);
      ids[kernel] = JSON.parse(answer.text).runs[0].id;
    }
  const diff = JSON.parse((await lab.get(`/api/v1/profile-diff?a=${ids['6.11']}-1&b=${ids['6.12']}-1`)).text);
  assert.deepEqual([diff.replicates.before, diff.replicates.after, diff.replicates.verdict.word], [0.062, 0.084, 'worse']);
  assert.deepEqual([diff.replicates.verdict.n_base, diff.replicates.verdict.n], [3, 3]);
  assert.match((await lab.get(`/profile-diff.txt?a=${ids['6.11']}-1&b=${ids['6.12']}-1`)).text.replace(/\s+/g, ' '), /Over 3 profiles before and 3 after, memcg takes 6\.20 % and 8\.40 %/);
});
