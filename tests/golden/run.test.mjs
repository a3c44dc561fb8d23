// SPDX-License-Identifier: GPL-2.0-or-later
// The golden cases: tests/golden/GROUP/CASE/case.json says what `memcgperf parse` is given, and
// expected.jsonl what it must print. tests/golden/README.md has the rules.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, root } from '../program.mjs';

const RELATIVE = 1e-9;
const ABSOLUTE = 1e-12;
const here = path.join(root, 'tests/golden');

function isNear(want, got) {
  if (typeof got !== 'number') return false;
  const largest = Math.max(Math.abs(want), Math.abs(got));
  return Math.abs(want - got) <= Math.max(RELATIVE * largest, ABSOLUTE);
}

/** Every field that want names is in got and equal; got may have more of them. */
function holds(want, got) {
  if (typeof want === 'number') return isNear(want, got);
  if (typeof want !== 'object' || want === null) return want === got;
  if (typeof got !== 'object' || got === null) return false;
  if (Array.isArray(want)) {
    return Array.isArray(got) && want.length === got.length
      && want.every((item, i) => holds(item, got[i]));
  }
  return Object.entries(want).every(([key, value]) => key in got && holds(value, got[key]));
}

/** Finds a record for each expectation, one of its own where several are alike. */
function match(wants, records) {
  const used = new Set();
  const missing = [];

  for (const want of wants) {
    const alike = records.filter((record) => record.type === want.type && holds(want, record));
    const found = alike.find((record) => !used.has(record)) ?? alike[0];
    if (found) used.add(found);
    else missing.push(want);
  }
  return { used, missing };
}

const jsonLines = (text) => text.split('\n').filter(Boolean).map((line) => JSON.parse(line));
const show = (records) => records.slice(0, 3).map((r) => JSON.stringify(r)).join('\n');

function checkError(result) {
  assert.notEqual(result.status, 0, 'exit status 0, an error was due');
  assert.match(result.stderr, /^[^\n]+\n$/, 'one line on standard error was due');
  const others = jsonLines(result.stdout).filter((record) => record.type !== 'diagnostic');
  assert.equal(others.length, 0, `records beside the error:\n${show(others)}`);
}

function checkRecords(result, wants, exact) {
  assert.equal(result.status, 0, `exit status ${result.status}: ${result.stderr}`);
  const records = jsonLines(result.stdout);
  const { used, missing } = match(wants, records);
  const extra = records.filter((record) => exact.includes(record.type) && !used.has(record));

  assert.equal(missing.length, 0, `${missing.length} not found:\n${show(missing)}`);
  assert.equal(extra.length, 0, `${extra.length} too many:\n${show(extra)}`);
}

async function checkCase(folder) {
  const spec = JSON.parse(readFileSync(path.join(folder, 'case.json'), 'utf8'));
  const parse = async (input) => {
    const result = await execute(memcgperf, ['parse', ...(spec.args ?? []), input], {
      cwd: folder,
    });
    assert.equal(result.signal, null, `ended by ${result.signal}: ${result.stderr}`);
    return result;
  };

  if (spec.error) {
    checkError(await parse(spec.input));
    return;
  }
  const wants = jsonLines(readFileSync(path.join(folder, 'expected.jsonl'), 'utf8'));
  assert.ok(wants.length > 0 || spec.exact?.length > 0, 'the case expects nothing');
  for (const input of spec.inputs ?? [spec.input]) {
    checkRecords(await parse(input), wants, spec.exact ?? []);
  }
}

const folders = (dir) =>
  readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    .map((entry) => entry.name).sort();

for (const group of folders(here)) {
  for (const name of folders(path.join(here, group))) {
    const folder = path.join(here, group, name);
    if (existsSync(path.join(folder, 'case.json'))) {
      test(`${group}/${name}`, () => checkCase(folder));
    }
  }
}
