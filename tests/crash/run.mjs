// SPDX-License-Identifier: GPL-2.0-or-later
// Stops programs in the middle of what they do, in every way that we know, and counts what is left.
//     make check-crash                            all parts
//     make check-crash ONLY="kill calls"          some: kill, calls, memory, full, readonly
//     CRASH_SEED=N make check-crash ONLY=kill     the same moments again
//     CRASH_MOMENTS=N                             of each subject (100)
//     CRASH_SUBJECTS="backup check"               only these
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fullSpool, mountDisk, readOnly, sizes, unmount } from './disks.mjs';
import { subjects } from './subjects.mjs';
import { attempt, rehearse } from './trial.mjs';
import { makeWorld } from './world.mjs';

const PARALLEL = 2;
const PLACES = 40; // of one kind of call
const SIZES = 40; // of a disk
const MOMENTS = Number(process.env.CRASH_MOMENTS ?? 100);
const wanted = process.env.CRASH_SUBJECTS?.split(' ');
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1e9);

/** Numbers in [0, 1) that a seed repeats (mulberry32). */
function randomOf(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const world = await makeWorld(mkdtempSync(path.join(tmpdir(), 'memcgperf-crash-')));
const rows = [];
const writers = ['ingest', 'post', 'migration', 'freeze', 'backup'];
const readers = ['compare', 'check', 'pages'];
const chosen = (...keys) => keys.filter((key) => wanted?.includes(key) ?? true);

function newRow(what) {
  const row = { what, tries: 0, all: 0, nothing: 0, errors: 0, unmet: 0, library: 0, faults: 0 };
  rows.push(row);
  return row;
}

function fault(row, how, wrong) {
  row.faults += 1;
  console.log(`FAULT ${row.what} ${how}:\n  ${wrong.map((text) => text.slice(0, 600)).join('\n  ')}`);
}

function count(row, how, { was, left, isMet, library, wrong }) {
  row.tries += 1;
  if (left) row[left] += 1;
  row.errors += was === 'failed';
  row.unmet += !isMet;
  row.library += library !== undefined;
  if (wrong.length > 0) fault(row, JSON.stringify(how), wrong);
}

/** Trials of one subject, a few at a time, as one row. */
async function tryAll(what, subject, plan, hows, parallel = PARALLEL) {
  const row = newRow(`${what}, ${subject.name}`);
  const queue = [...hows];
  const begun = Date.now();
  const worker = async () => {
    for (let how = queue.shift(); how; how = queue.shift()) count(row, how, await attempt(world, subject, plan, how));
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  console.log(`${row.what}: ${row.tries} in ${((Date.now() - begun) / 1000).toFixed(0)} s`);
}

/** SIGKILL at random moments of the time that one takes, and a bit after. */
async function killAtMoments() {
  const random = randomOf(seed);
  for (const key of chosen('largeIngest', 'largePost', 'migration', 'freeze', 'backup')) {
    const subject = subjects[key];
    const plan = await rehearse(world, subject);
    const { ms } = await attempt(world, subject, plan, {});
    const moments = Array.from({ length: MOMENTS }, () => ({ ms: Math.max(1, Math.round(random() * ms * 1.2)) }));
    await tryAll('kill -9 at a moment', subject, plan, moments, 1);
  }
}

/** Of 1..most, so many at most, evenly. */
const some = (most) => Array.from({ length: Math.min(most, PLACES) }, (_, i) => Math.ceil(((i + 1) * most) / Math.min(most, PLACES)));

/** Calls of SQLite's to the disk that fail, or in which the program is killed. */
async function failCalls() {
  const ways = [['kill', 'once'], ['io', 'once'], ['io', 'on'], ['full', 'on']];
  for (const key of chosen(...writers, ...readers)) {
    const plan = await rehearse(world, subjects[key]);
    for (const [what, mode] of ways) {
      const hows = Object.entries(plan.calls)
        .filter(([call]) => what !== 'full' || call === 'write')
        .flatMap(([call, most]) => some(most).map((n) => ({ faults: `${call}:${n}:${mode}:${what}` })));
      if (hows.length > 0) await tryAll(`${what} ${mode} in a call`, subjects[key], plan, hows);
    }
  }
}

/** Each site of allocations: its first fails, then one in the middle and all after it. */
async function failAllocations() {
  for (const key of chosen(...writers, ...readers)) {
    const plan = await rehearse(world, subjects[key]);
    const sites = Object.entries(plan.sites);
    const more = sites.filter(([, hits]) => hits > 1);
    await tryAll(`no memory, first of ${sites.length} sites`, subjects[key], plan,
      sites.map(([site]) => ({ faults: `memory:1:once:${site}` })));
    await tryAll(`no memory from a later one of ${more.length} sites on`, subjects[key], plan,
      more.map(([site, hits]) => ({ faults: `memory:${Math.floor(hits / 2) + 1}:on:${site}` })));
  }
}

/** A disk on which from none to much is free, and one that is full for bodies. */
async function fillDisk() {
  const disk = await mountDisk(world, 'full');
  try {
    for (const key of chosen(...writers)) {
      await tryAll('a disk that gets full', subjects[key], await rehearse(world, subjects[key]), sizes(disk, SIZES), 1);
    }
    count(newRow('bodies on a full disk'), 'spool', { was: 'failed', left: 'all', isMet: true, wrong: await fullSpool(world, disk) });
  } finally {
    await unmount(disk);
  }
}

async function onReadOnlyDisk() {
  const disk = await mountDisk(world, 'read-only');
  const row = newRow('a disk that is read-only');
  const [compare, check] = [await rehearse(world, subjects.compare), await rehearse(world, subjects.check)];
  try {
    const results = await readOnly(world, disk, { compare: compare.answer, check: check.answer });
    for (const result of results) count(row, result.how, result);
  } finally {
    await unmount(disk);
  }
}

function printTable() {
  const heads = { what: 'what', tries: 'tries', all: 'all', nothing: 'nothing', errors: 'clean errors', unmet: 'not met', library: 'in a library', faults: 'faults' };
  const sum = newRow('all of them');
  for (const row of rows.slice(0, -1)) for (const key of Object.keys(row)) if (key !== 'what') sum[key] += row[key];
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const row of [heads, ...rows])
    console.log(row.what.padEnd(width) + Object.keys(heads).slice(1).map((key) => String(row[key]).padStart(14)).join(''));
  return sum;
}

const parts = { kill: killAtMoments, calls: failCalls, memory: failAllocations, full: fillDisk, readonly: onReadOnlyDisk };
const only = process.argv.slice(2);
console.log(`CRASH_SEED=${seed}`);
try {
  for (const [name, part] of Object.entries(parts)) if (only.length === 0 || only.includes(name)) await part();
} finally {
  rmSync(world.folder, { recursive: true, force: true });
}
process.exitCode = printTable().faults > 0 ? 1 : 0;
