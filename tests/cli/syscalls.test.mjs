// SPDX-License-Identifier: GPL-2.0-or-later
// The system calls of the 2021 mail side by side, from the mail and from a database.
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, samples } from '../program.mjs';

const mail = path.join(samples, 'mails/mizuma-2021.txt');

async function syscalls(...args) {
  const result = await execute(memcgperf, ['syscalls', ...args]);
  assert.equal(result.status, 0, result.stderr);
  return result.stdout;
}

test('sendto takes 27.8 % and 16.2 % more than on v5.8', async () => {
  const { columns, syscalls: rows } = JSON.parse(await syscalls('--style', 'json', mail));

  assert.deepEqual(columns.map(({ name }) => name), ['v5.8', 'v5.9', 'v5.12-rc6']);
  assert.equal(rows[0].syscall, 'sendto');
  const changes = rows[0].cells.map((cell) => cell.total_change);
  assert.deepEqual(changes.slice(1).map((change) => change.toFixed(3)), ['0.278', '0.162']);
  assert.equal(rows[0].cells[1].calls, 699187);
});

test('text names the changes and fits a mail', async () => {
  const text = await syscalls(mail);

  assert.match(text, /total, msec +2595\.220 +3316\.948 +\+27\.81% +3015\.642/);
  assert.ok(text.split('\n').every((line) => line.length <= 72), text);
});

test('another baseline, and what has no system calls', async () => {
  const text = await syscalls('--baseline', 'v5.9', '--style', 'csv', mail);
  assert.match(text, /^sendto,,v5\.8,.*,-0\.2175/m);

  const none = await execute(memcgperf, ['syscalls', path.join(samples, 'mails/mel-2015.txt')]);
  assert.equal(none.status, 3);
  assert.match(none.stderr, /perf trace -s/);
});
