// SPDX-License-Identifier: GPL-2.0-or-later
// How the server behaves as one: bad requests, encodings, limits, changes beneath it, its end.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { execute, memcgperfd, scratch } from '../program.mjs';
import { get, ingest, mails, start, startSample, talk } from './server.mjs';

let site;

before(async () => {
  site = await startSample();
});
after(() => site?.close());

const problem = (answer) => {
  assert.equal(answer.type, 'application/problem+json');
  const document = JSON.parse(answer.text);
  assert.equal(document.status, answer.status);
  assert.match(document.type, /^http:\/\/127\.0\.0\.1:\d+\/docs\/problems\/[a-z-]+$/);
  assert.match(document.instance, /^urn:memcgperf:request:[0-9A-Z]{16}$/);
  assert.ok(document.title);
  return document;
};

/** The request is refused with this status, and the detail says why. */
async function refused(target, status, detail) {
  const answer = await site.get(target);
  assert.equal(answer.status, status, `${target}: ${answer.text}`);
  assert.match(problem(answer).detail, detail);
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.etag, undefined);
}

test('addresses that are none', async () => {
  for (const target of ['/nothing', '/api', '/api/v1/', '/api/v2', '/runs/', '/run', '/run/a/b', '/app/',
    '/app/nothing.js', '/index.html', '/app/../style.css', '/../etc/passwd', '//', '/style.css/x']) {
    await refused(target, 404, /./);
  }
});

test('escapes in a path lead nowhere', async () => {
  for (const target of ['/%2e%2e/etc/passwd', '/app/%2e%2e/style.css', '/style.css%00', '/api/v1%00x',
    '/api/v1/runs%2f', '/%72uns', '/run/%00']) {
    await refused(target, 404, /no such address/);
  }
});

test('values that are not clean text', async () => {
  for (const target of ['?kernel=%00', '?kernel=a%0ab', '?kernel=%ff', '?kernel=%c0%ae', '?%00=1']) {
    await refused(`/api/v1/runs${target}`, 400, /not clean UTF-8/);
  }
});

test('parameters out of their bounds', async () => {
  for (const limit of ['0', '501', '-1', 'x', '1e2', '99999999999999999999']) {
    await refused(`/api/v1/runs?limit=${limit}`, 400, /limit must be a number from 1 to 500/);
  }
  await refused('/api/v1/runs?limit=1&limit=2', 400, /'limit' is given twice/);
  await refused('/api/v1/runs?cursor=nonsense', 400, /cursor/);
  await refused(`/api/v1/runs?kernel=${'x'.repeat(5000)}`, 400, /longer than/);
  await refused(`/api/v1/runs?${'a=1&'.repeat(40)}`, 400, /more than 32/);
  await refused('/api/v1/compare?base=7.3.4-default', 400, /new=WHAT/);
  await refused(`/api/v1/compare?base=a&new=${Array(9).fill('b')}`, 400, /more than 8/);
  await refused('/api/v1/series?benchmark=pft', 400, /metric=NAME/);
});

test('things that are not there, and names of several', async () => {
  await refused('/api/v1/runs/000000000000', 404, /no run '000000000000'/);
  await refused('/api/v1/runs/nothing/samples', 404, /nothing/);
  await refused(`/api/v1/raw/${'0'.repeat(64)}`, 404, /./);
  await refused('/api/v1/raw/zz', 404, /./);
  await refused('/api/v1/compare?base=7.3.4-default&new=nothing', 404, /nothing/);
  await refused('/api/v1/series?benchmark=pft&metric=nothing', 404, /nothing/);
  await refused('/api/v1/compare?base=7.3.4-disabled&new=7.3.4', 409, /7\.3\.4-default \([0-9A-Z]{12}\)/);
});

test('a long address and long headers are refused by a status', async () => {
  for (const [bytes, status] of [
    [`GET /${'x'.repeat(200000)} HTTP/1.1\r\nHost: x\r\n\r\n`, /^HTTP\/1\.1 414 /],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(200000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
    ['nonsense\r\n\r\n', /^HTTP\/1\.[01] 400 |^$/],
  ]) {
    assert.match(await talk(site.port, bytes).catch(() => ''), status);
  }
  assert.equal((await site.get('/healthz')).text, 'ok\n');
  assert.equal((await site.get('/readyz')).text, 'ready\n');
});

test('every encoding holds the same bytes, under a tag of its own', async () => {
  for (const target of ['/api/v1/overhead', '/api/v1/openapi.json', '/runs', '/style.css', '/app/home.js',
    '/vendor/chart.umd.min.js']) {
    const plain = await site.get(target);
    const zipped = await site.get(target, { headers: { 'Accept-Encoding': 'gzip' } });

    assert.equal(plain.headers['content-encoding'], undefined);
    assert.equal(zipped.headers['content-encoding'], 'gzip', target);
    assert.ok(zipped.bytes.length < plain.bytes.length);
    assert.deepEqual(gunzipSync(zipped.bytes), plain.bytes);
    assert.notEqual(zipped.etag, plain.etag);
  }
  const plain = await site.get('/vendor/chart.umd.min.js');
  const packed = await site.get('/vendor/chart.umd.min.js', { headers: { 'Accept-Encoding': 'gzip, br' } });
  assert.equal(packed.headers['content-encoding'], 'br');
  assert.deepEqual(brotliDecompressSync(packed.bytes), plain.bytes);
  for (const refusal of ['identity', 'gzip;q=0', 'br;q=0, gzip;q=0.0']) {
    const answer = await site.get('/style.css', { headers: { 'Accept-Encoding': refusal } });
    assert.equal(answer.headers['content-encoding'], undefined, refusal);
  }
});

test('a type leads to a page that says what it means', async () => {
  const { problems } = JSON.parse((await site.get('/docs/problems.json')).text);
  const { type } = problem(await site.get('/api/v1/runs/nothing'));
  const { pathname } = new URL(type);

  assert.ok(problems.some((each) => each.type === type));
  for (const each of problems) {
    const page = await site.get(new URL(each.type).pathname);
    assert.equal(page.status, 200);
    assert.ok(page.text.includes(each.title));
  }
  const html = await site.get(pathname, { headers: { Accept: 'text/html' } });
  assert.match(html.text, /<h1>There is no such thing<\/h1>/);
  await refused('/docs/problems/nothing.json', 404, /no problem is called 'nothing'/);
});

test('no two answers have the same instance', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => site.get('/api/v1/runs/nothing')));
  assert.equal(new Set(answers.map((answer) => problem(answer).instance)).size, 20);
});

const accept = (types) => ({ headers: { Accept: types } });

test('who wants text of the API has what JSON has, as lines', async () => {
  for (const types of ['text/plain', 'text/*', 'application/json;q=0.5, text/plain', 'text/plain, */*']) {
    const { text, type, headers } = await site.get('/api/v1/kernels', accept(types));
    const { kernels } = await site.api('/kernels');

    assert.equal(type, 'text/plain; charset=utf-8', types);
    assert.match(headers.vary, /Accept/);
    for (const { slug } of kernels) assert.ok(text.includes(slug), slug);
  }
  for (const types of ['*/*', 'application/json, text/plain, */*', 'text/html,application/xml;q=0.9,*/*;q=0.8']) {
    assert.equal((await site.get('/api/v1/kernels', accept(types))).type, 'application/json', types);
  }
  const lines = await site.get('/api/v1/runs/nothing', accept('text/plain'));
  assert.equal(lines.status, 404);
  assert.match(lines.text, /^status: 404\n/m);
  assert.match(lines.text, /^detail: no run 'nothing'\n/m);
  assert.equal((await site.get('/api/v1/nothing', accept('text/plain'))).type, 'text/plain; charset=utf-8');
});

test('who takes nothing that an address has is told what it has', async () => {
  for (const [target, offer] of [['/api/v1/runs', /application\/json and text\/plain/], ['/runs', /text\/html and text\/plain/],
    ['/api/v1/openapi.json', /answers application\/json,/]]) {
    const answer = await site.get(target, accept('image/png, application/json;q=0'));
    assert.equal(answer.status, 406, target);
    assert.match(answer.text, offer);
  }
  for (const target of ['/runs.txt', '/runs.json', '/style.css']) {
    assert.equal((await site.get(target, accept('image/png'))).status, 200, target);
  }
});

test('a page of another origin may ask what it may ask', async () => {
  const { status, headers, bytes } = await site.get('/api/v1/runs', { method: 'OPTIONS',
    headers: { Origin: 'https://other.example', 'Access-Control-Request-Method': 'GET' } });

  assert.equal(status, 204);
  assert.equal(bytes.length, 0);
  assert.equal(headers.allow, 'GET, HEAD, POST');
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.equal(headers['access-control-allow-methods'], 'GET, HEAD');
  assert.match(headers['access-control-allow-headers'], /If-None-Match/);
  const page = await site.get('/runs', { method: 'OPTIONS' });
  assert.equal(page.status, 204);
  assert.equal(page.headers['access-control-allow-methods'], undefined);
  assert.equal((await site.get('/nothing', { method: 'OPTIONS' })).status, 404);
});

test('a raw file is handed out for saving only, for ever', async () => {
  const { runs } = await site.api('/runs?limit=1');
  const { file_list: files } = await site.api(`/runs/${runs[0].id}`);
  const { sha256, size } = files.find((file) => file.kept && file.size > 0);
  const { headers, type, bytes } = await site.get(`/api/v1/raw/${sha256}`);

  assert.equal(bytes.length, size);
  assert.equal(type, 'application/octet-stream');
  assert.match(headers['content-disposition'], /^attachment/);
  assert.equal(headers['content-security-policy'], 'sandbox');
  assert.match(headers['cache-control'], /immutable/);
});

test('a list goes on at its cursor, by the body and by the header', async () => {
  const all = (await site.api('/runs?limit=500')).runs.map(({ id }) => id);
  const seen = [];
  let target = '/api/v1/runs?limit=7';

  while (target) {
    const answer = await site.get(target);
    const { runs, next } = JSON.parse(answer.text);
    const [, link] = /^<http:\/\/127\.0\.0\.1:\d+(\/[^>]+)>; rel="next"$/.exec(answer.headers.link ?? '') ?? [];

    assert.equal(Boolean(next), Boolean(link));
    seen.push(...runs.map(({ id }) => id));
    target = link;
  }
  assert.ok(all.length > 14);
  assert.deepEqual(seen, all);
});

/** Every entry of a list, by its cursors. */
async function whole(target, name, limit) {
  const entries = [];
  for (let cursor; cursor !== undefined || !entries.length;) {
    const query = `limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`;
    const { [name]: some, count, next } = await site.api(`${target}${target.includes('?') ? '&' : '?'}${query}`);
    assert.equal(count, some.length);
    assert.ok(count === limit || next === undefined);
    entries.push(...some);
    if (next === undefined) break;
    cursor = next;
  }
  return entries;
}

test('all lists are alike, and the pages of each are the whole of it', async () => {
  const { runs: [{ id }] } = await site.api('/runs?kernel=7.3.4&limit=1');
  const { runs } = await site.api('/runs?limit=500');
  const traced = (name) => runs.find((run) => run.name.includes(name)).id;
  const profile = traced('loop-child');
  const lists = [['/runs', 'runs'], ['/runs?benchmark=pft', 'runs'], ['/kernels', 'kernels'], ['/kernels?name=7.3.4', 'kernels'],
    ['/machines', 'machines'], ['/configs', 'configs'], ['/metrics', 'metrics'], [`/runs/${id}/samples?benchmark=pft`, 'samples'],
    [`/runs/${id}/environment`, 'environment'], [`/runs/${id}/raw`, 'raw'], [`/runs/${profile}/profiles`, 'profiles'], [`/runs/${traced('sendto-child')}/histograms`, 'histograms'],
    [`/runs/${traced('mizuma')}/maps`, 'maps']];
  for (const [target, name] of lists) {
    const once = await whole(target, name, 500);
    assert.ok(once.length > 0, target);
    for (const limit of [3, 7]) assert.deepEqual(await whole(target, name, limit), once, target);
  }
  const { facts, file_list: files } = await site.api(`/runs/${id}`);
  assert.deepEqual(await whole(`/runs/${id}/environment`, 'environment', 500), facts);
  assert.deepEqual(await whole(`/runs/${id}/raw`, 'raw', 500), files);
});

test('a series is cut to its newest points', async () => {
  const target = '/series?benchmark=pft&metric=faults/cpu-1&unit=faults/s';
  const all = await site.api(target);
  const two = await site.api(`${target}&limit=2`);

  assert.ok(all.lines.some(({ points }) => points.length > 2));
  assert.deepEqual(two.lines.map(({ points }) => points), all.lines.map(({ points }) => points.slice(-2)));
  assert.deepEqual(two.changes, all.changes);
  await refused(`/api/v1${target}&limit=0`, 400, /limit must be a number from 1 to 10000/);
});

test('a cursor is of one list, and whole', async () => {
  const { next } = await site.api('/metrics?limit=2');
  for (const bad of [next.slice(1), `${next}A`, next.slice(0, -2), `${next.slice(0, 5)}x${next.slice(6)}`, 'AAAA', '=', 'é']) {
    await refused(`/api/v1/metrics?cursor=${encodeURIComponent(bad)}`, 400, /the cursor is none of this list/);
  }
  await refused(`/api/v1/kernels?cursor=${next}`, 400, /the cursor is none of this list/);
  const page = await site.api(`/runs?limit=2`);
  assert.equal((await site.get(`/runs?limit=2&cursor=${page.next}`)).status, 200); // a page has its API's
});

test('a blank in a name of a kernel is a plus that nobody escaped', async () => {
  const { kernels } = await site.api('/kernels');
  const { release, runs } = kernels.find((kernel) => kernel.release.includes('+'));
  const lists = await Promise.all(['%2B', '+', '%20'].map((plus) =>
    site.api(`/runs?kernel=${release.replaceAll('+', plus)}`)));

  for (const list of lists) assert.equal(list.runs.length, runs);
  const { runs: [before] } = await site.api('/runs?kernel=Before+rwlock+patch');
  assert.equal(before.kernel.name, 'Before rwlock patch'); // where a blank is one, it stays
});

test('a connection serves many requests', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  for (const target of ['/healthz', '/api/v1/runs', '/nothing', '/style.css', '/api/v1/runs']) {
    await site.get(target, { agent });
  }
  const [socket] = Object.values(agent.freeSockets).flat();
  assert.ok(socket, 'the connection is still open');
  assert.equal(Object.values(agent.freeSockets).flat().length, 1);
  agent.destroy();
});

test('many clients at once get the same bytes, also while the cache has to let go', async (t) => {
  const db = path.join(scratch(t), 'copy.db');
  site.copy(db);
  const server = await start(db, ['--cache-bytes', '400000', '--threads', '4']);
  t.after(() => server.stop());
  const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
  t.after(() => agent.destroy());
  const targets = ['/api/v1/runs', '/api/v1/kernels', '/api/v1/metrics', '/api/v1/configs', '/overhead', '/',
    '/runs?limit=1', '/runs?limit=2', '/app/home.js', '/style.css'];
  const wanted = await Promise.all(targets.map((target) => get(server.port, target)));

  await Promise.all(Array.from({ length: 300 }, async (_, i) => {
    const answer = await get(server.port, targets[i % targets.length], { agent });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.bytes, wanted[i % targets.length].bytes);
  }));
});

test('--web-dir serves what the folder holds now, and only names that are built in', async (t) => {
  const folder = scratch(t);
  const server = await start(path.join(folder, 'new.db'), ['--web-dir', folder]);
  t.after(() => server.stop());
  writeFileSync(path.join(folder, 'style.css'), 'a {}');
  writeFileSync(path.join(folder, 'other.css'), 'b {}');
  writeFileSync(path.join(folder, 'runs.html'), '<title>{{title}}</title>{{text}}{{no}}');
  const style = await get(server.port, '/style.css');
  assert.equal(style.text, 'a {}');
  assert.equal(style.headers['cache-control'], 'no-store');
  writeFileSync(path.join(folder, 'style.css'), 'c {}');
  assert.equal((await get(server.port, '/style.css')).text, 'c {}');
  assert.equal((await get(server.port, '/other.css')).status, 404);
  assert.equal((await get(server.port, '/new.db')).status, 404);
  const page = await get(server.port, '/runs', { headers: { Accept: 'text/html' } });
  assert.match(page.text, /^<title>0 runs<\/title>[^]*  No runs\.\n[^]*\{\{no\}\}$/);
});

test('an ingest by the command line shows at once, and only then', async (t) => {
  const db = path.join(scratch(t), 'grows.db');
  await ingest(db, path.join(mails, 'sha-2013.txt'));
  const server = await start(db);
  t.after(() => server.stop());
  const first = await get(server.port, '/api/v1/runs');
  const again = (etag) => get(server.port, '/api/v1/runs', { headers: { 'If-None-Match': etag } });

  assert.equal((await again(first.etag)).status, 304);
  await ingest(db, path.join(mails, 'sha-2013.txt')); // it is there already
  assert.deepEqual(JSON.parse((await get(server.port, '/api/v1/runs')).text), JSON.parse(first.text));
  await ingest(db, path.join(mails, 'bresticker-2011.txt'));
  const second = await again(first.etag);
  assert.equal(second.status, 200);
  assert.notEqual(second.etag, first.etag);
  assert.ok(JSON.parse(second.text).runs.length > JSON.parse(first.text).runs.length);
});

test('a server makes an empty database and answers from it', async (t) => {
  const server = await start(path.join(scratch(t), 'new.db'));
  t.after(() => server.stop());
  assert.deepEqual(JSON.parse((await get(server.port, '/api/v1/runs')).text), { runs: [], count: 0 });
  for (const page of ['/', '/overhead', '/compare', '/runs']) {
    for (const Accept of ['text/html', '*/*']) {
      assert.equal((await get(server.port, page, { headers: { Accept } })).status, 200, page);
    }
  }
});

test('a client that trickles is cut at the deadline', async (t) => {
  const server = await start(path.join(scratch(t), 'new.db'), ['--deadline', '1']);
  t.after(() => server.stop());
  const socket = net.connect(server.port, '127.0.0.1');
  const begun = Date.now();
  socket.on('error', () => {});
  const drip = setInterval(() => socket.write('G'), 100);
  await once(socket, 'close');
  clearInterval(drip);
  const seconds = (Date.now() - begun) / 1000;
  assert.ok(seconds > 0.8 && seconds < 5, `${seconds} s`);
  assert.equal((await get(server.port, '/healthz')).status, 200);
});

test('SIGTERM ends it in order, with a request under way answered', async (t) => {
  const db = path.join(scratch(t), 'copy.db');
  site.copy(db);
  for (const signal of ['SIGTERM', 'SIGINT']) {
    const server = await start(db);
    const idle = net.connect(server.port, '127.0.0.1');
    idle.on('error', () => {});
    await once(idle, 'connect');
    const answer = get(server.port, '/api/v1/overhead');
    // A later connection was served, so this one is accepted: it is being answered now, or was
    // already, and both must end well.
    await get(server.port, '/healthz');
    await sleep(5);
    const begun = Date.now();
    assert.deepEqual(await server.stop(signal), { status: 0, signal: null });
    assert.ok(Date.now() - begun < 5000, `took ${Date.now() - begun} ms`);
    assert.equal((await answer).status, 200);
    idle.destroy();
  }
});

test('it listens on IPv6 too, and off loopback only with an address for links', async (t) => {
  const db = path.join(scratch(t), 'new.db');
  const server = await start(db, ['--bind', '::1']);
  t.after(() => server.stop());
  assert.match(server.url, /^http:\/\/\[::1\]:\d+$/);
  assert.match(await talk(server.port, 'GET /healthz HTTP/1.0\r\n\r\n', '::1'), /^HTTP\/1\.[01] 200 /);

  const open = await execute(memcgperfd, ['--db', db, '--port', '0', '--bind', '0.0.0.0']);
  assert.equal(open.status, 1);
  assert.match(open.stderr, /^memcgperfd: --public-url is needed[^\n]+\n$/);
  const named = await start(db, ['--bind', '0.0.0.0', '--public-url', 'https://perf.example/']);
  const { links } = JSON.parse((await get(named.port, '/api/v1')).text);
  await named.stop();
  assert.equal(links.runs, 'https://perf.example/api/v1/runs');
});

test('options that make no sense are refused in a line', async () => {
  for (const args of [['--port', 'x'], ['--port', '65536'], ['--bind', 'localhost'], ['--threads', '1'],
    ['--public-url', 'ftp://x'], ['extra'], []]) {
    const { status, stderr } = await execute(memcgperfd,
      args.length ? ['--db', '/nonexistent/x.db', ...args] : args);
    assert.equal(status, 1, args.join(' '));
    assert.match(stderr, /^memcgperfd: [^\n]+\n$/);
  }
});
