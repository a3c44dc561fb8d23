// SPDX-License-Identifier: GPL-2.0-or-later
// Runs every test and ends with one line: N passed, N failed. Unit tests are given as programs;
// the others are found below tests/. What a failing test printed is shown, the rest is not.
//     node tests/run.mjs [UNIT-TEST-PROGRAM...]
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';

const PARALLEL = 2;
const UNIT_SECONDS = 120;
const FILE_SECONDS = 300;

const total = { passed: 0, failed: 0, skipped: 0 };

function count(suite, result, seconds) {
  for (const key of Object.keys(total)) total[key] += result[key];
  const skipped = result.skipped ? `, ${result.skipped} skipped` : '';
  const time = `${seconds.toFixed(1)} s`;
  console.log(`  ${suite}: ${result.passed} passed, ${result.failed} failed${skipped} (${time})`);
}

/** Runs a program to its end: what it printed, and how it ended. */
function execute(program, args = []) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), UNIT_SECONDS * 1000);
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('error', (error) => (output += error.message));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ output, code, signal });
    });
  });
}

/** The sums of a cmocka program. One that ends without telling them, or badly, has failed. */
function cmockaResult({ output, code, signal }) {
  const sum = (word) =>
    [...output.matchAll(new RegExp(`^\\[ +${word} +\\] (\\d+) test\\(s\\)`, 'gm'))].reduce(
      (total, found) => total + Number(found[1]), 0);
  const result = { passed: sum('PASSED'), failed: sum('FAILED'), skipped: sum('SKIPPED') };

  const isWhole = !signal && (code === 0 || result.failed) && result.passed + result.skipped > 0;

  if (!isWhole) result.failed = Math.max(result.failed, 1);
  return result;
}

async function runUnit(programs) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const queue = [...programs];
  const start = Date.now();
  const worker = async () => {
    for (let program = queue.shift(); program; program = queue.shift()) {
      const ended = await execute(program);
      const result = cmockaResult(ended);
      if (result.failed) {
        console.log(`FAILED ${program} (exit ${ended.signal ?? ended.code})\n${ended.output}`);
      }
      for (const key of Object.keys(sum)) sum[key] += result[key];
    }
  };

  await Promise.all(Array.from({ length: PARALLEL }, worker));
  count('unit', sum, (Date.now() - start) / 1000);
}

async function runLayers() {
  const start = Date.now();
  const { output, code } = await execute('tools/layers.sh');
  if (code !== 0) console.log(`FAILED tools/layers.sh\n${output}`);
  const result = { passed: Number(code === 0), failed: Number(code !== 0), skipped: 0 };
  count('layers', result, (Date.now() - start) / 1000);
}

function failure(test) {
  const cause = test.details.error?.cause ?? test.details.error;
  const where = path.relative('.', test.file ?? '');
  return `FAILED ${where}: ${test.name}\n${cause?.stack ?? cause?.message ?? cause}\n`;
}

/** A test that only holds others: they are reported before it, one level deeper. */
function isParent(test, levels) {
  const deeper = (levels.get(test.file) ?? 0) > test.nesting;
  levels.set(test.file, test.nesting);
  return deeper && (test.details.error?.failureType ?? 'subtestsFailed') === 'subtestsFailed';
}

/** A file that broke off is a failed test of its own, and so is one without any test. */
function runNode(suite, files) {
  return new Promise((resolve) => {
    const result = { passed: 0, failed: 0, skipped: 0 };
    const levels = new Map();
    const output = [];
    const start = Date.now();
    const stream = run({ files, concurrency: PARALLEL, timeout: FILE_SECONDS * 1000 });
    const failed = (test) => {
      result.failed += 1;
      console.log(failure(test));
    };

    stream.on('test:stderr', ({ message }) => output.push(message));
    stream.on('test:fail', (test) => isParent(test, levels) || failed(test));
    stream.on('test:pass', (test) => {
      if (isParent(test, levels)) return;
      if (test.name === test.file) {
        failed({ ...test, details: { error: 'holds no test' } });
      } else if (test.skip !== undefined) {
        result.skipped += 1;
        console.log(`SKIPPED ${test.name}: ${test.skip}`);
      } else {
        result.passed += 1;
      }
    });
    stream.on('end', () => {
      if (result.failed && output.length) console.log(output.join(''));
      count(suite, result, (Date.now() - start) / 1000);
      resolve();
    });
    stream.resume();
  });
}

function testFiles(folder) {
  return readdirSync(path.join('tests', folder))
    .filter((name) => name.endsWith('.test.mjs'))
    .sort()
    .map((name) => path.resolve('tests', folder, name));
}

const nodeSuites = readdirSync('tests', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

await runUnit(process.argv.slice(2));
await runLayers();
for (const suite of nodeSuites) {
  const files = testFiles(suite);
  if (files.length) await runNode(suite, files);
}
if (total.passed === 0) total.failed += 1;
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed ? 1 : 0;
