// SPDX-License-Identifier: GPL-2.0-or-later
// The table of docs/bisect.md: by culprit and noise, of how many bisections git names the right
// commit, and after how many iterations. One bar: 95 of 100 at 5 % in 2 % of normal noise.
//     node tests/bisect/table.mjs [BISECTIONS-A-ROW [NOISE...]]
// NOISE is normal, outliers, lognormal or modes. 100 of each take hours, as what cannot be told
// takes all iterations that it may.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bisect, COMMITS, repository } from './lab.mjs';

const each = Number(process.argv[2] ?? 100);
const wanted = process.argv.slice(3);
const PARALLEL = 2;
const BAR = 0.95;
const noises = {
  normal: 'normal, CV 2 %',
  outliers: 'normal 1 %, 15 % slow outliers',
  lognormal: 'log-normal 5 %',
  modes: 'two modes, 6 % apart',
};

const cases = [true, false].flatMap((hasBad) => Object.keys(noises)
  .filter((noise) => !wanted.length || wanted.includes(noise))
  .flatMap((noise) => [3, 5, 10, 20].map((size) => ({ hasBad, noise, size }))));
const jobs = cases.flatMap((one) => Array.from({ length: each }, (_, i) =>
  ({ one, told: { ...one, seed: i + 1, culprit: 1 + (i * 29 + one.size * 7) % COMMITS } })));

function add(one, told, { found, iterations, judged, skipped }) {
  one.right = (one.right ?? 0) + (found === told.culprit);
  one.none = (one.none ?? 0) + (found === null);
  one.iterations = (one.iterations ?? 0) + iterations;
  one.judged = (one.judged ?? 0) + judged;
  one.skipped = (one.skipped ?? 0) + skipped;
}

async function work(folder) {
  mkdirSync(folder, { recursive: true });
  const at = await repository(folder);
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    add(job.one, job.told, await bisect(at, job.told));
  }
}

const top = mkdtempSync(path.join(tmpdir(), 'memcgperf-bisect-'));
try {
  await Promise.all(Array.from({ length: PARALLEL }, (_, i) => work(path.join(top, String(i), 'linux'))));
} finally {
  rmSync(top, { recursive: true, force: true });
}

console.log('| references | noise | culprit | right | wrong | no answer | iterations | a commit | unsure |');
console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
for (const one of cases) {
  const { hasBad, noise, size, right, none, iterations, judged, skipped } = one;
  console.log(`| good${hasBad ? ' and bad' : ''} | ${noises[noise]} | ${size} % | ${right} | ` +
    `${each - right - none} | ${none} | ${(iterations / each).toFixed(1)} | ` +
    `${(iterations / judged).toFixed(1)} | ${(100 * skipped / judged).toFixed(1)} % |`);
}
const held = cases.filter(({ noise, size }) => noise === 'normal' && size === 5)
  .every(({ right }) => right >= BAR * each);
console.log(`\n${held ? 'holds' : 'FAILS'}: 5 % in 2 % of noise is found ${100 * BAR} times in 100`);
process.exitCode = held ? 0 : 1;
