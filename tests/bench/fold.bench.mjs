// SPDX-License-Identifier: GPL-2.0-or-later
// `memcgperf fold` and `ingest` of 200 MB of perf script, made from a real capture with changed comm,
// pid and time. The reference is a plain reader in C (fold_reader.c) in the same run. FLAMEGRAPH=CHECKOUT
// runs stackcollapse-perf.pl here, on a tenth of the file; INFERNO=inferno-collapse-perf its peer in Rust;
// without them their recorded ratios to the reader stand in, and the rows say so.
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, truncateSync, writeSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { execute, memcgperf, root } from '../program.mjs';
import { cost, median, program, row } from './measure.mjs';

const MB = 1e6;
const FILE_MB = 200;
const PART_MB = 20;
const TIMES = 10; // of the file, for memory at any size
const ROUNDS = 7;
const COMMS = 8;
const PIDS = 1000;
const MEMORY_MIB = 32;

/** Rates of peers as parts of the plain reader's, as once recorded: 20 and 200 where it read 1,150 MB a CPU second. */
const recorded = { perl: 20 / 1150, inferno: 200 / 1150 };

const HEADER = /^(.+?) +(\d+) +[\d.]+:/;

/** The capture's samples again and again, each with a task, a pid and a time of its own. */
function writeScript(file, bytes) {
  const capture = gunzipSync(readFileSync(path.join(root, 'tests/data/perf/messaging.script.gz')));
  const samples = capture.toString().split('\n\n').filter(Boolean);
  const output = openSync(file, 'w');
  let written = 0;
  for (let n = 0; written < bytes;) {
    const text = samples.map((sample) => {
      n += 1;
      return sample.replace(HEADER, (_, comm, pid) => `${comm.slice(0, 12)}-${n % COMMS} `
        + `${Number(pid) + (n % PIDS)} ${(1000 + n * 0.000211).toFixed(6)}:`);
    }).join('\n\n');
    written += writeSync(output, `${text}\n\n`);
  }
  closeSync(output);
}

const rate = (mb, { cpu_s: seconds }) => mb / seconds;

/** Our rate and the reader's, measured in turn so that both see the same machine. */
async function inTurn(file) {
  const fold = [];
  const reader = [];
  for (let i = 0; i < ROUNDS; i++) {
    reader.push(rate(FILE_MB, await cost(program('fold_reader'), [file])));
    fold.push(rate(FILE_MB, await cost(memcgperf, ['fold', file])));
  }
  return { fold: median(fold), reader: median(reader) };
}

/** Seconds of ingest, and of reading, hashing, compressing and inserting the same alone. */
async function storing(file, folder) {
  const tree = path.join(folder, 'tree');
  const ours = [];
  const least = [];
  mkdirSync(tree);
  renameSync(file, path.join(tree, 'script.txt'));
  for (let i = 0; i < ROUNDS; i++) {
    const stored = path.join(folder, `stored-${i}.db`);
    ours.push((await cost(memcgperf, ['ingest', '--db', `sqlite:${stored}`, '--kernel', '6.18.0', tree])).cpu_s);
    const { stdout, stderr } = await execute(program('ingest_reference'),
      [tree, stored, path.join(folder, `reference-${i}.db`)], { seconds: 600 });
    if (!stdout) throw new Error(`ingest_reference: ${stderr}`);
    const told = JSON.parse(stdout);
    least.push(told.files_s + told.rows_s);
  }
  return { ours: median(ours), least: median(least) };
}

async function peers(part, ours, reader, say) {
  const perl = process.env.FLAMEGRAPH && rate(PART_MB,
    await cost('perl', [path.join(process.env.FLAMEGRAPH, 'stackcollapse-perf.pl'), part]));
  const inferno = process.env.INFERNO && rate(PART_MB, await cost(process.env.INFERNO, [part]));
  if (!perl || !inferno) say('recorded ratios of peers to the reader (FLAMEGRAPH= and INFERNO= measure them)');
  const against = (what, measured, known, bar) => row(what, { ours, reference: measured || reader * known,
    unit: 'MB/CPU-s', bar, note: measured ? 'measured' : 'recorded' });
  return [against('fold over stackcollapse-perf.pl', perl, recorded.perl, '>= 50'),
    against('fold over inferno-collapse-perf', inferno, recorded.inferno, '>= 5')];
}

export async function rows({ folder, say }) {
  const file = path.join(folder, 'script.txt');
  const part = path.join(folder, 'part.txt');
  writeScript(file, FILE_MB * MB);
  writeScript(part, PART_MB * MB);
  truncateSync(file, FILE_MB * MB);
  const { fold, reader } = await inTurn(file);
  const all = Array(TIMES).fill(file).join(' ');
  const memory = await cost('sh', ['-c', `cat ${all} | ${memcgperf} fold`]);
  const stored = await storing(file, folder);
  return [
    row(`fold of ${FILE_MB} MB over a plain reader in C`, { ours: fold, reference: reader,
      unit: 'MB/CPU-s', bar: '>= 0.87' }),
    ...(await peers(part, fold, reader, say)),
    row(`fold of ${FILE_MB * TIMES} MB: memory`, { ours: memory.peak_bytes / 2 ** 20, unit: 'MiB',
      bar: `<= ${MEMORY_MIB}` }),
    row('ingest of the same file over reading, SHA-256, zstd and bare inserts alone',
      { ours: stored.ours, reference: stored.least, unit: 's', bar: '<= 2' }),
    row('ingest of the same file over fold', { ours: FILE_MB / stored.ours, reference: fold,
      unit: 'MB/CPU-s', bar: '>= 0.5' }),
  ];
}
