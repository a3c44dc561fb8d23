// SPDX-License-Identifier: GPL-2.0-or-later
// memcgperf push against a real server: what is stored, what is tried again, where tokens go. A
// relay between the two makes the faults of a network.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import test from 'node:test';
import { start } from '../api/server.mjs';
import { execute, memcgperf, samples } from '../program.mjs';
import { count, lab, relay, run } from './lab.mjs';

const mail = path.join(samples, 'mails/mel-2015.txt');

/** Runs push. home: where its config file is looked for; nothing else of our environment counts. */
async function push(args, { server, token, home = '/nonexistent', ...options } = {}) {
  const env = { PATH: process.env.PATH, HOME: home };
  if (server) env.MEMCGPERF_SERVER = server;
  if (token) env.MEMCGPERF_TOKEN = token;
  for (const name of ['ASAN_OPTIONS', 'UBSAN_OPTIONS', 'TSAN_OPTIONS']) {
    if (process.env[name]) env[name] = process.env[name];
  }
  const set = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const result = await execute('env', ['-i', ...set, memcgperf, 'push', ...args], options);

  if (token) {
    assert.ok(!(result.stdout + result.stderr).includes(token), 'the token is in the output');
  }
  return result;
}

/** The runs that push printed, and the link below them. */
function printed({ stdout }) {
  const lines = stdout.trimEnd().split('\n');
  const rows = lines.slice(0, -1).map((line) => {
    const [, id, name, outcome] = line.match(/^([0-9A-Z]+) {2}(.+): (new|known)\b/) ?? [line];
    return { id, name, outcome };
  });
  return { rows, link: lines.at(-1) };
}

test('a folder, its archive and its archive on standard input are one run', async (t) => {
  const { folder, db, server, token, tree } = await lab(t);
  const to = { server: server.url, token };
  const archive = path.join(folder, `${run}.tar.gz`);
  execFileSync('tar', ['-czf', archive, '-C', folder, run]);

  const first = await push([tree], to);
  assert.equal(first.status, 0, first.stderr);
  const { rows: [{ id, name, outcome }], link } = printed(first);
  assert.deepEqual({ name, outcome, link },
    { name: run, outcome: 'new', link: `${server.url}/run/${id}` });
  const page = await fetch(link, { headers: { Accept: 'text/plain' } });
  assert.equal(page.status, 200);
  assert.match(await page.text(), /6\.1\.192/);

  for (const [args, options] of [
    [[tree], {}],
    [[`${tree}/.`], {}],
    [[archive], {}],
    [['-'], { input: readFileSync(archive) }],
  ]) {
    const again = await push(args, { ...to, ...options });
    assert.equal(again.status, 0, again.stderr);
    assert.deepEqual(printed(again).rows, [{ id, name: run, outcome: 'known' }], args[0]);
  }
  assert.equal(count(db), 1);
});

test('what is stored is what ingest stores', async (t) => {
  const { folder, server, token, tree } = await lab(t);
  const local = await execute(memcgperf,
    ['ingest', '--db', path.join(folder, 'local.db'), tree, mail]);
  const sent = await push([tree, mail], { server: server.url, token });

  assert.equal(sent.status, 0, sent.stderr);
  assert.deepEqual(sent.stdout.match(/^[0-9A-Z]+ {2}.+: new/gm),
    local.stdout.match(/^[0-9A-Z]+ {2}.+: new/gm));
});

test('words about the results, and a link to the comparison', async (t) => {
  const { folder, server, token, tree } = await lab(t);
  const to = { server: server.url, token };
  const off = '6.1.192-disabled';
  execFileSync('tar', ['-xf', path.join(samples, 'memcg-kvm.tar.xz'), '-C', folder, off]);

  assert.equal((await push([path.join(folder, off)], to)).status, 0);
  const said = await push(['--machine', 'lab & 1', '--config', 'variant=a b', '--json', tree], to);
  assert.equal(said.status, 0, said.stderr);
  const answer = JSON.parse(said.stdout);
  assert.equal(answer.runs[0].config.variant, 'a b');

  const compared = await push(['--baseline', 'same-kernel-off', tree], to);
  const { link } = printed(compared);
  assert.match(link, /\/compare\?/);
  assert.equal((await fetch(link, { headers: { Accept: 'text/plain' } })).status, 200);
});

test('a dry run stores nothing', async (t) => {
  const { db, server, token, tree } = await lab(t);
  const dry = await push(['--dry-run', tree], { server: server.url, token });

  assert.equal(dry.status, 0, dry.stderr);
  assert.match(dry.stdout, /^[0-9A-Z]+ {2}6\.1\.192-default: would be new, \d+ samples\n$/);
  assert.equal(count(db), 0);
});

test('what the server does not recognise is told and not tried again', async (t) => {
  const { folder, db, server, token } = await lab(t);
  const notes = path.join(folder, 'notes.txt');
  writeFileSync(notes, 'Hello,\n\nno numbers here.\n');
  const via = await relay(t, server, []);
  const refused = await push([notes], { server: via.url, token });

  assert.equal(refused.status, 1);
  assert.equal(refused.stdout, '');
  assert.match(refused.stderr, /notes\.txt: .*nothing recognised.*\(status 400\)/);
  assert.equal(via.seen.length, 1);
  assert.equal(count(db), 0);
});

test('a wrong token, and none', async (t) => {
  const { db, server, tree } = await lab(t);
  const wrong = `mp_s_ABCDEFGH_${'A'.repeat(52)}`;

  for (const token of [wrong, undefined]) {
    for (const input of [tree, path.join(samples, 'memcg-kvm.tar.xz')]) {
      const refused = await push([input], { server: server.url, token });
      assert.equal(refused.status, 5, refused.stderr);
      assert.match(refused.stderr, /\(status 401\)/);
      assert.doesNotMatch(refused.stderr, /trying again/);
    }
  }
  assert.equal(count(db), 0);
});

test('busy servers and broken connections are tried again', async (t) => {
  const { db, server, token } = await lab(t);
  const archive = path.join(samples, 'memcg-kvm.tar.xz');
  const via = await relay(t, server, [503, 'cut', 'pass']);
  const sent = await push([archive], { server: via.url, token });

  assert.equal(sent.status, 0, sent.stderr);
  assert.deepEqual(via.seen.map(({ step }) => step), [503, 'cut', 'pass']);
  const [busy, cut] = via.seen;
  assert.ok(cut.time - busy.time >= 2000, `Retry-After: 2, but ${cut.time - busy.time} ms`);
  assert.match(sent.stderr, /status 503; trying again in 2\.\d s \(1 of 5\)\n.*\(2 of 5\)\n/);
  assert.ok(printed(sent).rows.every(({ outcome }) => outcome === 'new'));
  assert.equal(count(db), printed(sent).rows.length);
});

test('an answer that is lost on the way costs nothing', async (t) => {
  const { db, server, token, tree } = await lab(t);
  const lossy = net.createServer((socket) => {
    const onward = net.connect(server.port, '127.0.0.1');
    socket.pipe(onward);
    onward.once('data', () => {
      lossy.removeAllListeners('connection');
      lossy.on('connection', (next) => next.pipe(net.connect(server.port, '127.0.0.1')).pipe(next));
      socket.resetAndDestroy();
    });
  });
  await new Promise((resolve) => lossy.listen(0, '127.0.0.1', resolve));
  t.after(() => lossy.close());
  const sent = await push([tree], { server: `http://127.0.0.1:${lossy.address().port}`, token });

  assert.equal(sent.status, 0, sent.stderr);
  assert.equal(printed(sent).rows[0].outcome, 'known');
  assert.equal(count(db), 1);
});

test('a server that comes up late, and one that never does', async (t) => {
  const { db, server, token, tree } = await lab(t);
  await server.stop();
  const down = await push(['--retries', '1', tree], { server: server.url, token });

  assert.equal(down.status, 6);
  assert.match(down.stderr, /trying again[^]*\(1 of 1\)\n.*connect/i);

  const pending = push([tree], { server: server.url, token });
  const late = await new Promise((resolve) => setTimeout(resolve, 700)).then(() =>
    start(db, ['--port', String(server.port)]));
  t.after(() => late.stop());
  const sent = await pending;
  assert.equal(sent.status, 0, sent.stderr);
  assert.match(sent.stderr, /trying again/);
  assert.equal(count(db), 1);
});

test('no more tries than there is time for', async (t) => {
  const { server, token, tree } = await lab(t);
  const via = await relay(t, server, [503, 503]);
  const ended = await push(['--max-time', '2', tree], { server: via.url, token });

  assert.equal(ended.status, 6);
  assert.match(ended.stderr, /--max-time/);
  assert.equal(via.seen.length, 1);
});

/** Writes a config file below folder, which is then a HOME. */
function config(folder, text, mode = 0o600) {
  const file = path.join(folder, '.config/memcgperf/config');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

test('server and token from the config file', async (t) => {
  const { folder, server, token, tree } = await lab(t);
  const file = config(folder, `# lab\nserver = ${server.url}/\ntoken = ${token}\n`);

  const sent = await push([tree], { home: folder });
  assert.equal(sent.status, 0, sent.stderr);

  const other = await push([tree], { home: folder, server: `${server.url}/.` });
  assert.equal(other.status, 5, 'the token went to another server');

  chmodSync(file, 0o644);
  const open = await push([tree], { home: folder });
  assert.equal(open.status, 5);
  assert.match(open.stderr, /config: holds a token and is open to others: chmod 600/);
  assert.ok(!open.stderr.includes(token));

  config(folder, `server = ${server.url}\n\ntokne = ${token}\n`);
  const typo = await push([tree], { home: folder });
  assert.equal(typo.status, 2);
  assert.match(typo.stderr, /\.config\/memcgperf\/config:3: unknown key 'tokne'/);
  assert.ok(!typo.stderr.includes(token));
});

test('a config file that cannot be read, and none', async (t) => {
  const { folder, tree } = await lab(t);
  mkdirSync(path.join(folder, '.config/memcgperf/config'), { recursive: true });
  const unreadable = await push([tree], { home: folder });
  assert.equal(unreadable.status, 7);
  assert.match(unreadable.stderr, /\.config\/memcgperf\/config: /);

  const none = await push([tree]);
  assert.equal(none.status, 2);
  assert.match(none.stderr, /no server: name it with --server/);
});

test('a token that travels in the open is warned of', async (t) => {
  const { token, tree } = await lab(t);
  const open = await push(['--server', 'http://0.0.0.0:1', '--retries', '0', tree], { token });

  assert.match(open.stderr, /warning: the token goes to http:\/\/0\.0\.0\.0:1 unencrypted/);
  assert.equal(open.status, 6);
});
