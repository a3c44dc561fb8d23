// SPDX-License-Identifier: GPL-2.0-or-later
// memcgperf fold: what stackcollapse-perf.pl prints, from files, standard input and other formats.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { execute, memcgperf, root, scratch } from '../program.mjs';

const golden = path.join(root, 'tests/golden/perf/script-chains');
const script = readFileSync(path.join(golden, 'input.txt'));
const folded = readFileSync(path.join(golden, 'folded.txt'), 'utf8');

test('perf script becomes what stackcollapse-perf.pl prints, in its order', async () => {
  const file = await execute(memcgperf, ['fold', path.join(golden, 'input.txt')]);
  const pipe = await execute(memcgperf, ['fold'], { input: script });

  assert.equal(file.stdout, folded);
  assert.equal(file.stderr, '');
  assert.equal(pipe.stdout, folded);
});

test('packed input, and folded text again', async (t) => {
  const folder = scratch(t);

  writeFileSync(path.join(folder, 'out.gz'), gzipSync(script));
  writeFileSync(path.join(folder, 'out.folded'), folded + folded);
  const packed = await execute(memcgperf, ['fold', path.join(folder, 'out.gz')]);
  const again = await execute(memcgperf, ['fold', path.join(folder, 'out.folded')]);
  const doubled = folded.replace(/ (\d+)$/gm, (_, n) => ` ${2 * Number(n)}`);

  assert.equal(packed.stdout, folded);
  assert.equal(again.stdout, doubled);
});

test('of several events the first one counts', async () => {
  const input = 'a 1 1.000001: 7 cycles: \n\t1 x (/x)\n\n'
    + 'a 1 1.000002: 9 faults: \n\t1 x (/x)\n\na 1 1.000003: 0 cycles: \n\t1 x (/x)\n';
  const result = await execute(memcgperf, ['fold'], { input });

  assert.equal(result.stdout, 'a;x 8\n');
});

test('nothing to fold is an error of one line', async (t) => {
  const file = path.join(scratch(t), 'prose.txt');

  writeFileSync(file, 'Dear all,\nthere is no stack in this mail.\n');
  for (const args of [['fold', file], ['fold', `${file}.missing`]]) {
    const result = await execute(memcgperf, args);

    assert.notEqual(result.status, 0);
    assert.match(result.stderr, /^memcgperf: [^\n]+\n$/);
    assert.equal(result.stdout, '');
  }
  const pipe = await execute(memcgperf, ['fold', '-'], { input: 'nothing\n' });
  assert.match(pipe.stderr, /no output of perf script/);
});

test('what cannot be read in a script is told with its line', async () => {
  const input = 'a 1 1.000001: cycles: \n\t1 x (/x)\nwhat is this\n\n';
  const result = await execute(memcgperf, ['fold'], { input: input.repeat(3) + script });

  assert.equal(result.status, 0);
  assert.equal(result.stderr, 'memcgperf fold: 3 lines not understood, from line 3\n');
  assert.match(result.stdout, /^a;x 3$/m);
});
