// SPDX-License-Identifier: GPL-2.0-or-later
// Every JSON input of the golden cases, with each member taken away, and with each turned into
// something of another kind: the program ends by itself, whatever it makes of it.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, root, scratch } from '../program.mjs';

const golden = path.join(root, 'tests/golden');
const LINES = 40; // of an input of many documents
const OTHERS = [null, 7, 'text', [], {}, [[1]]];

/** The documents of an input: one, or one a line; none when it is no JSON. */
function documentsOf(file) {
  const text = readFileSync(file, 'utf8');
  if (!/^\s*[[{]/.test(text)) return [];
  try {
    return [JSON.parse(text)];
  } catch {
    try {
      return text.trim().split('\n').slice(0, LINES).map((line) => JSON.parse(line));
    } catch {
      return [];
    }
  }
}

/** Where members are, one place for each name at each depth and kind of what is there. */
function placesOf(value, place = [], seen = new Map()) {
  if (value === null || typeof value !== 'object') return seen;
  for (const key of Object.keys(value)) {
    const here = [...place, key];
    const kind = `${here.length} ${Array.isArray(value) ? '[]' : key} ${value[key] === null ? 'null' : typeof value[key]}`;
    if (!seen.has(kind)) seen.set(kind, here);
    placesOf(value[key], here, seen);
  }
  return seen;
}

function altered(document, place, other) {
  const copy = structuredClone(document);
  const key = place.at(-1);
  const holder = place.slice(0, -1).reduce((value, each) => value[each], copy);
  if (other !== undefined) holder[key] = other;
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return copy;
}

function* variants(documents) {
  for (const [i, document] of documents.entries()) {
    for (const place of placesOf(document).values())
      for (const other of [undefined, ...OTHERS])
        yield documents.map((each, k) => (k === i ? altered(document, place, other) : each)).map((each) => JSON.stringify(each)).join('\n');
  }
}

/** Ends by itself over the folder; else over which of its files it does not. */
async function assertEnds(folder, names) {
  const { signal } = await execute(memcgperf, ['parse', folder], { seconds: 120 });
  if (signal === null) return;
  for (const name of names) {
    const one = await execute(memcgperf, ['parse', path.join(folder, name)]);
    assert.equal(one.signal, null, readFileSync(path.join(folder, name), 'utf8').slice(0, 2000));
  }
  assert.fail(`ended by ${signal} over all files of a folder, but over none alone`);
}

const inputs = readdirSync(golden, { recursive: true }).filter((name) => /input(\.\w+)?$/.test(name)).map((name) => path.join(golden, name));
let files = 0;

test('a member that is missing or of another kind ends no program', async (t) => {
  const folder = scratch(t);
  for (const [i, input] of inputs.entries()) {
    const documents = documentsOf(input);
    if (documents.length === 0) continue;
    const of = path.join(folder, String(i));
    const names = [];
    mkdirSync(of);
    for (const text of variants(documents)) {
      names.push(`${names.length}${path.extname(input)}`);
      writeFileSync(path.join(of, names.at(-1)), text);
    }
    await assertEnds(of, names);
    files += names.length;
  }
  assert.ok(files > 1000, `${files} files`);
  t.diagnostic(`${files} files`);
});
