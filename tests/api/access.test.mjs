// SPDX-License-Identifier: GPL-2.0-or-later
// Who may do what: every address with every kind of token, as one table; and that no secret is ever
// in an answer, a log, the database or its backup.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { execute, memcgperf } from '../program.mjs';
import { addresses, readRoutes } from './addresses.mjs';
import { get, result, startEmpty, startSample, token } from './server.mjs';

const UNKNOWN = `mp_m_${'0'.repeat(8)}_${'0'.repeat(52)}`;

let folder;
let site;
let bearers; // by kind
let seed = 1;

const sql = (statement) => execFileSync('sqlite3', ['-cmd', '.timeout 5000', site.db, statement]).toString();

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'memcgperf-'));
  site = await startEmpty(folder, ['--rate-token', '0', '--rate-address', '0']);
  const made = (scope, name, ...options) => token(site.db, scope, name, ...options);
  bearers = {
    submit: site.submit,
    manage: site.manage,
    expired: await made('manage', 'old', '--expires', '1h'),
    revoked: await made('manage', 'gone'),
    'submit elsewhere': await made('submit', 'lab2-ci', '--machine', 'lab2'),
    'manage elsewhere': await made('manage', 'lab2-boss', '--machine', 'lab2'),
  };
  await execute(memcgperf, ['token', 'revoke', '--db', site.db, 'gone']);
  sql("update token set created_s = 1, expires_s = 2 where name = 'old'");
});
after(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const native = (release, level) => JSON.stringify({ format: 'memcg-results/1', benchmark: { name: 'forks' }, kernel: { release },
  machine: { name: 'lab1' }, metrics: [{ name: 'usecs', unit: 'usec', better: 'lower', samples: [0.2, -0.3, 0.1, -0.1].map((part) => level + part) }] });

/** Two runs of machine lab1, and the rest of what the addresses name, all stored by the manager. */
async function made() {
  const post = await site.send('POST', '/runs?machine=lab1', result(seed++), site.manage);
  const [base, other] = JSON.parse(post.text).runs.map(({ id }) => id);
  const { id } = JSON.parse((await site.send('POST', `/comparisons?base=${base}&new=${other}`, '', site.manage)).text);
  return { base, other, comparison: id };
}

/** The change of a series that steps in the middle. */
async function change() {
  const runs = Array.from({ length: 20 }, (_, i) => native(`6.${i}.0`, i < 10 ? 100 : 110)).join('\n');
  assert.equal((await site.send('POST', '/runs', runs)).status, 201);
  return JSON.parse((await site.get('/api/v1/changes')).text).changes[0].id;
}

/** What is sent with an Authorization header of each kind; all of them are refused everywhere. */
const NOBODY = { 'no header': undefined, 'an empty one': '', 'another scheme': 'Basic Zm9vOmJhcg==', 'no token behind it': 'Bearer',
  'nonsense': 'Bearer nonsense', 'a token without its scheme': UNKNOWN, 'an unknown one': `Bearer ${UNKNOWN}`, 'two': `Bearer ${UNKNOWN}, Bearer ${UNKNOWN}`,
  'a very long one': `Bearer ${'x'.repeat(5000)}`, 'not UTF-8': 'Bearer \xff\xfe', 'quotes': 'Bearer \' or 1=1 --' };

/** status: of submit, manage, submit elsewhere, manage elsewhere. Lab1's runs are not lab2's. */
const KINDS = ['submit', 'manage', 'submit elsewhere', 'manage elsewhere'];
const TABLE = {
  'POST /api/v1/runs': [201, 201, 403, 403],
  'POST /api/v1/runs:validate': [200, 200, 403, 403],
  'PATCH /api/v1/runs/:run': [403, 200, 403, 403],
  'DELETE /api/v1/runs/:run': [403, 200, 403, 403],
  'POST /api/v1/machines/:machine:merge': [403, 200, 403, 403],
  'PATCH /api/v1/changes/:change': [403, 200, 403, 404], // it is none of lab2's
  'PUT /api/v1/kernels/:kernel': [403, 200, 403, 403],
  // These belong to no machine.
  'POST /api/v1/comparisons': [201, 201, 201, 201],
  'PATCH /api/v1/comparisons/:comparison': [200, 200, 200, 200],
  // It only reads what its body asks.
  'POST /api/v1/kernels:resolve': [200, 200, 200, 200],
};
const OPEN = ['POST /api/v1/kernels:resolve'];

/** A request that would do something: the address, and its body. */
async function requestOf(name, id) {
  const { base, other, comparison } = await made();
  const slug = JSON.parse((await site.get(`/api/v1/runs/${base}`)).text).kernel.slug;
  if (name.endsWith(':merge')) await site.send('POST', '/runs?machine=lab9', result(seed++), site.manage);
  return {
    'POST /api/v1/runs': ['/runs?machine=lab1', result(seed++)],
    'POST /api/v1/runs:validate': ['/runs:validate?machine=lab1', result(seed++)],
    'PATCH /api/v1/runs/:run': [`/runs/${base}`, '{"note": "x"}'],
    'DELETE /api/v1/runs/:run': [`/runs/${base}`, '{"reason": "x"}'],
    'POST /api/v1/machines/:machine:merge': ['/machines/lab9:merge', '{"into": "lab1"}'],
    'PATCH /api/v1/changes/:change': [`/changes/${id}`, '{"note": "x"}'],
    'PUT /api/v1/kernels/:kernel': [`/kernels/${slug}`, '{"links": []}'],
    'POST /api/v1/comparisons': [`/comparisons?base=${other}&new=${base}`, ''],
    'PATCH /api/v1/comparisons/:comparison': [`/comparisons/${comparison}`, '{"mails": {"a@b": true}}'],
    'POST /api/v1/kernels:resolve': ['/kernels:resolve', '{"names": []}'],
  }[name];
}

test('every address that changes something, with every kind of token', async () => {
  const rows = (await readRoutes()).filter(({ method }) => method !== 'GET').map(({ method, pattern }) => `${method} ${pattern}`);
  const id = await change();

  assert.deepEqual(rows.sort(), Object.keys(TABLE).sort());
  for (const [name, statuses] of Object.entries(TABLE)) {
    const [method] = name.split(' ');
    for (const [i, kind] of KINDS.entries()) {
      const [target, body] = await requestOf(name, id);
      const answer = await site.send(method, target, body, bearers[kind]);
      assert.equal(answer.status, statuses[i], `${name} with ${kind}: ${answer.text}`);
    }
    const [target, body] = await requestOf(name, id);
    const stored = sql('select count(*) from audit');
    const nobody = { ...NOBODY, 'an expired one': `Bearer ${bearers.expired}`, 'a revoked one': `Bearer ${bearers.revoked}`,
      'one cut short': `Bearer ${site.manage.slice(0, -1)}`, 'one too long': `Bearer ${site.manage}0`,
      'one of a raised scope': `Bearer ${site.submit.replace('mp_s_', 'mp_m_')}` };
    for (const [what, header] of Object.entries(nobody)) {
      const answer = await get(site.port, `/api/v1${target}`, { method, body, headers: header === undefined ? {} : { Authorization: header } });
      assert.equal(answer.status, OPEN.includes(name) ? 200 : 401, `${name} with ${what}: ${answer.text}`);
      if (answer.status === 401) assert.match(answer.headers['www-authenticate'], /^Bearer/);
    }
    assert.equal(sql('select count(*) from audit'), stored, `${name} did nothing`);
  }
});

test('what only reads is public, and no token changes what it says', async (t) => {
  const sample = await startSample();
  t.after(() => sample.close());
  const { address } = await addresses(sample);
  const reads = (await readRoutes()).filter(({ method }) => method === 'GET').map(({ pattern }) => pattern);

  assert.ok(reads.length > 50);
  for (const pattern of reads.filter((each) => each !== '/metrics')) {
    const open = await sample.get(address(pattern));
    assert.equal(open.status, 200, pattern);
    for (const Authorization of ['Bearer', `Bearer ${UNKNOWN}`, 'Basic Zm9vOmJhcg==']) {
      const answer = await sample.get(address(pattern), { headers: { Authorization } });
      assert.equal(answer.status, 200, pattern);
      assert.deepEqual(answer.bytes, open.bytes, pattern);
    }
  }
});

const TRICKS = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '%252e%252e%252f', '..\\', '..%5c', '%c0%ae%c0%ae/', '%c0%ae%c0%ae%c0%af',
  '%e0%80%ae%e0%80%ae/', '..%00/', '%00', '.%2e/', '..;/', '....//', '..%c1%9c', '%uff0e%uff0e/', '/', './', '~root/', '%0d%0aX:%20y'];

test('tricks with paths lead nowhere, at every prefix', async () => {
  const prefixes = ['/', '/app/', '/vendor/', '/docs/', '/docs/problems/', '/c/', '/run/', '/kernels/', '/machines/', '/profile/',
    '/api/v1/', '/api/v1/raw/', '/api/v1/runs/', '/api/v1/kernels/', '/api/v1/profiles/', '/api/v1/comparisons/'];
  const ends = ['etc/passwd', 'style.css', 'empty.db', 'home.js'];
  let count = 0;
  for (const prefix of prefixes) {
    for (const trick of TRICKS) {
      await Promise.all(ends.flatMap((end) => [trick + end, trick.repeat(6) + end, end + trick]).map(async (tail) => {
        const { status, text, headers } = await site.get(prefix + tail, { headers: { Accept: 'text/plain' } });
        assert.ok([400, 404, 406].includes(status), `${prefix}${tail}: ${status}`);
        assert.doesNotMatch(text, /root:x:0|SQLite format/);
        assert.equal(headers.x, undefined);
        count++;
      }));
    }
  }
  assert.equal(count, prefixes.length * TRICKS.length * ends.length * 3);
});

/** Everything that the server says without being asked for a token's sake, and what lies on its disk. */
async function everything() {
  const reads = (await readRoutes()).filter(({ method, pattern }) => method === 'GET' && !pattern.includes(':') && !pattern.includes('*'));
  const pages = await Promise.all(reads.flatMap(({ pattern }) => ['text/html', '*/*'].map((Accept) => site.get(pattern, { headers: { Accept } }))));
  const { runs } = JSON.parse((await site.get('/api/v1/runs?limit=500')).text);
  const each = await Promise.all(runs.slice(0, 20).flatMap(({ id }) => [`/run/${id}`, `/api/v1/runs/${id}`].map((at) => site.get(at))));
  const backup = path.join(folder, 'backup.db');
  const { status, stderr } = await execute(memcgperf, ['db', 'backup', '--db', site.db, backup]);
  assert.equal(status, 0, stderr);
  const log = await execute(memcgperf, ['db', 'log', '--db', site.db, '--limit', '1000']);
  const list = await execute(memcgperf, ['token', 'list', '--db', site.db]);
  const files = readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'latin1')]);
  return [...[...pages, ...each].map(({ text }, i) => [`page ${i}`, text]), ['log of the server', site.log()],
    ['db log', log.stdout], ['token list', list.stdout], ...files];
}

test('no secret is in any page, error, log, database or backup', async () => {
  const answers = [];
  for (const bearer of [site.submit, site.manage, bearers.expired, bearers.revoked, bearers['submit elsewhere']]) {
    for (const [method, target, body] of [['POST', '/runs?machine=lab1', result(seed++)], ['POST', '/runs', 'nothing'], ['PATCH', '/runs/none', '{'],
      ['POST', `/runs?name=${bearer.slice(0, 5)}`, 'x'], ['GET', '/runs', undefined], ['DELETE', '/nothing', '']]) {
      answers.push([`${method} ${target}`, (await site.send(method, target, body, bearer)).text]);
    }
  }
  for (const [where, text] of [...answers, ...(await everything())]) {
    for (const secret of [...Object.values(bearers)]) {
      const [, , , hidden] = secret.split('_');
      assert.ok(hidden.length > 40);
      assert.ok(!text.includes(hidden), `${where} has a secret`);
      assert.ok(!text.includes(Buffer.from(secret).toString('base64').slice(0, 60)), `${where} has a secret in base64`);
    }
  }
  assert.equal(site.log(), '');
});
