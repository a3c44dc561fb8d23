// SPDX-License-Identifier: GPL-2.0-or-later
// What tests of sending results share: a server with a token, and a relay that makes the faults of a
// network.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import http from 'node:http';
import path from 'node:path';
import { start } from '../api/server.mjs';
import { execute, memcgperf, samples, scratch } from '../program.mjs';

/** A run of the bundled sample. */
export const run = '6.1.192-default';

/** How many runs a database holds. */
export const count = (db) => Number(execFileSync('sqlite3', [db, 'select count(*) from run']).toString());

/** A folder with an empty database, a token for it, a server over it, and the run as a tree. */
export async function lab(t) {
  const folder = scratch(t);
  const db = path.join(folder, 'lab.db');
  const added = await execute(memcgperf,
    ['token', 'add', '--db', `sqlite:${db}`, '--scope', 'submit', 'ci']);
  assert.equal(added.status, 0, added.stderr);
  const server = await start(db);

  t.after(() => server.stop());
  execFileSync('tar', ['-xf', path.join(samples, 'memcg-kvm.tar.xz'), '-C', folder, run]);
  return { folder, db, server, token: added.stdout.trim(), tree: path.join(folder, run) };
}

/**
 * Stands between push and a server. steps: what happens to each connection in turn: a status is
 * answered, 'cut' breaks the connection amid the body, 'pass' and all later ones go through.
 */
export async function relay(t, server, steps) {
  const seen = [];
  const stand = http.createServer((request, response) => {
    const step = steps.shift() ?? 'pass';
    seen.push({ step, time: Date.now() });
    if (step === 'cut') {
      request.once('data', () => request.socket.resetAndDestroy());
    } else if (step === 'pass') {
      const { method, headers, url } = request;
      const onward = http.request(server.url + url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => request.socket.destroy());
      request.pipe(onward);
    } else {
      request.resume().on('end', () => {
        response.writeHead(step, { 'Retry-After': '2', 'Content-Type': 'text/plain' });
        response.end('not now');
      });
    }
  });

  await new Promise((resolve) => stand.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    stand.close();
    stand.closeAllConnections();
  });
  return { seen, url: `http://127.0.0.1:${stand.address().port}` };
}
