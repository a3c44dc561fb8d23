// SPDX-License-Identifier: GPL-2.0-or-later
// Requests that no client sends, over bare sockets: each has the answers of the table, no more than a
// proxy before the server would take them for, within the deadline, and the next client is served.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startEmpty } from './server.mjs';

const DEADLINE_S = 1;
const SLACK_MS = 5000; // what a busy machine may add
const PARALLEL = 50;

let folder;
let site;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'memcgperf-'));
  site = await startEmpty(folder, ['--deadline', String(DEADLINE_S), '--rate-token', '0', '--rate-address', '0']);
});
after(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** On a connection of its own: one that waited for its next use may be at its deadline. */
const health = async () => (await site.get('/healthz', { agent: false })).status;

/** Sends bytes and reads to the end of the connection. drip: more of them, one each 50 ms. */
function exchange(bytes, { half = false, drip } = {}) {
  return new Promise((resolve) => {
    const begun = Date.now();
    const socket = net.connect({ port: site.port, host: '127.0.0.1', allowHalfOpen: true });
    const chunks = [];
    const timer = drip && setInterval(() => socket.writable && socket.write(drip), 50);
    socket.on('error', () => {}); // a reset ends it too
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => socket.end());
    socket.on('close', () => {
      clearInterval(timer);
      resolve({ text: Buffer.concat(chunks).toString('latin1'), ms: Date.now() - begun });
    });
    socket.write(Buffer.from(bytes, 'latin1'));
    if (half) socket.end();
  });
}

/** The answers as a client reads them: up to the one that ends the connection. */
function answers(text) {
  const list = [];
  for (let rest = text; rest !== '';) {
    const [head, status] = /^HTTP\/1\.[01] (\d+) [^]*?\r\n\r\n/.exec(rest) ?? assert.fail(`no answer: ${rest.slice(0, 200)}`);
    const length = Number(/^content-length: (\d+)\r$/im.exec(head)?.[1] ?? 0);
    list.push({ status: Number(status), head, body: rest.slice(head.length, head.length + length) });
    if (/^connection: close\r$/im.test(head)) break;
    rest = rest.slice(head.length + length);
  }
  return list;
}

/** What follows each request: it is answered only where the server goes on. */
const NEXT = 'GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
const ASKED = '{"names": ["6.1"]}';
const SIZE = ASKED.length;
const HEX = SIZE.toString(16);
const CHUNKS = `${HEX}\r\n${ASKED}\r\n0\r\n\r\n`;
const post = (fields, body, version = '1.1') =>
  `POST /api/v1/kernels:resolve HTTP/${version}\r\nHost: x\r\n${fields}\r\n\r\n${body}${NEXT}`;
const fixed = (...lengths) => post(lengths.map((each) => `Content-Length: ${each}`).join('\r\n'), ASKED);
const chunked = (body) => post('Transfer-Encoding: chunked', body);
const coded = (...codings) => post(codings.map((each) => `Transfer-Encoding:${each}`).join('\r\n'), CHUNKS);
const get = (target, fields = 'Host: x\r\n', version = 'HTTP/1.1') => `GET ${target} ${version}\r\n${fields}\r\n${NEXT}`;

/** Statuses of the answers; [] = the connection ends without one. A name tells what is sent. */
const tables = {
  'where a body ends': {
    'a length': [fixed(SIZE), [200, 200]],
    'chunks': [chunked(CHUNKS), [200, 200]],
    'a length and chunks': [post(`Content-Length: ${SIZE}\r\nTransfer-Encoding: chunked`, CHUNKS), [400]],
    'chunks and a length': [post('Transfer-Encoding: chunked\r\nContent-Length: 4', CHUNKS), [400]],
    'two lengths': [fixed(SIZE, SIZE + 5), [400]],
    'two lengths alike': [fixed(SIZE, SIZE), [400]],
    'a list of lengths': [fixed(`${SIZE}, ${SIZE}`), [400]],
    'a length with a plus': [fixed(`+${SIZE}`), [400]],
    'a length below zero': [fixed('-1'), [400]],
    'a hexadecimal length': [fixed(`0x${HEX}`), [400]],
    'a length with a blank': [fixed('1 8'), [400]],
    'a length with letters': [fixed(`${SIZE}abc`), [400]],
    'an empty length': [fixed(''), [400]],
    'a length of 23 digits': [fixed('9'.repeat(23)), [413]],
    'a blank before the colon of a length': [post(`Content-Length : ${SIZE}`, ASKED), [400]],
    'a blank before the colon of a coding': [post('Transfer-Encoding : chunked', CHUNKS), [400]],
    'chunks in HTTP/1.0': [post('Transfer-Encoding: chunked', CHUNKS, '1.0'), [400]],
    'a body of GET': [`GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: ${NEXT.length}\r\n\r\n${NEXT}`, [200]],
    'waiting to go on': [post(`Expect: 100-continue\r\nContent-Length: ${SIZE}`, ASKED), [100, 200, 200]],
  },
  'codings': {
    'in any case': [coded(' ChUnKeD'), [200, 200]],
    'behind a tab': [coded('\tchunked'), [200, 200]],
    'behind a vertical tab': [coded(' \x0bchunked'), [400]],
    'on the next line': [coded('\r\n chunked'), [400]],
    'of another name': [coded(' xchunked'), [400]],
    'in quotes': [coded(' "chunked"'), [400]],
    'none': [coded(''), [400]],
    'identity': [coded(' identity'), [400]],
    'gzip first': [coded(' gzip, chunked'), [400]],
    'gzip last': [coded(' chunked, gzip'), [400]],
    'twice': [coded(' chunked', ' chunked'), [400]],
    'and another field': [coded(' chunked', ' identity'), [400]],
    'behind another field': [coded(' identity', ' chunked'), [400]],
  },
  'chunks': {
    'of negative size': [chunked(`-1\r\n${ASKED}\r\n0\r\n\r\n`), [400]],
    'of no size': [chunked(`zz\r\n${ASKED}\r\n0\r\n\r\n`), [400]],
    'with 0x': [chunked(`0x${HEX}\r\n${ASKED}\r\n0\r\n\r\n`), [400]],
    'over 64 bits': [chunked(`${'f'.repeat(17)}\r\n${ASKED}\r\n0\r\n\r\n`), [413]],
    'of the greatest size': [chunked(`${'f'.repeat(16)}\r\n${ASKED}\r\n0\r\n\r\n`), []],
    'with an extension': [chunked(`${HEX};a=b\r\n${ASKED}\r\n0\r\n\r\n`), [200, 200]],
    'with a trailer': [chunked(`${HEX}\r\n${ASKED}\r\n0\r\nContent-Length: 5\r\nHost: y\r\n\r\n`), [200, 200]],
    'without a line end behind': [chunked(`${HEX}\r\n${ASKED}0\r\n\r\n`), [400]],
    'without the last': [`${chunked(`${HEX}\r\n${ASKED}\r\n`).slice(0, -NEXT.length)}`, []],
  },
  'headers': {
    'no Host': [get('/healthz', ''), [400]],
    'no Host in HTTP/1.0': [get('/healthz', '', 'HTTP/1.0'), [200]],
    'two Hosts': [get('/healthz', 'Host: x\r\nHost: y\r\n'), [400]],
    'two Hosts alike': [get('/healthz', 'Host: x\r\nhost: x\r\n'), [400]],
    'an empty Host': [get('/healthz', 'Host:\r\n'), [200, 200]],
    'no colon': [get('/healthz', 'Host: x\r\nnonsense\r\n'), [400]],
    'a blank before the first': [get('/healthz', ' Host: x\r\n'), [400]],
    'a name with a blank': [get('/healthz', 'Host: x\r\nX Y: z\r\n'), [400]],
    'a name with a NUL': [get('/healthz', 'Host: x\r\nX\0: z\r\n'), [400]],
    'a control character in a value': [get('/healthz', 'Host: x\r\nX: a\x01b\r\n'), [400]],
    '300 of them': [get('/healthz', `Host: x\r\n${'X: y\r\n'.repeat(300)}`), [200, 200]],
    '5,000 of them': [get('/healthz', `Host: x\r\n${'X: y\r\n'.repeat(5000)}`), [431]],
    'a huge one': [get('/healthz', `Host: x\r\nX: ${'y'.repeat(200000)}\r\n`), [431]],
    'a huge name': [get('/healthz', `Host: x\r\n${'X'.repeat(200000)}: y\r\n`), [431]],
    'an upgrade': [get('/healthz', 'Host: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'), [200, 200]],
  },
  'targets and versions': {
    'whole': [get('http://other.example/healthz'), [200, 200]],
    'whole, without a path': [get('https://other.example'), [200, 200]],
    'whole, of another scheme': [get('ftp://other.example/healthz'), [404, 200]],
    'an asterisk': [`OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n${NEXT}`, [404, 200]],
    'CONNECT': [`CONNECT other.example:443 HTTP/1.1\r\nHost: x\r\n\r\n${NEXT}`, [404, 200]],
    'TRACE tells nothing back': [`TRACE / HTTP/1.1\r\nHost: x\r\nX: secret\r\n\r\n${NEXT}`, [405, 200]],
    'a method that is none': [`G@T / HTTP/1.1\r\nHost: x\r\n\r\n${NEXT}`, [405, 200]],
    'a method of 5,000 letters': [`${'G'.repeat(5000)} / HTTP/1.1\r\nHost: x\r\n\r\n${NEXT}`, [405, 200]],
    'a blank': [get('/healthz x'), [404, 200]],
    'several blanks before it': [get('  /healthz'), [200, 200]],
    'not UTF-8': [get('/\xff\xfe\xc0\xaf'), [404, 200]],
    'escapes that are none': [get('/%zz%%%'), [404, 200]],
    'a query of escapes that are none': [get('/api/v1/runs?kernel=%ff%zz%%'), [400, 200]],
    'too long': [get(`/${'x'.repeat(200000)}`), [414]],
    'HTTP/0.9': ['GET /healthz\r\n', [400]],
    'HTTP/1.0': [get('/healthz', '', 'HTTP/1.0'), [200]],
    'HTTP/1.0 kept open': [get('/healthz', 'Connection: keep-alive\r\n', 'HTTP/1.0'), [200, 200]],
    'HTTP/2': [`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${NEXT}`, [505]],
    'HTTP/9.9': [get('/healthz', 'Host: x\r\n', 'HTTP/9.9'), [505]],
    'HTTP/1.1111': [get('/healthz', 'Host: x\r\n', 'HTTP/1.1111'), [400]],
    'http/1.1': [get('/healthz', 'Host: x\r\n', 'http/1.1'), [400]],
    'another protocol': [get('/healthz', 'Host: x\r\n', 'SIP/2.0'), [400]],
    'a handshake of TLS': ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', []],
    'nothing': ['', []],
  },
  // What libmicrohttpd 0.9.75 takes before our code sees it: docs/operations.md asks for a proxy.
  'what the library takes': {
    'lines that end in LF alone': [`GET /healthz HTTP/1.1\nHost: x\n\n${NEXT}`, [200, 200]],
    'chunks that end in LF alone': [chunked(`${HEX}\n${ASKED}\n0\n\n`), [200, 200]],
    'a header on two lines': [get('/healthz', 'Host: x\r\nX: a\r\n b\r\n'), [200, 200]],
    'a header without a name': [get('/healthz', 'Host: x\r\n: y\r\n'), [200, 200]],
    'a value that a NUL cuts': [get('/healthz', 'Host: x\r\nX: a\0b\r\n'), [200, 200]],
    'a target that a NUL cuts': [get('/healthz\0x'), [200, 200]],
    'lines that end in CR alone are one request': [`GET /healthz HTTP/1.1\rHost: x\r\r${NEXT}`, [404]],
    'an extension of a chunk over its buffer': [chunked(`${HEX};${'a'.repeat(100000)}\r\n${ASKED}\r\n0\r\n\r\n`), [500]],
  },
};

for (const [what, table] of Object.entries(tables)) {
  test(what, async () => {
    await Promise.all(Object.entries(table).map(async ([name, [bytes, statuses]]) => {
      const { text, ms } = await exchange(bytes);

      assert.deepEqual(answers(text).map(({ status }) => status), statuses, `${name}: ${text.slice(0, 1000)}`);
      assert.doesNotMatch(text, /secret/, name);
      assert.ok(ms < DEADLINE_S * 1000 + SLACK_MS, `${name} took ${ms} ms`);
    }));
    assert.equal(await health(), 200);
    assert.equal(site.log(), '');
  });
}

test('a head in doubt is refused in the form of all errors, and ends the connection', async () => {
  const { text } = await exchange(post('Transfer-Encoding: chunked\r\nContent-Length: 4', CHUNKS));
  const [{ head, body }] = answers(text);

  assert.match(head, /^Connection: close\r$/m);
  assert.match(head, /^Content-Type: application\/problem\+json\r$/m);
  assert.match(JSON.parse(body).detail, /contradict/);
});

test('many requests at once are answered in order', async () => {
  const names = Array.from({ length: 200 }, (_, i) => `none-${i}`);
  const { text } = await exchange(names.map((name) => `GET /api/v1/runs/${name} HTTP/1.1\r\nHost: x\r\n\r\n`).join('') + NEXT);
  const list = answers(text);

  assert.equal(list.length, names.length + 1);
  names.forEach((name, i) => assert.match(list[i].body, new RegExp(`no run '${name}'`)));
});

test('uploads and reads at once are answered in order', async () => {
  const request = (i) => (i % 2 ? `GET /api/v1/runs/none-${i} HTTP/1.1\r\nHost: x\r\n\r\n`
    : `POST /api/v1/runs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${site.submit}\r\nContent-Length: 9\r\n\r\nnothing ${i % 10}`);
  const { text } = await exchange(Array.from({ length: 20 }, (_, i) => request(i)).join('') + NEXT);

  assert.deepEqual(answers(text).map(({ status }) => status), [...Array.from({ length: 20 }, (_, i) => (i % 2 ? 404 : 400)), 200]);
});

test('who has said all and listens is answered, or let go at once', async () => {
  // The library ends a connection whose other end is closed when it looks; it may have answered.
  for (const bytes of [fixed(SIZE), get('/healthz'), 'GET /hea', fixed(SIZE + NEXT.length + 1), '']) {
    const { text, ms } = await exchange(bytes, { half: true });
    for (const { status } of answers(text)) assert.equal(status, 200, bytes);
    assert.ok(ms < DEADLINE_S * 1000 + SLACK_MS, `${ms} ms`);
  }
  assert.equal(await health(), 200);
});

test('who goes on slowly for ever is cut at the deadline', async () => {
  const slow = { 'a method': ['G', 'G'], 'a target': ['GET /', 'x'], 'headers': ['GET / HTTP/1.1\r\n', 'X: y\r\n'],
    'a header': ['GET / HTTP/1.1\r\nX: ', 'y'], 'empty lines': ['\r\n', '\r\n'],
    'chunks': [post('Transfer-Encoding: chunked', '').slice(0, -NEXT.length), '1\r\n[\r\n'],
    'an extension': [`${post('Transfer-Encoding: chunked', '').slice(0, -NEXT.length)}1;`, 'a'],
    'a trailer': [`${chunked(`${HEX}\r\n${ASKED}\r\n0\r\n`).slice(0, -NEXT.length)}`, 'X: y\r\n'],
    'a body': [post('Content-Length: 100000', '').slice(0, -NEXT.length), '['] };
  await Promise.all(Object.entries(slow).map(async ([name, [bytes, drip]]) => {
    const { text, ms } = await exchange(bytes, { drip });
    assert.ok(ms < DEADLINE_S * 1000 + SLACK_MS, `${name} took ${ms} ms`);
    assert.deepEqual(answers(text), [], name);
  }));
  assert.equal(await health(), 200);
});

test('any byte anywhere in a head is answered or ends the connection', async () => {
  const whole = `GET /api/v1/runs?limit=5 HTTP/1.1\r\nHost: x\r\nAccept: */*\r\nContent-Length: 0\r\n\r\n`;
  const broken = Array.from({ length: 256 }, (_, byte) => {
    const place = (byte * 7) % (whole.length - 4);
    return whole.slice(0, place) + String.fromCharCode(byte) + whole.slice(place + 1) + NEXT;
  });
  for (let i = 0; i < broken.length; i += PARALLEL) {
    await Promise.all(broken.slice(i, i + PARALLEL).map(async (bytes) => {
      const { text, ms } = await exchange(bytes);
      for (const { status } of answers(text)) assert.ok(status < 500 || status === 505, `${JSON.stringify(bytes)}: ${status}`);
      assert.ok(ms < DEADLINE_S * 1000 + SLACK_MS, `${JSON.stringify(bytes)} took ${ms} ms`);
    }));
  }
  assert.equal(await health(), 200);
  assert.equal(site.log(), '');
});
