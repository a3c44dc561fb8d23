// SPDX-License-Identifier: GPL-2.0-or-later
// A little of what make check-crash does at length: a few faults of each kind.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { memcgperf } from '../program.mjs';
import { subjects } from './subjects.mjs';
import { attempt, rehearse } from './trial.mjs';
import { makeWorld } from './world.mjs';

const TRIES = 3; // of a kind
let world;

before(async () => {
  world = await makeWorld(mkdtempSync(path.join(tmpdir(), 'memcgperf-crash-')));
});
after(() => rmSync(world.folder, { recursive: true, force: true }));

/** Tries some of the ways; each was met, and nothing is wrong with what is left. */
async function tryEach(subject, plan, ways) {
  for (const how of ways) {
    const { isMet, wrong } = await attempt(world, subject, plan, how);
    assert.deepEqual({ isMet, wrong }, { isMet: true, wrong: [] }, JSON.stringify(how));
  }
}

/** So many of a list, from all over it. */
const spread = (list) => list.filter((_, i) => i % Math.ceil(list.length / TRIES) === 0);

for (const key of ['ingest', 'post', 'migration', 'freeze', 'backup']) {
  test(`${key}: all or nothing when it is killed or its disk fails`, async () => {
    const plan = await rehearse(world, subjects[key]);
    const writes = Array.from({ length: plan.calls.write }, (_, i) => i + 1);
    const { ms } = await attempt(world, subjects[key], plan, {});
    await tryEach(subjects[key], plan, [
      { ms: Math.ceil(ms / 2) },
      { faults: `read:${Math.ceil(plan.calls.read / 2)}:on:io` },
      ...['kill', 'io', 'full'].flatMap((what) => spread(writes).map((n) => ({ faults: `write:${n}:on:${what}` }))),
    ]);
  });
}

// A sanitizer brings its own allocator, which nothing stands before.
test('ingest: all or nothing without memory', { skip: memcgperf.includes('/san-') && 'the sanitizer allocates' }, async () => {
  const plan = await rehearse(world, subjects.ingest);
  const sites = Object.keys(plan.sites);
  assert.ok(sites.length > 100);
  await tryEach(subjects.ingest, plan, spread(sites).map((site) => ({ faults: `memory:1:once:${site}` })));
});
