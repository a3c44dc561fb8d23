// SPDX-License-Identifier: GPL-2.0-or-later
// Measures, and prints one table: what, our figure, the reference's, their ratio, the bar, and
// whether it is reached. Each file *.bench.mjs beside this one exports
//     async function rows(context)
// which gives rows of measure.mjs. context.folder is scratch space, context.say(text) tells what is
// left out and why (a peer that is not there). Exit status 1 when a bar is not reached.
//     node tests/bench/run.mjs [--json] [PART-OF-A-FILE'S-NAME...]
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const here = import.meta.dirname;
const args = process.argv.slice(2);
const isJson = args.includes('--json');
const wanted = args.filter((arg) => arg !== '--json');

const figure = (value, unit) =>
  value === null ? '' : `${Number(value.toPrecision(value >= 1000 ? 6 : 3))}${unit && ` ${unit}`}`;

function cells(row) {
  return [row.what, figure(row.ours, row.unit), figure(row.reference, row.unit),
    figure(row.ratio, ''), row.bar, row.ok ? 'ok' : 'short', row.note];
}

function print(rows) {
  const table = [['what', 'ours', 'reference', 'ratio', 'bar', '', ''], ...rows.map(cells)];
  const widths = table[0].map((_, i) => Math.max(...table.map((line) => line[i].length)));
  const pad = (text, i) => (i >= 1 && i <= 3 ? text.padStart(widths[i]) : text.padEnd(widths[i]));
  for (const line of table) console.log(line.map(pad).join('  ').trimEnd());
}

function files() {
  const all = readdirSync(here).filter((name) => name.endsWith('.bench.mjs')).sort();
  const some = all.filter((name) => wanted.some((part) => name.includes(part)));
  if (wanted.length && !some.length) throw new Error(`none of: ${all.join(', ')}`);
  return wanted.length ? some : all;
}

async function measure(name) {
  const folder = mkdtempSync(path.join(tmpdir(), 'memcgperf-bench-'));
  const say = (text) => console.error(`${name}: ${text}`);
  try {
    const { rows } = await import(path.join(here, name));
    return await rows({ folder, say });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const rows = [];
for (const name of files()) rows.push(...(await measure(name)));
if (isJson) console.log(JSON.stringify(rows, null, 2));
else print(rows);
process.exitCode = rows.every((row) => row.ok) ? 0 : 1;
