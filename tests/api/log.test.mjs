// SPDX-License-Identifier: GPL-2.0-or-later
// --log: a JSON line for each answer, in a file that may be moved away while the server runs.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { result, startEmpty } from '../api/server.mjs';
import { execute, memcgperfd, scratch } from '../program.mjs';

const lines = (file) => readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line));

/** Waits, at most some seconds, until it is so. */
async function until(isSo) {
  for (let i = 0; i < 200 && !isSo(); i++) await sleep(25);
  assert.ok(isSo());
}

test('each answer is a line, and none has a secret', async (t) => {
  const folder = scratch(t);
  const file = path.join(folder, 'access.log');
  const site = await startEmpty(folder, ['--log', file]);
  t.after(() => site.stop());
  await site.get('/runs?kernel=6.1', { headers: { Accept: 'text/html' } });
  await site.get('/runs?kernel=6.1', { headers: { Accept: 'text/html' } });
  assert.equal((await site.send('POST', '/runs', result(7))).status, 201);
  await site.get('/no%22such%01');
  await site.send('POST', '/runs', result(8), 'mp_s_ABCDEFGH_' + 'X'.repeat(52));
  const [page, again, post, none, denied] = lines(file);

  assert.deepEqual([page.method, page.path, page.status, page.cached], ['GET', '/runs', 200, undefined]);
  assert.ok(page.bytes > 1000 && page.ms > 0 && Math.abs(Date.parse(page.time) - Date.now()) < 60_000);
  assert.deepEqual([again.path, again.cached, again.bytes], ['/runs', true, undefined]);
  assert.deepEqual([post.method, post.path, post.status, post.who, post.client], ['POST', '/api/v1/runs', 201, 'ci', '127.0.0.1']);
  assert.equal(none.status, 404);
  assert.deepEqual([denied.status, denied.who], [401, undefined]);
  const text = readFileSync(file, 'utf8');
  for (const secret of [site.submit, site.manage, 'X'.repeat(52), 'kernel=6.1']) assert.ok(!text.includes(secret), secret);
});

test('SIGHUP goes on in a new file, and no line is lost', async (t) => {
  const folder = scratch(t);
  const file = path.join(folder, 'access.log');
  const moved = path.join(folder, 'access.log.1');
  const site = await startEmpty(folder, ['--log', file]);
  t.after(() => site.stop());
  const asked = { count: 0 };
  let going = true;
  const asking = (async () => {
    while (going) {
      await site.get('/healthz');
      asked.count++;
    }
  })();

  await until(() => asked.count > 20);
  renameSync(file, moved);
  process.kill(site.pid, 'SIGHUP');
  await until(() => existsSync(file) && readFileSync(file, 'utf8').split('\n').length > 20);
  going = false;
  await asking;
  assert.equal(lines(moved).length + lines(file).length, asked.count);
});

test('without a log SIGHUP changes nothing, and a log that cannot be written is told', async (t) => {
  const folder = scratch(t);
  const site = await startEmpty(folder);
  process.kill(site.pid, 'SIGHUP');
  assert.equal((await site.get('/healthz')).status, 200);
  await site.stop();
  const { status, stderr } = await execute(memcgperfd, ['--db', path.join(folder, 'x.db'), '--port', '0', '--log', path.join(folder, 'no/such.log')]);
  assert.equal(status, 1);
  assert.match(stderr, /^memcgperfd: cannot write the log '.*': No such file or directory\n$/);
});
