// SPDX-License-Identifier: GPL-2.0-or-later
// Our reading of every kind of benchmark against mmtests' own modules, over generated logs. Needs
// Perl, checkouts of mmtests (MMTESTS=, MMTESTS_2025=) and the program that EXTRACT= names.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { makeTree, reports } from './mmtests_kinds.mjs';

const checkouts = { head: process.env.MMTESTS, 2025: process.env.MMTESTS_2025 };
const perl = path.join(import.meta.dirname, 'mmtests_extract.pl');
const root = mkdtempSync(path.join(tmpdir(), 'memcgperf-kinds-'));
const [run] = makeTree(root);
after(() => rmSync(root, { recursive: true }));

// mmtests' modules of 2025 number samples in ways that no table shows.
const normal = (revision, text) => revision === 'head' ? text : text.replace(/^(\S+ \d+) \S+ /gm, '$1 ');

// What the peer cannot read, or tells once more for each iteration.
const known = { 'head schbench ': 'its awk program needs gawk', '2025 parallelio swap': 'it lists operations twice' };

for (const { revision, benchmark, alt } of reports) {
  const checkout = checkouts[revision];
  const skip = !existsSync(checkout ?? '') ? `no checkout of mmtests ${revision}` : known[`${revision} ${benchmark} ${alt}`];
  test(`${revision} ${benchmark} ${alt}`, { skip }, () => {
    const at = [path.join(root, revision), run, benchmark, alt];
    const peer = spawnSync('perl', [perl, ...at], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C', MMTESTS: checkout } });
    const ours = spawnSync(process.env.EXTRACT, [...at, revision], { encoding: 'utf8' });
    assert.equal(ours.stderr, '');
    assert.notEqual(peer.stdout, '', peer.stderr);
    assert.equal(normal(revision, ours.stdout), normal(revision, peer.stdout));
  });
}
