// SPDX-License-Identifier: GPL-2.0-or-later
// Tokens and the log on the command line: what is printed, kept, and refused.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, samples, scratch } from '../program.mjs';

const SECRET = /^mp_([sm])_([0-9A-Z]{8})_([0-9A-Z]{52})\n$/;
const mail = path.join(samples, 'mails/sha-2013.txt');

const sql = (db, statement) => execFileSync('sqlite3', [db, statement]).toString().trim();
const token = (db, sub, ...args) => execute(memcgperf, ['token', sub, '--db', db, ...args]);
const log = (db, ...args) => execute(memcgperf, ['db', 'log', '--db', db, ...args]);

/** Rows of a table as printed, by its heads. */
function table({ stdout }) {
  const [heads, ...rows] = stdout.trimEnd().split('\n').map((line) => line.split(/ {2,}/));
  return rows.map((row) => Object.fromEntries(heads.map((head, i) => [head, row[i]])));
}

async function add(db, ...args) {
  const result = await token(db, 'add', ...args);
  assert.equal(result.status, 0, result.stderr);
  assert.match(result.stdout, SECRET);
  assert.equal(result.stderr, '');
  return result.stdout.trim();
}

function assertRefused(result, status, message) {
  assert.equal(result.status, status);
  assert.equal(result.stdout, '');
  assert.match(result.stderr, /^memcgperf[^\n]+\n$/);
  assert.match(result.stderr, message);
}

test('a token is printed once, and no secret is anywhere else', async (t) => {
  const folder = scratch(t);
  const db = path.join(folder, 'lab.db');
  const tokens = [
    await add(db, '--scope', 'submit', '--expires', '90d', '--machine', 'lab1', 'ci'),
    await add(db, '--scope', 'manage', 'admin'),
  ];
  const printed = [await token(db, 'list'), await log(db)];

  assert.match(tokens[0], /^mp_s_/);
  assert.match(tokens[1], /^mp_m_/);
  printed.push(await token(db, 'revoke', 'ci'), await log(db));
  for (const secret of tokens.map((text) => text.split('_')[3])) {
    for (const result of printed) {
      assert.equal(result.status, 0, result.stderr);
      assert.ok(!`${result.stdout}${result.stderr}`.includes(secret));
    }
    for (const file of readdirSync(folder)) {
      assert.ok(!readFileSync(path.join(folder, file)).includes(secret), file);
    }
  }
});

test('tokens are listed and revoked', async (t) => {
  const db = path.join(scratch(t), 'lab.db');
  await add(db, '--scope', 'submit', '--expires', '2w', '--machine', 'lab1', 'ci');
  const admin = await add(db, '--scope', 'manage', 'admin');
  const prefix = admin.slice(5, 13);

  let [first, second] = table(await token(db, 'list'));
  delete first.MADE;
  assert.deepEqual(first, {
    'NAME': 'admin',
    'PREFIX': prefix,
    'SCOPE': 'manage',
    'MACHINE': '-',
    'EXPIRES': '-',
    'LAST USE': '-',
    'STATE': 'in force',
  });
  assert.deepEqual([second.NAME, second.SCOPE, second.MACHINE], ['ci', 'submit', 'lab1']);
  const lasts = (new Date(`${second.EXPIRES}Z`) - new Date(`${second.MADE}Z`)) / 60_000;
  assert.ok(Math.abs(lasts - 14 * 24 * 60) <= 1, `${lasts} minutes`); // a minute may begin between

  const revoked = await token(db, 'revoke', prefix);
  assert.equal(revoked.stdout, `revoked admin (${prefix})\n`);
  assertRefused(await token(db, 'revoke', 'admin'), 4, /revoked already/);
  assertRefused(await token(db, 'revoke', 'nobody'), 3, /no token 'nobody'/);
  [first, second] = table(await token(db, 'list'));
  assert.match(first.STATE, /^revoked /);
  assert.equal(second.STATE, 'in force');

  sql(db, "update token set created_s = 1, expires_s = 2 where name = 'ci'");
  [, second] = table(await token(db, 'list'));
  assert.equal(second.STATE, 'expired');
});

test('what is no token is refused in one line', async (t) => {
  const db = path.join(scratch(t), 'lab.db');
  await add(db, '--scope', 'submit', 'ci');

  assertRefused(await token(db, 'add', '--scope', 'submit', 'ci'), 4, /'ci' already/);
  assertRefused(await token(db, 'add', '--scope', 'submit', 'cli:root'), 1, /letters, digits/);
  assertRefused(await token(db, 'add', 'x'), 2, /--scope submit or --scope manage/);
  assertRefused(await token(db, 'add', '--scope', 'root', 'x'), 2, /submit or manage, not 'root'/);
  assertRefused(await token(db, 'add', '--scope', 'submit'), 2, /NAME/);
  assertRefused(await token(db, 'add', '--scope', 'submit', 'x', 'y'), 2, /NAME/);
  for (const time of ['90', 'd', '-1d', '0d', '9y', '1e3d', '99999999999999999999d', '36501d']) {
    assertRefused(await token(db, 'add', '--scope', 'submit', `--expires=${time}`, 'x'), 2,
      /--expires/);
  }
  assertRefused(await execute(memcgperf, ['token']), 2, /say add, list or revoke/);
  assertRefused(await execute(memcgperf, ['token', 'make']), 2, /no 'make': say add, list or revoke/);
  assertRefused(await execute(memcgperf, ['db']), 2, /say log/);
  assertRefused(await log(db, '--limit', '0'), 2, /--limit/);
  assertRefused(await log(db, 'x'), 2, /one argument too many/);
  assert.equal(sql(db, 'select count(*) from token'), '1');
});

test('only adding makes a database', async (t) => {
  const db = path.join(scratch(t), 'none.db');
  for (const result of [await token(db, 'list'), await token(db, 'revoke', 'x'), await log(db)]) {
    assertRefused(result, 3, /no database/);
  }
  assert.ok(!existsSync(db));
});

test('the log tells who stored what', async (t) => {
  const db = path.join(scratch(t), 'lab.db');
  const ingested = await execute(memcgperf, ['ingest', '--db', db, mail]);
  const ids = ingested.stdout.trimEnd().split('\n').map((line) => line.split(' ')[0]);
  await add(db, '--scope', 'submit', 'ci');

  const [latest, ...uploads] = table(await log(db));
  assert.equal(latest.DID, 'token-add');
  assert.match(latest.DETAIL, /^ci \([0-9A-Z]{8}\), scope submit$/);
  assert.deepEqual(uploads.map((line) => line.RUN).sort(), [...ids].sort());
  for (const line of uploads) {
    assert.deepEqual([line.DID, line.FROM, line.DETAIL], ['upload', '-', 'sha-2013.txt']);
    assert.match(line.WHO, /^cli:./);
  }
  assert.equal(table(await log(db, '--limit', '1')).length, 1);
  const [line, ...others] = table(await log(db, '--run', ids[0]));
  assert.equal(line.RUN, ids[0]);
  assert.equal(others.length, 0);
  assertRefused(await log(db, '--run', 'NOSUCH'), 3, /no run 'NOSUCH'/);

  await execute(memcgperf, ['ingest', '--db', db, mail]);
  assert.equal(table(await log(db)).length, 1 + ids.length, 'nothing changed, yet it is logged');
});

test('a withdrawn run is not stored again, and says so', async (t) => {
  const db = path.join(scratch(t), 'lab.db');
  await execute(memcgperf, ['ingest', '--db', db, mail]);
  sql(db, 'update run set withdrawn_s = 1700000000');
  const before = sql(db, 'select count(*) from run');

  const again = await execute(memcgperf, ['ingest', '--db', db, mail]);
  assert.equal(again.status, 0);
  for (const line of again.stdout.trimEnd().split('\n')) {
    assert.match(line, /: withdrawn before, not stored again/);
  }
  assert.equal(sql(db, 'select count(*) from run'), before);
});

test('control characters of a name do not reach the terminal', async (t) => {
  const db = path.join(scratch(t), 'lab.db');
  await execute(memcgperf, ['ingest', '--db', db, '--name', 'a\x1b[31m\nb', mail]);
  const { stdout } = await log(db);
  assert.match(stdout, /a\?\[31m\?b/);
  // eslint-disable-next-line no-control-regex
  assert.doesNotMatch(stdout, /\x1b/);
});
