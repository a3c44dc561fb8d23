// SPDX-License-Identifier: GPL-2.0-or-later
// Runs every test and ends with one line: N passed, N failed. Unit tests are given as programs;
// the others are found below tests/. What a failing test printed is shown, the rest is not.
//     node tests/run.mjs [UNIT-TEST-PROGRAM...]
//     node tests/run.mjs --long                    those of tests/long alone
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';

const PARALLEL = 2;
const UNIT_SECONDS = 120;
const FILE_SECONDS = 300;
const LONG_SECONDS = 1800;
const isLong = process.argv[2] === '--long';

const newResult = () => ({ passed: 0, failed: 0, skipped: 0 });
const total = newResult();

function count(suite, result, seconds) {
  for (const key of Object.keys(total)) total[key] += result[key];
  const skipped = result.skipped ? `, ${result.skipped} skipped` : '';
  const time = seconds === undefined ? '' : ` (${seconds.toFixed(1)} s)`;
  console.log(`  ${suite}: ${result.passed} passed, ${result.failed} failed${skipped}${time}`);
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
  const sum = newResult();
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
  const error = test.details.error ?? 'holds no test';
  const cause = error.cause ?? error;
  const where = path.relative('.', test.file ?? '');
  return `FAILED ${where}: ${test.name}\n${cause?.stack ?? cause?.message ?? cause}\n`;
}

/** A test that only holds others: they are reported before it, one level deeper. */
function isParent(test, levels) {
  const deeper = (levels.get(test.file) ?? 0) > test.nesting;
  levels.set(test.file, test.nesting);
  return deeper && (test.details.error?.failureType ?? 'subtestsFailed') === 'subtestsFailed';
}

/** The suite of a file is its folder. */
const suiteOf = (file) => path.basename(path.dirname(file));

/** Counts one test that is at an end; a file without any test has failed. */
function countNode(result, test) {
  if (test.details.error || test.name === test.file) {
    result.failed += 1;
    console.log(failure(test));
  } else if (test.skip !== undefined) {
    result.skipped += 1;
    console.log(`SKIPPED ${test.name}: ${test.skip}`);
  } else {
    result.passed += 1;
  }
}

/** Runs all files in one go, so that no processor waits for the last file of a suite. */
function runNode(files) {
  return new Promise((resolve) => {
    const suites = new Map(files.map((file) => [suiteOf(file), newResult()]));
    const levels = new Map();
    const output = [];
    const start = Date.now();
    const stream = run({ files, concurrency: PARALLEL, timeout: (isLong ? LONG_SECONDS : FILE_SECONDS) * 1000 });
    const ended = (test) => {
      if (!isParent(test, levels)) countNode(suites.get(suiteOf(test.file)), test);
    };

    stream.on('test:stderr', ({ message }) => output.push(message));
    stream.on('test:fail', ended);
    stream.on('test:pass', ended);
    stream.on('end', () => {
      const results = [...suites.values()];
      if (results.some((result) => result.failed)) console.log(output.join(''));
      for (const [suite, result] of suites) count(suite, result);
      console.log(`  these took ${((Date.now() - start) / 1000).toFixed(1)} s`);
      resolve();
    });
    stream.resume();
  });
}

function testFiles() {
  return readdirSync('tests', { recursive: true })
    .filter((name) => name.endsWith('.test.mjs') && name.startsWith('long/') === isLong)
    .sort()
    .reverse() // web, which takes longest, first
    .map((name) => path.resolve('tests', name));
}

if (!isLong) {
  await runUnit(process.argv.slice(2));
  await runLayers();
}
await runNode(testFiles());
if (total.passed === 0) total.failed += 1;
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed ? 1 : 0;
