// SPDX-License-Identifier: GPL-2.0-or-later
// Runs the fuzz targets that make/fuzz.mk built, each for FUZZ_SECONDS, and prints a line of each.
//     node tests/fuzz/run.mjs [NAME...]
// Seeds are the golden cases, the bundled samples and tests/fuzz/cases/NAME, where the inputs of
// findings are kept. What a target learns stays in build/fuzz/corpus, what it finds in
// build/fuzz/findings.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const root = path.resolve(import.meta.dirname, '../..');
const memcgperf = process.env.MEMCGPERF ?? path.join(root, 'build/memcgperf');
const seconds = Number(process.env.FUZZ_SECONDS ?? 60);
const only = process.argv.slice(2);
const SEED_BYTES = 32 * 1024;
const INPUT_BYTES = 64 * 1024;
const INPUT_SECONDS = 10;

// Formats by the beginning of their names; what is in no other family is of a tool's own.
const families = {
  native: /^(native|benchmark-action|bencher|csv|fio)$/,
  perf: /^(perf-|folded$|callgraph$|profile-summary$)/,
  bpf: /^(bpf|bcc-)/,
  lkp: /^lkp-/,
  tools: /./,
};

function formatNames() {
  const text = execFileSync(memcgperf, ['formats'], { encoding: 'utf8' });

  return text.split('\n').map((line) => line.split(/\s+/)[0]).filter((name) => /^[a-z]/.test(name));
}

function familyOf(name) {
  return Object.keys(families).find((family) => families[family].test(name));
}

/** Files below a folder, those that are small enough to be worth mutating. */
function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

const golden = path.join(root, 'tests/golden');

function goldenInputs() {
  return filesBelow(golden).filter((file) => !/(\.jsonl|case\.json|\.mjs|README\.md)$/.test(file));
}

const beginning = (file) => readFileSync(file).subarray(0, SEED_BYTES);
const samples = () =>
  filesBelow(path.join(root, 'samples')).filter((file) => !/\.(sh|json)$/.test(file));

/** Files of the bundled tree, each with its path on the first line. */
function treeSeeds(folder) {
  execFileSync('tar', ['-xJf', path.join(root, 'samples/memcg-kvm.tar.xz'), '-C', folder]);
  return filesBelow(folder).slice(0, 400).map((file) => {
    const bytes = readFileSync(file);
    const content = file.endsWith('.gz') ? gunzipSync(bytes) : bytes;

    return Buffer.concat([Buffer.from(`${path.relative(folder, file)}\n`),
      content.subarray(0, SEED_BYTES)]);
  });
}

/** Golden inputs alone, packed, and packed in an archive. */
function packedSeeds(folder) {
  const inputs = goldenInputs().slice(0, 8);
  const pack = (command, args) => execFileSync(command, args, { maxBuffer: 1 << 26 });
  const names = inputs.map((file) => path.relative(golden, file));

  writeFileSync(path.join(folder, 'x.txt'), beginning(inputs[0]));
  return [
    pack('tar', ['-C', golden, '-cf', '-', ...names.slice(0, 3)]),
    pack('tar', ['-C', golden, '-czf', '-', ...names.slice(3, 6)]),
    pack('tar', ['-C', golden, '-cJf', '-', ...names.slice(5)]),
    pack('gzip', ['-c', inputs[1]]),
    pack('xz', ['-c', inputs[2]]),
    pack('bzip2', ['-c', inputs[3]]),
    pack('python3', ['-c', 'import sys,zipfile,io;b=io.BytesIO();z=zipfile.ZipFile(b,"w",8);'
      + '[z.write(f,str(i)) for i,f in enumerate(sys.argv[1:])];z.close();'
      + 'sys.stdout.buffer.write(b.getvalue())', ...inputs.slice(0, 3)]),
  ];
}

function nameSeeds() {
  const table = readFileSync(path.join(root, 'tests/data/kernel-version-order.tsv'), 'utf8');
  const names = table.split('\n').filter((line) => line && !line.startsWith('#'));
  const seeds = [];

  for (let i = 0; i < names.length; i += 4) seeds.push(names.slice(i, i + 4).join('\n'));
  seeds.push(
    '-12.5e3\n1,234,567\n512K',
    '2026-01-18T03:12:44Z\nThu, 3 Sep 2015 10:11:12 +0200',
    '<a.b@c.example>\nhttps://lore.kernel.org/all/a.b@c.example/',
  );
  return seeds.map((seed) => Buffer.from(seed));
}

/** A request for each route of the API's description and each page. */
function requestSeeds() {
  const api = JSON.parse(readFileSync(path.join(root, 'server/openapi.json'), 'utf8'));
  const pages = ['/', '/runs', '/compare', '/overhead', '/series', '/changes', '/latency'];
  const seeds = pages.map((page) => ['GET', page, '', 'text/html']);

  for (const [route, methods] of Object.entries(api.paths)) {
    for (const [method, row] of Object.entries(methods)) {
      const names = (row.parameters ?? []).map((parameter) => parameter.name).filter(Boolean);
      const query = names.map((name) => `${name}=6.12`).join('&');

      seeds.push([method.toUpperCase(), `/api/v1${route}`.replace('/api/v1/api/v1', '/api/v1')
        .replace(/\{[^}]*\}/g, '0A'), query, 'application/json', 'gzip', '"x"', 'Bearer mp_x', '10',
        '10.0.0.1, 192.0.2.1, fd00::1']);
    }
  }
  return seeds.map((lines) => Buffer.from(lines.join('\n')));
}

/** The bundled samples in a store. */
function makeDatabase(folder) {
  const file = path.join(folder, 'fuzz.db');

  execFileSync(memcgperf, ['ingest', '--db', `sqlite:${file}`, path.join(root, 'samples')],
    { stdio: 'ignore' });
  return `sqlite:${file}`;
}

/** What runs: name, program, environment, and a function that makes its seeds in a folder. */
function targets() {
  const inputs = () => [...goldenInputs(), ...samples()].map(beginning);
  const formats = formatNames().filter((name) => name !== 'mmtests');
  const rows = Object.keys(families).map((family) => ({
    name: `formats-${family}`,
    program: 'fuzz_formats',
    env: { FUZZ_FORMATS: formats.filter((name) => familyOf(name) === family).join(' ') },
    seeds: inputs,
  }));

  return [
    { name: 'formats', program: 'fuzz_formats', env: {}, seeds: inputs },
    ...rows,
    { name: 'mmtests', program: 'fuzz_mmtests', env: {}, seeds: treeSeeds },
    { name: 'mail', program: 'fuzz_mail', env: {}, seeds: inputs },
    { name: 'unpack', program: 'fuzz_unpack', env: {}, seeds: packedSeeds },
    {
      name: 'pipeline',
      program: 'fuzz_pipeline',
      env: {},
      seeds: (work) => [...packedSeeds(work), ...inputs()],
    },
    { name: 'names', program: 'fuzz_names', env: {}, seeds: nameSeeds },
    { name: 'request', program: 'fuzz_request', env: {}, seeds: requestSeeds, database: true },
  ];
}

function runTarget(row, folder) {
  const corpus = path.join(root, 'build/fuzz/corpus', row.name);
  const findings = path.join(root, 'build/fuzz/findings');
  const seeds = path.join(folder, 'seeds', row.name);
  const cases = path.join(root, 'tests/fuzz/cases', row.name);
  const work = path.join(folder, 'work', row.name);

  for (const name of [corpus, findings, seeds, work]) mkdirSync(name, { recursive: true });
  for (const seed of row.seeds(work)) {
    writeFileSync(path.join(seeds, createHash('sha1').update(seed).digest('hex')), seed);
  }
  const env = { ...process.env, ...row.env };

  if (row.database) env.FUZZ_DATABASE = makeDatabase(work);
  return new Promise((resolve) => {
    const child = spawn(path.join(root, 'build/fuzz/tests/fuzz', row.program), [
      `-max_total_time=${seconds}`, `-max_len=${INPUT_BYTES}`, `-timeout=${INPUT_SECONDS}`,
      '-rss_limit_mb=2048', '-print_final_stats=1', `-artifact_prefix=${findings}/${row.name}-`,
      corpus, seeds, ...(existsSync(cases) ? [cases] : []),
    ], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let log = '';

    child.stderr.on('data', (data) => (log = (log + data).slice(-(1 << 20))));
    child.on('close', (code) => resolve({ row, code, log }));
  });
}

const last = (log, pattern) => [...log.matchAll(pattern)].at(-1)?.[1] ?? '-';

function report({ row, code, log }) {
  const runs = last(log, /number_of_executed_units: *(\d+)/g);
  const coverage = last(log, /cov: (\d+)/g);

  console.log(`  ${row.name.padEnd(16)} ${runs.padStart(9)} runs  ${coverage.padStart(6)} edges  `
    + (code === 0 ? 'ok' : 'FOUND'));
  if (code !== 0) console.log(log.slice(-4000));
  return code === 0;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'memcgperf-fuzz-'));
const known = targets();
const chosen = known.filter((row) => only.length === 0 || only.includes(row.name));
let found = 0;

try {
  for (const row of chosen) found += !report(await runTarget(row, folder));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (chosen.length < only.length) {
  console.error(`there are ${known.map((row) => row.name).join(', ')}`);
}
process.exitCode = found > 0 || chosen.length < only.length ? 1 : 0;
