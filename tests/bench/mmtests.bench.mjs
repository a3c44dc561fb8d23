// SPDX-License-Identifier: GPL-2.0-or-later
// Trees of mmtests: CPU of compare-mmtests.pl over ours for the same table, what size does to
// time and memory, and what storing costs over the least that it can cost.
// MMTESTS=CHECKOUT runs the peer here (638401e07e70; MMTESTS_2025=CHECKOUT for pft, which later
// revisions no longer have); without it its recorded times stand in, and the rows say so.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { execute, memcgperf } from '../program.mjs';
import { cost, median, program, row } from './measure.mjs';
import { names, runName, writeTree } from './mmtests_tree.mjs';

const RUNS = 20;
const ITERATIONS = 30;
const ROUNDS = 5;
const MEMORY_BYTES = 64 * 1024 * 1024;
const MB = 1024 * 1024;

/** CPU seconds of the peer for such trees, measured once on two cores of 2.1 GHz. */
const recorded = { pft: 48.5, 'hackbench-process-pipes': 39, kernbench: 205 };
const style = { pft: 'mmtests-2025' };
const peer = (name) => process.env[name === 'pft' ? 'MMTESTS_2025' : 'MMTESTS'];

const arguments_ = (tree, name) => ['-d', tree, '-b', name,
  '-n', Array.from({ length: RUNS }, (_, run) => runName(run)).join(',')];

const ours = (tree, name, rounds = ROUNDS) =>
  cost(memcgperf, ['compare', '--style', style[name] ?? 'mmtests', ...arguments_(tree, name)], { rounds });

async function theirs(tree, name) {
  const checkout = peer(name);
  if (!checkout) return { cpu_s: recorded[name], note: 'recorded' };
  const command = path.join(checkout, 'bin/compare-mmtests.pl');
  return { ...(await cost(command, arguments_(tree, name))), note: 'measured' };
}

/** The table of one benchmark in three sizes. */
async function tables(folder, name) {
  const sizes = [1, 2, 10];
  const costs = [];
  let peerCost;
  for (const size of sizes) {
    const tree = path.join(folder, `${name}-${size}`);
    writeTree(tree, name, RUNS, ITERATIONS * size);
    costs.push(await ours(tree, name, size === 10 ? 1 : ROUNDS));
    if (size === 1) peerCost = await theirs(tree, name);
    rmSync(tree, { recursive: true });
  }
  const [one, two, ten] = costs;
  return [
    row(`${name}: CPU of compare-mmtests.pl over ours, ${RUNS} runs`, { ours: one.cpu_s,
      reference: peerCost.cpu_s, unit: 's', ratio: peerCost.cpu_s / one.cpu_s, bar: '>= 500',
      note: peerCost.note }),
    row(`${name}: twice the tree`, { ours: two.cpu_s, reference: one.cpu_s, unit: 's', bar: '<= 2.2' }),
    row(`${name}: ten times the tree`, { ours: ten.cpu_s, reference: one.cpu_s, unit: 's' }),
    row(`${name}: memory for ten times the tree`, { ours: ten.peak_bytes / MB, unit: 'MB',
      bar: `<= ${MEMORY_BYTES / MB}` }),
  ];
}

/** What storing a tree costs, and the least it can; in turn, each into a database of its own. */
async function storing(folder) {
  const tree = path.join(folder, 'tree');
  const costs = [];
  const least = [];
  for (const name of names) writeTree(tree, name, RUNS, ITERATIONS);
  for (let i = 0; i < ROUNDS; i++) {
    const stored = path.join(folder, `stored-${i}.db`);
    costs.push((await cost(memcgperf, ['ingest', '--db', `sqlite:${stored}`, tree])).cpu_s);
    const { stdout, stderr } = await execute(program('ingest_reference'),
      [tree, stored, path.join(folder, `reference-${i}.db`)], { seconds: 600 });
    if (!stdout) throw new Error(`ingest_reference: ${stderr}`);
    least.push(JSON.parse(stdout));
  }
  return row(`ingest of ${least[0].rows} rows over files and bare inserts alone`, {
    ours: median(costs), reference: median(least.map((one) => one.files_s + one.rows_s)),
    unit: 's', bar: '<= 2' });
}

export async function rows({ folder, say }) {
  const result = [await storing(folder)];
  for (const name of names) {
    if (!peer(name)) say(`${name}: the peer's time is the recorded one (MMTESTS= and MMTESTS_2025= measure it)`);
    result.push(...(await tables(folder, name)));
  }
  return result;
}
