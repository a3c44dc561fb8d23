// SPDX-License-Identifier: GPL-2.0-or-later
// Our tables against those of mmtests itself, byte for byte, over trees made here. MMTESTS= names a
// checkout of its revision 638401e07e70, which needs Perl with File::Which, YAML::PP and Cpanel::JSON::XS,
// R, GNU awk and yq; without it nothing of this runs. It takes minutes.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import { gzipSync } from 'node:zlib';
import { random } from '../bench/mmtests_tree.mjs';
import { execute, memcgperf } from '../program.mjs';
import { benchmarks } from './benchmarks.mjs';
import { activity, monitorFiles, monitorRequests, sysstate, timestamp } from './monitors.mjs';

const checkout = process.env.MMTESTS;
const skip = checkout ? false : 'MMTESTS= names no checkout of mmtests';
const runs = ['6.17.0-vanilla', '6.18-rc3-memcgopt'];
const ITERATIONS = 2;
const PEER_SECONDS = 240;

/** Stalls of a trace are left out: that revision calls a function that it does not have. */
const monitored = monitorRequests.filter(([name]) => !name.startsWith('ftrace'));
const folder = skip ? '' : mkdtempSync(path.join(tmpdir(), 'memcgperf-peer-'));
if (folder) after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs that differ in speed, with the logs of a benchmark. */
function benchmarkTree(name) {
  const tree = path.join(folder, name);
  const next = random(name.length);
  for (const [i, run] of runs.entries()) {
    for (let iteration = 0; iteration < ITERATIONS; iteration++) {
      const logs = path.join(tree, run, `iter-${iteration}`, name, 'logs');
      mkdirSync(logs, { recursive: true });
      for (const [file, bytes] of benchmarks[name].logs(next, 1 + 0.3 * i)) writeFileSync(path.join(logs, file), bytes);
    }
  }
  return tree;
}

/** Runs with what all monitors leave behind for one test, of a generation of iostat. */
function monitorTree(generation) {
  const tree = path.join(folder, `monitors-${generation}`);
  const next = random(generation + 1);
  const names = ['bench-a', 'bench-a-b', 'other'];
  for (const [i, run] of runs.entries()) {
    for (let iteration = 0; iteration < ITERATIONS; iteration++) {
      const place = path.join(tree, run, `iter-${iteration}`);
      mkdirSync(place, { recursive: true });
      writeFileSync(path.join(place, 'tests-sysstate.gz'), gzipSync(sysstate(next, names)));
      writeFileSync(path.join(place, 'tests-timestamp'), timestamp(next, names));
      writeFileSync(path.join(place, 'tests-activity'), activity(names, 1796068486 + 1000 * i));
      for (const [file, bytes] of monitorFiles(next, names[0], generation)) writeFileSync(path.join(place, file), bytes);
    }
  }
  return tree;
}

/** The same words to both: where the peer prints nothing, we say why. */
async function same(tree, benchmark, request) {
  const args = ['-d', tree, '-b', benchmark, '-n', runs.join(','), ...request];
  const theirs = await execute('env', ['-u', 'CACHE_MMTESTS', 'LC_ALL=C', path.join(checkout, 'bin/compare-mmtests.pl'), ...args],
    { seconds: PEER_SECONDS });
  const ours = await execute(memcgperf, ['compare', '--style', 'mmtests', ...args]);
  const told = `${args.join(' ')}\n${theirs.stderr}${ours.stderr}`;
  assert.equal(ours.stdout, theirs.stdout, told);
  if (theirs.stdout === '') assert.match(ours.stderr, /^memcgperf: /m, told);
}

for (const [name, { requests = [] }] of Object.entries(benchmarks)) {
  test(`tables of ${name}`, { skip }, async () => {
    const tree = benchmarkTree(name);
    for (const request of [[], ['--print-ratio'], ['--print-significance'], ['--format', 'html'], ...requests]) {
      await same(tree, name, request);
    }
  });
}

for (const generation of [0, 1, 2]) {
  test(`tables of monitors, iostat of generation ${generation}`, { skip }, async () => {
    const tree = monitorTree(generation);
    const wanted = generation === 0 ? monitored : monitored.filter(([name]) => /^(iostat|mmtests)/.test(name));
    for (const [name, heading] of wanted) {
      await same(tree, 'bench-a', ['--print-monitor', name, ...(heading ? ['--sub-heading', heading] : [])]);
    }
  });
}
