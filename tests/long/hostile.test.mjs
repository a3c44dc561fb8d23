// SPDX-License-Identifier: GPL-2.0-or-later
// Archives that are made to do harm: each is refused with what is wrong or the limit that it hits,
// and the server goes on.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { result, startEmpty } from '../api/server.mjs';

const MiB = 1 << 20;
const MEMORY_MAX = 300 * MiB;

let folder;
let site;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'memcgperf-'));
  site = await startEmpty(folder, ['--max-total', '256M', '--max-file', '128M', '--max-entries', '99999']);
});
after(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** One member of a tar: type '0' is a file, '1' and '2' are links, '3' a device. */
function member(name, bytes = Buffer.alloc(0), type = '0', target = '') {
  const head = Buffer.alloc(512);
  const put = (text, at) => head.write(text, at, 'latin1');
  put(name.slice(0, 100), 0);
  put('0000644\0' + '0000000\0'.repeat(2), 100);
  put(bytes.length.toString(8).padStart(11, '0'), 124);
  put('00000000000', 136);
  put('        ', 148);
  put(type, 156);
  put(target, 157);
  put('ustar\x0000', 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}
const tar = (...members) => Buffer.concat([...members, Buffer.alloc(1024)]);

/** A member with a name of any length, by a record that stands before it. */
function longMember(name, bytes) {
  const text = ` path=${name}\n`;
  let length = text.length;
  while (`${length}${text}`.length !== length) length = `${length}${text}`.length;
  return Buffer.concat([member('long', Buffer.from(`${length}${text}`), 'x'), member('short', bytes)]);
}

async function refused(body, status, detail) {
  const answer = await site.send('POST', '/runs', body);
  assert.equal(answer.status, status, answer.text);
  assert.match(JSON.parse(answer.text).detail, detail);
  assert.equal((await site.get('/healthz')).status, 200);
  const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${site.pid}/status`, 'utf8'));
  assert.ok(Number(kib) * 1024 < MEMORY_MAX, `${kib} KiB`);
}

const text = (n) => Buffer.from(Array.from({ length: n }, (_, i) => `line ${i} of nothing\n`).join(''));

test('a ratio bomb', () => refused(gzipSync(Buffer.alloc(200 * MiB, 'a'), { level: 9 }), 413, /--max-ratio/));

test('a ratio bomb within an archive', () =>
  refused(tar(member('a.gz', gzipSync(Buffer.alloc(100 * MiB), { level: 9 }))), 413, /--max-ratio/));

test('a file that grows over its limit', async () => {
  const block = text(100000);
  const big = Buffer.concat(Array.from({ length: Math.ceil((130 * MiB) / block.length) }, () => block));
  await refused(gzipSync(tar(member('big', big))), 413, /--max-(file|text)/);
});

test('many files that grow over the limit of all', async () => {
  const block = text(500000);
  const members = Array.from({ length: Math.ceil((257 * MiB) / block.length) }, (_, i) => member(`${i}`, block));
  await refused(gzipSync(tar(...members)), 413, /--max-total/);
});

test('100,000 members', async () => {
  const members = Array.from({ length: 100000 }, (_, i) => member(`f${i}`));
  await refused(gzipSync(tar(...members)), 413, /--max-entries/);
  await refused(gzipSync(tar(...members.slice(0, 90000))), 400, /nothing recognised/);
});

test('deep paths', async () => {
  await refused(tar(longMember(`${'d/'.repeat(30000)}f`, text(10))), 413, /4096 bytes/);
  await refused(tar(longMember('n'.repeat(100000), text(10))), 413, /4096 bytes/);
});

test('names that lead out, links and devices', async () => {
  const good = member('good.txt', Buffer.from(result(1)));
  const evil = [member('../up', text(1)), member('/etc/passwd', text(1)), member('a/../../b', text(1)),
    member('link', undefined, '2', '/etc/passwd'), member('hard', undefined, '1', 'good.txt'),
    member('device', undefined, '3')];
  for (const each of evil) {
    await refused(tar(good, each), 400, /absolute|'\.\.'|link|device|special/);
    await refused(tar(each, good), 400, /absolute|'\.\.'|link|device|special/);
  }
});

test('archives within archives are not opened', () =>
  refused(tar(member('inner.tar', tar(member('x', Buffer.from(result(2)))))), 400, /./));
