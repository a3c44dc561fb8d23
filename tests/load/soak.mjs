// SPDX-License-Identifier: GPL-2.0-or-later
// A server under everything at once for minutes: readers of every address in every form, writers,
// tokens that come and go, clients that vanish. It fails when memory or descriptors grow once warm,
// when an answer is neither what it should be nor 503, and when the log says anything.
//     node tests/load/soak.mjs [MINUTES]            make soak MINUTES=N
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addresses, readRoutes } from '../api/addresses.mjs';
import { get, result, startSample, token } from '../api/server.mjs';
import { execute, memcgperf, samples } from '../program.mjs';

const READERS = 8;
const WRITERS = 2;
const VANISHING = 2;
const ROOM = 200; // descriptors of the server: beyond, nobody vanishes, as an address has a quarter of its connections
const SEEDS = 200; // different uploads: what is stored stops growing, what is done does not
const PAUSE_MS = 100; // between two writes of one writer
const SAMPLE_MS = 1000;
const REPORT_S = 60;
const SETTLE_MS = 15000;
const GROWTH = 1.1; // of memory, last quarter over second quarter
const GROWTH_SLACK_KIB = 4096;
const WARM_MINUTES = 4; // a shorter run says what it saw of memory and judges the rest
const THREADS_SLACK = 16; // descriptors: a thread opens the database when it is first needed
const FORMS = [['', {}], ['', { Accept: 'text/html' }], ['', { Accept: 'text/plain', 'Accept-Encoding': 'gzip' }]];
const SUFFIXES = ['.txt', '.json', '.csv', '.md'];

const minutes = Number(process.argv[2] ?? 20);
assert.ok(minutes > 0, 'usage: node tests/load/soak.mjs [MINUTES]');
let end = 0; // set when all is ready
const isOver = () => Date.now() > end;
const counts = {};
const agents = [];

const pick = (list) => list[Math.trunc(Math.random() * list.length)];
const descriptors = (pid) => readdirSync(`/proc/${pid}/fd`).length;
const memoryKib = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
const median = (list) => list.toSorted((a, b) => a - b)[Math.trunc(list.length / 2)];

function count(kind, status, wanted, what) {
  const key = `${kind} ${status}`;
  counts[key] = (counts[key] ?? 0) + 1;
  assert.ok(wanted.includes(status) || status === 503, `${what}: ${status}`);
}

function newAgent() {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  return agent;
}

/** Every address that is read, pages with what their API is asked and in their other forms too. */
async function everyTarget(site) {
  const { address, query } = await addresses(site);
  const patterns = (await readRoutes()).filter(({ method }) => method === 'GET').map(({ pattern }) => pattern);
  const pages = patterns.filter((each) => /^\/[a-z]/.test(each) && !/^\/(api|app|vendor|healthz|readyz|metrics)|\.\w+$/.test(each));
  const queryOf = (page) => query(page === '/latency' ? '/api/v1/histograms' : `/api/v1${page}`);
  return [...patterns.map(address),
    ...pages.flatMap((page) => ['', ...SUFFIXES].map((suffix) => address(page) + suffix + queryOf(page)))];
}

async function reader(site, targets) {
  const agent = newAgent();
  while (!isOver()) {
    const target = pick(targets);
    const [, headers] = pick(FORMS);
    const { status, text } = await get(site.port, target, { headers, agent });
    count('read', status, [200, 303, 406], `${target} ${JSON.stringify(headers)} ${text.slice(0, 500)}`);
  }
}

/** On a connection of its own: one that waited for its next use may be at its deadline. */
const call = (site, method, target, body, bearer) =>
  get(site.port, `/api/v1${target}`, { method, body, agent: false, headers: { Authorization: `Bearer ${bearer}` } });

async function writer(site, number) {
  const tree = readFileSync(path.join(samples, 'memcg-kvm.tar.xz'));
  for (let turn = 0; !isOver(); turn++) {
    const seed = 1000 * (number + 1) + (turn % SEEDS);
    const { status, text } = await call(site, 'POST', '/runs', result(seed), site.submit);
    count('post', status, [200, 201], text);
    if (turn % 100 === 0) count('tree', (await call(site, 'POST', '/runs', tree, site.submit)).status, [200, 201], 'tree');
    const id = status === 503 ? '' : JSON.parse(text).runs[0].id;
    if (id) count('patch', (await call(site, 'PATCH', `/runs/${id}`, `{"note": "${turn}"}`, site.manage)).status, [200], id);
    await sleep(PAUSE_MS);
  }
}

/** A token that is made, used, ended, and then refused. */
async function tokens(site) {
  for (let turn = 0; !isOver(); turn++) {
    const name = `soak${turn}`;
    const bearer = await token(site.db, 'submit', name);
    const post = async (wanted) =>
      count('token', (await call(site, 'POST', '/runs', result(turn % SEEDS), bearer)).status, wanted, name);
    await post([200, 201]);
    const { status, stderr } = await execute(memcgperf, ['token', 'revoke', '--db', site.db, name]);
    assert.equal(status, 0, stderr);
    await post([401]);
    await sleep(PAUSE_MS * 10);
  }
}

/** Goes away in the middle: of the request, of its body, or of the answer. */
async function vanishing(site, targets) {
  const head = `POST /api/v1/runs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${site.submit}\r\n`;
  const beginnings = [() => 'GET / HT', () => `GET ${pick(targets)} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(3),
    () => `${head}Content-Length: 100000\r\n\r\n${'x'.repeat(5000)}`, () => `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nab`,
    () => `${head}Content-Length: ${result(1).length}\r\n\r\n${result(1)}`];
  while (!isOver()) {
    const socket = net.connect(site.port, '127.0.0.1');
    socket.on('error', () => {}); // it is ours to break
    socket.write(pick(beginnings)());
    await sleep(Math.random() * 50);
    socket.destroy();
    while (descriptors(site.pid) > ROOM) await sleep(50);
    counts.vanished = (counts.vanished ?? 0) + 1;
  }
}

function report(begun, site) {
  const minute = ((Date.now() - begun) / 60000).toFixed(0);
  console.log(`minute ${minute}: ${memoryKib(site.pid)} KiB, ${descriptors(site.pid)} descriptors, ${JSON.stringify(counts)}`);
}

async function watch(site) {
  const seen = [];
  const begun = Date.now();
  let reported = begun;
  while (!isOver()) {
    seen.push(memoryKib(site.pid));
    if (Date.now() - reported >= REPORT_S * 1000) {
      report(begun, site);
      reported += REPORT_S * 1000;
    }
    await sleep(SAMPLE_MS);
  }
  report(begun, site);
  return seen;
}

/** The descriptors that are left when all clients are gone. */
async function settled(site, most) {
  agents.forEach((agent) => agent.destroy());
  for (let waited = 0; descriptors(site.pid) > most && waited < SETTLE_MS; waited += 100) await sleep(100);
  return descriptors(site.pid);
}

/** Some requests at once, so that each thread has opened what it keeps. */
const warm = (site, targets) => Promise.all(targets.map((target) => get(site.port, target, { agent: false })));

async function soak(site) {
  site.submit = await token(site.db, 'submit', 'writer');
  site.manage = await token(site.db, 'manage', 'boss');
  const targets = await everyTarget(site);
  await warm(site, targets);
  await call(site, 'POST', '/runs', result(1), site.submit);
  const before = await settled(site, 0);
  end = Date.now() + minutes * 60000;
  const [seen] = await Promise.all([watch(site), tokens(site),
    ...Array.from({ length: READERS }, () => reader(site, targets)),
    ...Array.from({ length: WRITERS }, (_, i) => writer(site, i)),
    ...Array.from({ length: VANISHING }, () => vanishing(site, targets))]);
  const quarter = Math.trunc(seen.length / 4);
  const [warmed, last] = [median(seen.slice(quarter, 2 * quarter)), median(seen.slice(-quarter))];
  const after = await settled(site, before);

  console.log(`${targets.length} addresses; memory ${warmed} -> ${last} KiB; descriptors ${before} -> ${after}`);
  assert.ok(after <= before + THREADS_SLACK, 'descriptors are given back');
  assert.ok(minutes < WARM_MINUTES || last <= warmed * GROWTH + GROWTH_SLACK_KIB, 'memory does not grow once warm');
}

// Who vanishes faster than a slow server sees it must not use up what one address may have.
const site = await startSample(['--cache-bytes', '8M', '--connections', '8000', '--rate-token', '0', '--rate-address', '0']);
try {
  await soak(site);
  const { status, signal } = await site.stop();
  assert.deepEqual({ status, signal, log: site.log() }, { status: 0, signal: null, log: '' });
} finally {
  await site.close();
}
