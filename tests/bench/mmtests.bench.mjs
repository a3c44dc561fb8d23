// SPDX-License-Identifier: GPL-2.0-or-later
// Trees of mmtests: CPU of compare-mmtests.pl over ours for the same table, what size does to
// time and memory, and what storing costs over the least that it can cost.
// MMTESTS=CHECKOUT runs the peer here (638401e07e70; MMTESTS_2025=CHECKOUT for pft, which later
// revisions no longer have); without it its recorded times stand in, and the rows say so.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { execute, memcgperf } from '../program.mjs';
import { cost, inTurn, median, program, row } from './measure.mjs';
import { names, runName, writeTree } from './mmtests_tree.mjs';

const RUNS = 20;
const ITERATIONS = 30;
const ROUNDS = 11;
const MEMORY_BYTES = 64 * 1024 * 1024;
const MB = 1024 * 1024;

/** CPU seconds of the peer for such trees, measured once on two cores of 2.1 GHz. */
const recorded = { pft: 48.5, 'hackbench-process-pipes': 39, kernbench: 205 };
const style = { pft: 'mmtests-2025' };
const peer = (name) => process.env[name === 'pft' ? 'MMTESTS_2025' : 'MMTESTS'];

const arguments_ = (tree, name) => ['-d', tree, '-b', name,
  '-n', Array.from({ length: RUNS }, (_, run) => runName(run)).join(',')];

const ours = (tree, name) =>
  cost(memcgperf, ['compare', '--style', style[name] ?? 'mmtests', ...arguments_(tree, name)]);

async function theirs(tree, name) {
  const checkout = peer(name);
  if (!checkout) return { cpu_s: recorded[name], note: 'recorded' };
  const command = path.join(checkout, 'bin/compare-mmtests.pl');
  return { ...(await cost(command, arguments_(tree, name))), note: 'measured' };
}

/** Ours and the peer's for the same table, and what twice and ten times the tree cost. */
async function tables(folder, name) {
  const tree = (size) => path.join(folder, `${name}-${size}`);
  for (const size of [1, 2, 10]) writeTree(tree(size), name, RUNS, ITERATIONS * size);
  const peerCost = await theirs(tree(1), name);
  const [ones, twos] = await inTurn(ROUNDS, [1, 2].map((size) => () => ours(tree(size), name)));
  const ten = await ours(tree(10), name);
  for (const size of [1, 2, 10]) rmSync(tree(size), { recursive: true });
  const one = median(ones.map((round) => round.cpu_s));
  const two = median(twos.map((round) => round.cpu_s));
  return [
    row(`${name}: CPU of compare-mmtests.pl over ours, ${RUNS} runs`, { ours: one,
      reference: peerCost.cpu_s, unit: 's', ratio: peerCost.cpu_s / one, bar: '>= 500',
      note: peerCost.note }),
    row(`${name}: twice the tree`, { ours: two, reference: one, unit: 's', bar: '<= 2.2',
      ratio: median(twos.map((round, i) => round.cpu_s / ones[i].cpu_s)) }),
    row(`${name}: ten times the tree`, { ours: ten.cpu_s, reference: one, unit: 's' }),
    row(`${name}: memory for ten times the tree`, { ours: ten.peak_bytes / MB, unit: 'MB',
      bar: `<= ${MEMORY_BYTES / MB}` }),
  ];
}

/** What storing a tree costs, and the least it can, each time into a database of its own. */
async function storing(folder) {
  const tree = path.join(folder, 'tree');
  const stored = (i) => path.join(folder, `stored-${i}.db`);
  for (const name of names) writeTree(tree, name, RUNS, ITERATIONS);
  const least = async (i) => {
    const { stdout, stderr } = await execute(program('ingest_reference'),
      [tree, stored(i), path.join(folder, `reference-${i}.db`)], { seconds: 600 });
    if (!stdout) throw new Error(`ingest_reference: ${stderr}`);
    const told = JSON.parse(stdout);
    return { ...told, cpu_s: told.files_s + told.rows_s };
  };
  const [costs, leasts] = await inTurn(ROUNDS,
    [(i) => cost(memcgperf, ['ingest', '--db', `sqlite:${stored(i)}`, tree]), least]);
  return row(`ingest of ${leasts[0].rows} rows over files and bare inserts alone`, {
    ours: median(costs.map((one) => one.cpu_s)), reference: median(leasts.map((one) => one.cpu_s)),
    unit: 's', bar: '<= 2', ratio: median(costs.map((one, i) => one.cpu_s / leasts[i].cpu_s)) });
}

export async function rows({ folder, say }) {
  const result = [await storing(folder)];
  for (const name of names) {
    if (!peer(name)) say(`${name}: the peer's time is the recorded one (MMTESTS= and MMTESTS_2025= measure it)`);
    result.push(...(await tables(folder, name)));
  }
  return result;
}
