// SPDX-License-Identifier: GPL-2.0-or-later
// README's example is what the program prints, and `make demo` loads the bundled results once.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, root, scratch } from '../program.mjs';

/** Starts tools/demo.sh, waits for the address, ends it: what it printed. */
function demo(db) {
  return new Promise((resolve, reject) => {
    const child = spawn('tools/demo.sh', [path.dirname(memcgperf), db, '0'], { cwd: root });
    let output = '';

    child.stdout.on('data', (data) => {
      output += data;
      if (/http:\/\/127\.0\.0\.1:\d+\n/.test(output)) child.kill('SIGTERM');
    });
    child.stderr.on('data', (data) => (output += data));
    child.on('error', reject);
    child.on('close', (status) => (status === 0 ? resolve(output) : reject(new Error(output))));
  });
}

test('the demonstration loads the bundled results once', async (t) => {
  const db = path.join(scratch(t), 'demo.db');
  const first = await demo(db);
  const second = await demo(db);

  assert.match(first, /Loading[^]*6\.12\.117-child: new[^]*nomemcg: new/);
  assert.doesNotMatch(second, /Loading|samples/);

  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  const [, args, table] = readme.match(/^\$ memcgperf (.*)\n([^]*?)^```$/m);
  const result = await execute(memcgperf, args.replace('build/demo.db', db).split(' '));

  assert.equal(result.stdout, table);
});
