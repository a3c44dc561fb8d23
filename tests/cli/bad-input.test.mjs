// SPDX-License-Identifier: GPL-2.0-or-later
// Whatever is wrong with an input or a database: one clear line, a status other than 0, soon, and
// nothing of it stored. The bad inputs are made here with tar, zip and their like.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync, closeSync, copyFileSync, existsSync, mkdirSync, openSync, readFileSync, symlinkSync,
  linkSync, writeFileSync, writeSync,
} from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, memcgperfd, samples, scratch } from '../program.mjs';

const SECONDS = 10; // within which each must have ended
const NOBODY = 65534;
const run = '6.1.192-default';

const sh = (cwd, program, ...args) => execFileSync(program, args, { cwd, stdio: 'pipe' });

/** One run of the sample as folder/RUN. */
function tree(folder) {
  sh(folder, 'tar', '-xf', path.join(samples, 'memcg-kvm.tar.xz'), run);
  return path.join(folder, run);
}

/** The error as users see it. words: what the line must hold. */
function assertRefused(result, words) {
  assert.equal(result.signal, null, `ended by ${result.signal}: ${result.stderr}`);
  assert.ok(result.status > 0, `exit status ${result.status}`);
  assert.match(result.stderr, /^memcgperfd?: [^\n]+\n$/, 'one line on standard error was due');
  assert.match(result.stderr, words);
  assert.ok(result.seconds < SECONDS, `took ${result.seconds} s`);
}

const sql = (db, statement) => execFileSync('sqlite3', [db, statement]).toString().trim();

/** parse and ingest both refuse it, and the database is left without runs. */
async function assertBad(folder, input, words) {
  const db = path.join(folder, 'bad.db');

  assertRefused(await execute(memcgperf, ['parse', input]), words);
  assertRefused(await execute(memcgperf, ['ingest', '--db', `sqlite:${db}`, input]), words);
  if (existsSync(db)) assert.equal(sql(db, 'select count(*) from run'), '0');
}

function cut(file, part) {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length * part)));
}

const archives = {
  'tar': ['tar', '-cf'],
  'tar.gz': ['tar', '-czf'],
  'tar.bz2': ['tar', '-cjf'],
  'tar.xz': ['tar', '-cJf'],
  'tar.zst': ['tar', '--zstd', '-cf'],
  'zip': ['zip', '-qr'],
};

for (const [ending, command] of Object.entries(archives)) {
  test(`an archive that breaks off: ${ending}`, async (t) => {
    const folder = scratch(t);
    const file = path.join(folder, `run.${ending}`);

    tree(folder);
    sh(folder, ...command, file, run);
    cut(file, 0.6);
    await assertBad(folder, file, /breaks off/);
  });
}

test('a compressed file that breaks off', async (t) => {
  const folder = scratch(t);
  const file = path.join(folder, 'mail.txt.gz');

  writeFileSync(file, execFileSync('gzip', ['-c', path.join(samples, 'mails/mel-2015.txt')]));
  cut(file, 0.5);
  await assertBad(folder, file, /breaks off/);
});

/** Archives with one member whose name is not to be trusted. */
const names = {
  '../ in tar': (folder) => sh(folder, 'tar', '-cf', 'a', '--transform', 's,^,../,', run),
  '../ within a name': (folder) => sh(folder, 'tar', '-cf', 'a', '--transform', 's,/,/../,', run),
  'an absolute name in tar': (folder) =>
    sh(folder, 'tar', '-cPf', 'a', '--transform', 's,^,/tmp/,', run),
  '../ in zip': (folder) => {
    mkdirSync(path.join(folder, 'sub'));
    sh(path.join(folder, 'sub'), 'zip', '-qr', '../a', `../${run}`);
    sh(folder, 'mv', 'a.zip', 'a');
  },
  'a symbolic link': (folder) => {
    symlinkSync('/etc/passwd', path.join(folder, run, 'iter-0/os-release.txt'));
    sh(folder, 'tar', '-cf', 'a', run);
  },
  'a hard link': (folder) => {
    const iteration = path.join(folder, run, 'iter-0');
    linkSync(path.join(iteration, 'os-release'), path.join(iteration, 'os-release.txt'));
    sh(folder, 'tar', '-cf', 'a', run);
  },
  'a named pipe': (folder) => {
    sh(folder, 'mkfifo', `${run}/pipe`);
    sh(folder, 'tar', '-cf', 'a', run);
  },
};

for (const [what, make] of Object.entries(names)) {
  test(`an archive with ${what}`, async (t) => {
    const folder = scratch(t);

    tree(folder);
    make(folder);
    await assertBad(folder, path.join(folder, 'a'), /refusing/);
  });
}

const junk = Buffer.alloc(200_000);
for (let i = 0, x = 1; i < junk.length; i++) {
  x = (x * 48271) % 2147483647; // Lehmer's generator: the same bytes at each run
  junk[i] = x >> 8;
}

const files = {
  'an empty file': ['', /empty/],
  'binary junk': [junk, /./],
  'zeros': [Buffer.alloc(100_000), /./],
  'a line of 64 MB': ['x'.repeat(64e6), /./],
  'prose without results': ['Hello,\n\nno numbers here.\n', /nothing.*recogni[sz]ed|no results/i],
};

for (const [what, [content, words]] of Object.entries(files)) {
  test(what, async (t) => {
    const folder = scratch(t);
    const file = path.join(folder, 'input');

    writeFileSync(file, content);
    await assertBad(folder, file, words);
  });
}

test('a folder without results', async (t) => {
  const folder = scratch(t);
  mkdirSync(path.join(folder, 'empty'));
  await assertBad(folder, path.join(folder, 'empty'), /no files/);

  mkdirSync(path.join(folder, 'other'));
  writeFileSync(path.join(folder, 'other/notes.txt'), 'nothing to see\n');
  await assertBad(folder, path.join(folder, 'other'), /./);
});

test('no such file', (t) => assertBad(scratch(t), '/no/such/file', /No such file/));

/** A run whose only benchmark is pft, with a given value in one line of its log. */
function pftWith(folder, value) {
  const log = path.join(tree(folder), 'iter-0/pft/logs/pft-1.log');
  const lines = readFileSync(log, 'latin1').split('\n');
  const at = lines.findLastIndex((line) => line.trim());

  lines[at] = lines[at].replace(/\S+(\s*)$/, `${value}$1`);
  writeFileSync(log, lines.join('\n'), 'latin1');
  return { folder: path.join(folder, run), line: at + 1 };
}

for (const value of ['nan', 'NaN', 'inf', '1e999', '-1e999', '0x1p9', '1,5', '\xff']) {
  test(`${JSON.stringify(value)} where a number is due`, async (t) => {
    const folder = scratch(t);
    const bad = pftWith(folder, value);
    const result = await execute(memcgperf, ['parse', bad.folder]);
    const records = result.stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line));
    const told = records.filter(
      (record) => record.type === 'diagnostic' && record.line === bad.line);

    assert.equal(result.signal, null);
    assert.ok(result.status === 0 || result.status === 1);
    assert.equal(told.length, 1, 'a diagnostic with the line was due');
    for (const record of records) {
      if (record.type === 'sample') assert.ok(Number.isFinite(record.value ?? 0));
    }
  });
}

test('invalid UTF-8 in a mail', async (t) => {
  const folder = scratch(t);
  const file = path.join(folder, 'mail');
  const mail = readFileSync(path.join(samples, 'mails/sha-2013.txt'), 'latin1');

  writeFileSync(file, mail.replace('As we all know', 'As \xe9\xff we all \xc0\xaf know'), 'latin1');
  const result = await execute(memcgperf, ['parse', file]);
  const clean = await execute(memcgperf, ['parse', path.join(samples, 'mails/sha-2013.txt')]);
  const values = (text) => text.split('\n').filter(Boolean).map((line) => JSON.parse(line))
    .filter((record) => record.type === 'sample').map((record) => record.value);

  assert.equal(result.status, 0, result.stderr);
  assert.deepEqual(values(result.stdout), values(clean.stdout));
});

/** A database with one run, made by ingest. */
async function database(folder) {
  const db = path.join(folder, 'good.db');
  const input = path.join(samples, 'mails/sha-2013.txt');
  const result = await execute(memcgperf, ['ingest', '--db', `sqlite:${db}`, input]);

  assert.equal(result.status, 0, result.stderr);
  return db;
}

const mail = path.join(samples, 'mails/mel-2015.txt');
const ingest = (db) => execute(memcgperf, ['ingest', '--db', `sqlite:${db}`, mail]);
const serve = (db) =>
  execute(memcgperfd, ['--db', `sqlite:${db}`, '--port', '0'], { seconds: SECONDS });

test('a database of a newer program', async (t) => {
  const db = await database(scratch(t));
  sql(db, 'pragma user_version = 9999');
  assertRefused(await ingest(db), /newer/);
  assertRefused(await serve(db), /newer/);
});

test('a database of another program', async (t) => {
  const db = path.join(scratch(t), 'other.db');
  sql(db, 'create table x(y); pragma application_id = 77');
  assertRefused(await ingest(db), /./);
  assertRefused(await serve(db), /./);
  assert.equal(sql(db, 'select count(*) from sqlite_schema'), '1');
});

test('a file that is no database', async (t) => {
  const db = path.join(scratch(t), 'text.db');
  writeFileSync(db, 'this is a text file and not a database at all\n'.repeat(100));
  assertRefused(await ingest(db), /not a database/);
  assertRefused(await serve(db), /not a database/);
});

test('a folder in the place of a database', async (t) => {
  const folder = scratch(t);
  assertRefused(await ingest(folder), /./);
  assertRefused(await serve(folder), /./);
});

test('a database in a folder that is not there', async (t) => {
  const db = path.join(scratch(t), 'not/there.db');
  assertRefused(await ingest(db), /./);
  assertRefused(await serve(db), /./);
});

test('a database that another program keeps locked', async (t) => {
  const db = await database(scratch(t));
  const before = sql(db, 'select count(*) from run');
  const holder = spawn('sqlite3', [db], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => holder.kill());
  holder.stdin.write("begin immediate;\nselect 'held';\n");
  await new Promise((resolve) => holder.stdout.once('data', resolve));

  const result = await ingest(db);
  assert.match(result.stderr, /^memcgperf: [^\n]*(locked|busy|in use)[^\n]*\n$/);
  assert.ok(result.status > 0);
  assert.ok(result.seconds < 2 * SECONDS, `took ${result.seconds} s`); // it waits for SECONDS
  assert.equal(sql(db, 'select count(*) from run'), before);
});

test('a database that may only be read', async (t) => {
  const folder = scratch(t);
  const db = await database(folder);
  const program = path.join(folder, 'memcgperf');
  const input = path.join(folder, 'mail.txt');
  copyFileSync(memcgperf, program);
  copyFileSync(mail, input);
  sql(db, 'pragma wal_checkpoint(truncate)');
  for (const [name, mode] of [[program, 0o755], [input, 0o444], [db, 0o444], [folder, 0o555]]) {
    chmodSync(name, mode);
  }

  const user = process.getuid() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const result = await execute(program, ['ingest', '--db', `sqlite:${db}`, input], user);
  chmodSync(folder, 0o755);
  assertRefused(result, /read-?only|denied|cannot be written/i);
});

test('a database whose pages are overwritten', async (t) => {
  const db = await database(scratch(t));
  sql(db, 'pragma wal_checkpoint(truncate)');
  const file = openSync(db, 'r+');
  writeSync(file, junk, 0, 60_000, 4096);
  closeSync(file);
  assertRefused(await ingest(db), /./);
});

test('a port in use', async (t) => {
  const db = await database(scratch(t));
  const holder = net.createServer();
  await new Promise((resolve) => holder.listen(0, '127.0.0.1', resolve));
  t.after(() => holder.close());
  const { port } = holder.address();

  const result = await execute(memcgperfd, ['--db', `sqlite:${db}`, '--port', String(port)], {
    seconds: SECONDS,
  });
  assertRefused(result, new RegExp(`${port}.*in use`));
});

test('options that do not exist or have no value', async () => {
  for (const args of [['--nonsense'], ['parse', '--nonsense'], ['parse', '--format']]) {
    const result = await execute(memcgperf, args);
    assert.equal(result.status, 2);
    assert.match(result.stderr, /^memcgperf[^\n]+\n$/);
  }
  const result = await execute(memcgperfd, ['--port', '99999'], { seconds: SECONDS });
  assertRefused(result, /port/);
});
