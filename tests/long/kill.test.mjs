// SPDX-License-Identifier: GPL-2.0-or-later
// kill -9 at random moments of an upload and of an ingest: all of it is there afterwards or nothing,
// and the server starts again.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { get, ingest, start, token } from '../api/server.mjs';
import { memcgperf, samples, scratch } from '../program.mjs';

const MOMENTS = 50; // of each
const tree = path.join(samples, 'memcg-kvm.tar.xz');

/** The runs of a kernel: name and number of samples, in order. */
async function runsOf(port, kernel) {
  const answer = await get(port, `/api/v1/runs?limit=500&kernel=${kernel}`);
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text).runs.map(({ name, samples: count }) => `${name} ${count}`).sort();
}

/**
 * Kills what attempt starts at random moments of the time that one takes. attempt(db, kernel)
 * answers {kill, ended}.
 */
async function killOften(t, attempt) {
  const db = path.join(scratch(t), 'killed.db');
  await ingest(db, '--kernel', 'whole', tree);
  const begun = Date.now();
  await (await attempt(db, 'timed')).ended;
  const span = (Date.now() - begun) * 1.2;
  let server = await start(db);
  const whole = await runsOf(server.port, 'whole');
  const outcomes = { all: 0, nothing: 0 };

  assert.ok(whole.length > 10);
  assert.deepEqual(await runsOf(server.port, 'timed'), whole);
  await server.stop();
  for (let i = 0; i < MOMENTS; i++) {
    const { kill, ended } = await attempt(db, `killed${i}`);
    const moment = Math.random() * span;
    await Promise.race([sleep(moment), ended]);
    kill();
    await ended;
    server = await start(db);
    const runs = await runsOf(server.port, `killed${i}`);
    if (runs.length > 0) assert.deepEqual(runs, whole, `killed after ${moment} ms`);
    outcomes[runs.length > 0 ? 'all' : 'nothing'] += 1;
    await server.stop();
  }
  t.diagnostic(`${MOMENTS} times within ${span.toFixed(0)} ms: ${JSON.stringify(outcomes)}`);
  assert.ok(outcomes.nothing > 0, 'it was killed before its end');
}

test('a server that is killed while it takes an upload', async (t) => {
  const body = readFileSync(tree);
  let bearer;

  await killOften(t, async (db, kernel) => {
    bearer ??= await token(db, 'submit', 'ci');
    const server = await start(db);
    const answer = get(server.port, `/api/v1/runs?kernel=${kernel}`,
      { method: 'POST', body, headers: { Authorization: `Bearer ${bearer}` } }).catch(() => {});
    return {
      kill: () => server.stop('SIGKILL'),
      ended: answer.then(() => server.stop('SIGKILL')),
    };
  });
});

test('an ingest that is killed', async (t) => {
  await killOften(t, async (db, kernel) => {
    const child = spawn(memcgperf, ['ingest', '--db', db, '--kernel', kernel, tree]);
    return { kill: () => child.kill('SIGKILL'), ended: new Promise((resolve) => child.on('close', resolve)) };
  });
});
