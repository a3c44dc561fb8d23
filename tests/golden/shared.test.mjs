// SPDX-License-Identifier: GPL-2.0-or-later
// The reference checker, an independent program, holds the seed cases too where it is at hand.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, root } from '../program.mjs';

const checker = path.join(root, '../shared/tools/golden-check');
const skip = !existsSync(checker) && 'no ../shared beside this tree';

test('golden-check seeds', { skip }, async () => {
  const result = await execute(checker, ['--bin', memcgperf, 'seeds']);
  assert.equal(result.status, 0, result.stdout + result.stderr);
  assert.match(result.stdout, /^\d+ passed, 0 failed$/m);
});

test('golden-check foreign-public', { skip }, async () => {
  const result = await execute(checker, ['--bin', memcgperf, 'foreign-public']);

  assert.equal(result.status, 0, result.stdout + result.stderr);
  assert.match(result.stdout, /^[1-9]\d* passed, 0 failed$/m);
});
