// SPDX-License-Identifier: GPL-2.0-or-later
// git bisect run with memcgperf verdict. `make check-bisect` runs hundreds of these.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { scratch } from '../program.mjs';
import { bisect, repository } from './lab.mjs';

async function lab(t) {
  const folder = path.join(scratch(t), 'linux');
  mkdirSync(folder);
  return repository(folder);
}

const usual = { culprit: 23, size: 5, noise: 'normal', seed: 1 };

for (const [what, change] of [
  ['5 % in 2 % of noise', {}],
  ['the first commit of all', { culprit: 1, seed: 2 }],
  ['the last one, with outliers', { culprit: 64, size: 10, noise: 'outliers', seed: 3 }],
  ['no bad kernel was measured', { hasBad: false, seed: 4 }],
]) {
  test(`finds the culprit: ${what}`, async (t) => {
    const told = { ...usual, ...change };
    const { found, skipped, iterations, judged, output } = await bisect(await lab(t), told);

    assert.equal(found, told.culprit, output);
    assert.equal(skipped, 0, output);
    assert.ok(iterations >= 4 * judged && judged >= 6, `${iterations} for ${judged}`);
  });
}

test('commits that do not build are skipped', async (t) => {
  const command = `grep -qx '3[0-9]' number && { echo 'make: *** Error' >&2; exit 2; }; ` +
    `exec "${path.resolve('tests/bisect/benchmark.sh')}"`;
  const { found, output } = await bisect(await lab(t), { ...usual, command, seed: 5 });

  assert.equal(found, usual.culprit, output);
  assert.match(output, /^memcgperf: iteration 1: the command failed \(status 2\)$/m);
  assert.match(output, /bisect skip|Bisecting/);
});

for (const [what, change, text] of [
  ['a wrong option', { args: ['--maximum', '9'] }, /unknown option '--maximum'/],
  ['a metric that is not there', { args: ['--metric', 'loop rate'] }, /no metric 'loop rate' among: 'loop time'/],
  ['a command that is not there', { command: '/nonexistent' }, /cannot be run \(status 127\)/],
  ['references that are alike', { culprit: 65 }, /good and bad cannot be told apart/],
]) {
  test(`git stops at once: ${what}`, async (t) => {
    const { found, judged, status, output } = await bisect(await lab(t), { ...usual, ...change });

    assert.equal(found, null);
    assert.equal(judged, 0);
    assert.notEqual(status, 0);
    assert.match(output, text);
    assert.match(output, /exit code 128/);
  });
}
