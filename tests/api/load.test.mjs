// SPDX-License-Identifier: GPL-2.0-or-later
// Many who upload at once, and clients that trickle, stall or vanish while they do.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { execute, memcgperf } from '../program.mjs';
import { result, startEmpty } from './server.mjs';

const CLIENTS = 50;
const SLACK_MS = 5000; // what a busy machine may add
const DEADLINE_S = 1;

let folder;

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'memcgperf-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

const inFolder = (name) => mkdtempSync(path.join(folder, name));
/** Sockets and files without a name that a process holds. */
const held = (pid) => readdirSync(`/proc/${pid}/fd`)
  .map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))
  .filter((target) => /^socket:|deleted/.test(target)).length;

async function storedRuns(site) {
  const names = [];
  let cursor = '';
  do {
    const { runs, next } = JSON.parse((await site.get(`/api/v1/runs?limit=500&cursor=${cursor}`)).text);
    names.push(...runs.map(({ name }) => name));
    cursor = next;
  } while (cursor);
  return names;
}

/** Sends until it is taken: every status on the way, the last one is 200 or 201. */
async function insist(site, seed, statuses) {
  for (;;) {
    const answer = await site.send('POST', '/runs', result(seed));
    statuses.push(answer.status);
    if (answer.status !== 503) return;
    assert.ok(Number(answer.headers['retry-after']) >= 1);
    await sleep(50 + (seed % 10) * 10);
  }
}

test('50 clients at once lose nothing, even when few may wait', async (t) => {
  const site = await startEmpty(inFolder('many'), ['--waiting', '5', '--rate-token', '0', '--rate-address', '0']);
  t.after(() => site.stop());
  const statuses = [];
  const client = async (i) => {
    for (let round = 0; round < 3; round++) await insist(site, 1000 + i * 10 + round, statuses);
    await insist(site, 1000 + i * 10, statuses); // as a client that missed the answer does
  };

  await Promise.all(Array.from({ length: CLIENTS }, (_, i) => client(i)));
  assert.deepEqual(statuses.filter((status) => ![200, 201, 503].includes(status)), []);
  assert.equal(statuses.filter((status) => status === 201).length, CLIENTS * 3);
  const names = await storedRuns(site);
  assert.equal(names.length, CLIENTS * 3 * 2);
  assert.equal(new Set(names).size, names.length);
  assert.equal((await execute(memcgperf, ['db', 'log', '--db', site.db, '--limit', '1000'])).stdout
    .split('\n').filter((line) => line.includes('upload')).length, names.length);
});

/** A POST that is begun and not ended; the promise tells when the server let it go. */
function begin(site, head, body = '') {
  const socket = net.connect(site.port, '127.0.0.1');
  const closed = new Promise((resolve) => {
    socket.on('error', () => {}); // a reset is as good as an end
    socket.on('close', resolve);
  });
  socket.write(`POST /api/v1/runs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${site.submit}\r\n${head}${body}`);
  socket.resume();
  return { socket, closed };
}

test('clients that trickle, stall or vanish hold nothing past the deadline', async (t) => {
  const site = await startEmpty(inFolder('slow'), ['--deadline', String(DEADLINE_S)]);
  t.after(() => site.stop());
  await site.send('POST', '/runs', result(1));
  await sleep(DEADLINE_S * 1000 + 500); // idle connections are gone too
  const before = held(site.pid);
  const start = Date.now();
  const stalled = [
    begin(site, ''),
    begin(site, 'Content-Length: 1000000\r\n\r\n', 'x'.repeat(1000)),
    begin(site, 'Transfer-Encoding: chunked\r\n\r\n', '5\r\nabc'),
    begin(site, 'Expect: 100-continue\r\nContent-Length: 10\r\n\r\n'),
    begin(site, 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 9999\r\n\r\n', '--b\r\nContent-'),
  ];
  const trickling = [begin(site, ''), begin(site, 'Content-Length: 1000000\r\n\r\n')];
  const drip = setInterval(() => trickling.forEach(({ socket }) => socket.writable && socket.write('x')), 50);
  const vanishing = begin(site, 'Content-Length: 1000000\r\n\r\n', 'x'.repeat(50000));
  setTimeout(() => vanishing.socket.destroy(), 100);

  await Promise.all([...stalled, ...trickling, vanishing].map(({ closed }) => closed));
  clearInterval(drip);
  assert.ok(Date.now() - start < DEADLINE_S * 1000 + SLACK_MS, `${Date.now() - start} ms`);
  for (let waited = 0; held(site.pid) > before && waited < SLACK_MS; waited += 50) await sleep(50);
  assert.ok(held(site.pid) <= before, 'sockets and spooled bodies are given back');
  assert.equal((await site.send('POST', '/runs', result(2))).status, 201);
  assert.equal((await storedRuns(site)).length, 4);
});

test('who vanishes before the answer has stored it, or nothing', async (t) => {
  const site = await startEmpty(inFolder('gone'));
  t.after(() => site.stop());
  for (let seed = 1; seed <= 20; seed++) {
    const body = result(seed);
    const { socket, closed } = begin(site, `Content-Length: ${body.length}\r\n\r\n`, body);
    await sleep(seed % 5);
    socket.destroy();
    await closed;
  }
  assert.equal((await site.send('POST', '/runs', result(99))).status, 201);
  assert.equal((await storedRuns(site)).length % 2, 0);
});

test('an orderly stop answers what was taken', async (t) => {
  const site = await startEmpty(inFolder('stop'), ['--workers', '1']);
  t.after(() => site.stop('SIGKILL'));
  const answers = Array.from({ length: 10 }, (_, i) => site.send('POST', '/runs', result(i)));
  await Promise.race(answers);
  const { status, signal } = await site.stop();
  const ended = await Promise.allSettled(answers);

  assert.deepEqual({ status, signal }, { status: 0, signal: null });
  const stored = ended.filter(({ value }) => value?.status === 201).length;
  assert.ok(stored >= 1);
  const log = (await execute(memcgperf, ['db', 'log', '--db', site.db])).stdout;
  const uploads = log.split('\n').filter((line) => line.includes('upload')).length;
  assert.equal(uploads % 2, 0);
  assert.ok(uploads / 2 >= stored, 'what was answered is there');
});
