// SPDX-License-Identifier: GPL-2.0-or-later
// Small disks of their own, below the world's folder: one that gets full, one that is read-only.
// make check-crash runs this where it may mount.
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { get, start } from '../api/server.mjs';
import { execute, memcgperf, memcgperfd, samples } from '../program.mjs';
import { copyDatabase } from './world.mjs';

const SIZE_STEP = 12 * 1024;
const SPOOL_BYTES = 5 << 20;
const kernels = ['4.0.0-vanilla', '4.0.0-nomemcg-v1'];

async function mount(...words) {
  const { status, stderr } = await execute('mount', words);
  if (status !== 0) throw new Error(stderr);
}

/** A disk of some megabytes; unmount it in the end. */
export async function mountDisk(world, name) {
  const disk = path.join(world.folder, name);
  mkdirSync(disk);
  await mount('-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk);
  return disk;
}

export const unmount = (disk) => execute('umount', [disk]);

const ballast = (disk) => path.join(disk, 'ballast');

function fillUntil(disk, freeBytes) {
  rmSync(ballast(disk), { force: true });
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast(disk), Buffer.alloc(Math.max(0, bavail * bsize - freeBytes)));
}

/** Trials on a disk with so much free: nothing, and a bit more each time. */
export const sizes = (disk, count) => Array.from({ length: count }, (_, i) => ({
  place: disk,
  freeBytes: i * SIZE_STEP,
  before: () => fillUntil(disk, i * SIZE_STEP),
  after: () => rmSync(ballast(disk)),
}));

/** Uploads to a server whose database has room, but not its disk for bodies: what is wrong. */
export async function fullSpool(world, disk) {
  const wrong = [];
  const db = path.join(world.folder, 'spool.db');
  copyDatabase(world.base, db);
  const server = await start(db, ['--spool-dir', disk]);
  const post = (body) => get(server.port, '/api/v1/runs?kernel=7.7',
    { method: 'POST', body, headers: { Authorization: `Bearer ${world.bearer}` } });
  const expect = (what, status, wanted) => status === wanted || wrong.push(`${what}: ${status}, not ${wanted}`);
  const small = readFileSync(path.join(samples, 'profiles/fault-loop-child.tar.xz'));
  fillUntil(disk, SPOOL_BYTES / 2);
  expect('a body that does not fit', (await post(Buffer.alloc(SPOOL_BYTES, 'x'))).status, 507);
  expect('one that does', (await post(small)).status, 201);
  fillUntil(disk, 0);
  expect('no room at all', (await post(small)).status, 507);
  expect('reading', (await get(server.port, '/api/v1/runs')).status, 200);
  expect('its health', (await get(server.port, '/healthz')).status, 200);
  rmSync(ballast(disk));
  expect('room again', (await post(small)).status, 200);
  expect('its end', (await server.stop()).status, 0);
  return wrong;
}

/** A database whose last changes are still in the file beside it. */
async function leaveOpen(world, db) {
  copyDatabase(world.base, db);
  const server = await start(db);
  await execute(memcgperf, ['token', 'add', '--db', db, '--scope', 'submit', 'other']);
  await server.stop('SIGKILL');
  rmSync(`${db}-shm`);
}

/** What commands do there, and how each has to end. */
function readOnlyCases(world, disk, answers) {
  const db = path.join(disk, 'base.db');
  const compare = (file) => ['compare', '--db', file, ...kernels];
  return [
    [memcgperf, compare(db), { status: 0, stdout: answers.compare }],
    [memcgperf, ['db', 'check', '--db', db], { status: 0, stdout: answers.check }],
    [memcgperf, ['db', 'backup', '--db', db, path.join(world.folder, 'saved.db')], { status: 0, stdout: '' }],
    [memcgperf, ['db', 'backup', '--db', world.base, path.join(disk, 'saved.db')], { status: 7, says: /read-only/i }],
    [memcgperf, ['token', 'add', '--db', db, '--scope', 'submit', 'x'], { status: 7, says: /read-only/ }],
    [memcgperf, compare(path.join(disk, 'open.db')), { status: 7, says: /read-only/ }],
    [memcgperfd, ['--db', db, '--port', '0'], { status: 1, says: /read-only/ }],
  ];
}

/** Commands on a disk that is read-only: {how, failed, wrong} each. */
export async function readOnly(world, disk, answers) {
  copyDatabase(world.base, path.join(disk, 'base.db'));
  await leaveOpen(world, path.join(disk, 'open.db'));
  await mount('-o', 'remount,ro', disk);
  const results = [];
  for (const [program, words, { status, stdout, says }] of readOnlyCases(world, disk, answers)) {
    const ended = await execute(program, words, { seconds: 20 });
    const wrong = [];
    if (ended.status !== status) wrong.push(`ends with ${ended.signal ?? ended.status}: ${ended.stderr}`);
    if (stdout !== undefined && ended.stdout !== stdout) wrong.push(`prints ${ended.stdout}`);
    if (says && !says.test(ended.stderr)) wrong.push(`says ${ended.stderr}`);
    results.push({ how: words.join(' '), was: status === 0 ? 'done' : 'failed', left: 'nothing', isMet: true, wrong });
  }
  return results;
}
