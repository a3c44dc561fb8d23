// SPDX-License-Identifier: GPL-2.0-or-later
// What BPF tools saw, side by side: latency, allocs, and what stands beside their numbers.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, samples, scratch } from '../program.mjs';

const trace = path.join(samples, 'bpf/sendto-child.txt');
const mail = path.join(samples, 'mails/mizuma-2021.txt');

async function run(...args) {
  const result = await execute(memcgperf, args);
  assert.equal(result.status, 0, result.stderr);
  return result.stdout;
}

test('percentiles are ranges that hold those of the single calls', async () => {
  const { histograms } = JSON.parse(await run('latency', '--style', 'json', trace));
  const { cells: [cell] } = histograms.find(({ metric }) => metric.name === '@ns');
  assert.equal(cell.total, 600);
  // nearest-rank percentiles of the 600 lines that the same trace printed
  for (const [name, exact] of [['p50', 852], ['p90', 884], ['p99', 1056]]) {
    const [lo, hi] = cell.percentiles[name];
    assert.ok(lo <= exact && exact < hi, `${name}: ${lo} to ${hi}`);
  }
});

test('the map of 2021: accounted allocations, their waste, and frees', async () => {
  const { runs: [{ total }], rows } = JSON.parse(await run('allocs', '--style', 'json', mail));
  assert.equal(total.frees, 1_400_560);
  assert.equal(total.accounted, 1_400_046);
  assert.deepEqual(rows[0], { comm: 'pgbench', bytes_req: 216, bytes_alloc: 256,
    gfp_flags: 'GFP_KERNEL_ACCOUNT', accounted: true, counts: [1_400_046] });
  assert.match(await run('allocs', '--ops', '700023', mail), /pgbench {2}a .* 2\.0000\n/);
});

test('lost events and full maps stand beside the numbers', async (t) => {
  const [lossy, whole] = ['lossy.txt', 'whole.txt'].map((name) => path.join(scratch(t), name));
  const rows = (count) => `@us:\n[2, 4)   ${count} |@@@@|\n\n@calls: ${count}\n`;
  writeFileSync(lossy, `Attaching 1 probe...\nLost 12 events\nMap full; can't update element\n${rows(5)}`);
  writeFileSync(whole, `Attaching 1 probe...\n${rows(7)}`);
  assert.match(await run('compare', lossy, whole), /Events lost in tracing: A 12 or more/);
  assert.match(await run('latency', lossy, whole), / {2}A lost 12 events or more/);
  assert.doesNotMatch(await run('latency', whole), /lost/);
});

test('what cannot be asked is said', async () => {
  for (const [args, status, text] of [
    [['latency'], 2, /name a file/],
    [['latency', '--metric', '@none', trace], 3, /no histogram '@none'/],
    [['allocs', trace], 3, /no map '@alloc'/],
    [['allocs', '--ops', '0', mail], 2, /above 0/],
    [['allocs', '--ops', '1,2', mail], 1, /2 numbers for 1 runs/],
    [['allocs', '--map-keys', 'comm', mail], 1, /bytes_req and bytes_alloc/],
  ]) {
    const result = await execute(memcgperf, args);
    assert.equal(result.status, status, result.stderr);
    assert.match(result.stderr, text);
    assert.equal(result.stdout, '');
  }
});
