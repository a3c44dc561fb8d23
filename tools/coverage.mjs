// SPDX-License-Identifier: GPL-2.0-or-later
// Lines that tests ran, by folder, and the files with most that they did not (make coverage). Fails
// when a folder with a bar is below it.
//     node tools/coverage.mjs SUMMARY.json         as gcovr --json-summary writes it
import { readFileSync } from 'node:fs';
import path from 'node:path';

const BAR = 90; // percent of lines
const BARRED = ['lib', 'ingest', 'db'];
const WORST = 15;

const { files } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const folders = new Map();

for (const { filename, line_total: total, line_covered: covered } of files) {
  const name = path.dirname(filename);
  const sum = folders.get(name) ?? { total: 0, covered: 0 };
  folders.set(name, { total: sum.total + total, covered: sum.covered + covered });
}
for (const [name, { total, covered }] of [...folders].sort()) {
  const percent = (100 * covered) / total;
  const isBelow = BARRED.includes(name) && percent <= BAR;
  console.log(`  ${name}: ${percent.toFixed(1)} % of ${total} lines${isBelow ? `, below ${BAR} %` : ''}`);
  if (isBelow) process.exitCode = 1;
}
console.log('  most lines that nothing ran:');
const missing = ({ line_total: total, line_covered: covered }) => total - covered;
for (const file of files.toSorted((a, b) => missing(b) - missing(a)).slice(0, WORST))
  console.log(`    ${file.filename}: ${missing(file)} of ${file.line_total}`);
