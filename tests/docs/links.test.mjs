// SPDX-License-Identifier: GPL-2.0-or-later
// What the documents name is there: files and anchors that they link to, formats, make targets.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, root } from '../program.mjs';

const tracked = execFileSync('git', ['ls-files'], { cwd: root }).toString().split('\n');
const documents = tracked.filter((name) => name.endsWith('.md'));
const read = (name) => readFileSync(path.join(root, name), 'utf8');
const withoutCode = (text) => text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');

/** The anchors that a reader of Markdown makes of its headings. */
function anchors(text) {
  const headings = [...withoutCode(text).matchAll(/^#+ +(.*)$/gm)].map((found) => found[1]);
  return headings.map((heading) =>
    heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
}

function deadLinks(name) {
  const text = read(name);
  const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map((found) => found[1]);

  return links.filter((link) => !/^(https?|mailto):/.test(link)).filter((link) => {
    const [file, anchor] = link.split('#');
    const target = file ? path.join(path.dirname(name), file) : name;
    if (!existsSync(path.join(root, target))) return true;
    return anchor !== undefined && !anchors(read(target)).includes(anchor);
  });
}

for (const name of documents) {
  test(`links of ${name}`, () => assert.deepEqual(deadLinks(name), []));
}

/** Names in backquotes that look like a path below one of our folders. */
const ours = /^(lib|ingest|db|server|web|tests|tools|samples|docs|make)\/[\w./-]+$/;

for (const name of documents.filter((document) => !document.startsWith('tests/golden/'))) {
  test(`files that ${name} names`, () => {
    const names = [...read(name).matchAll(/`([^`\s]+)`/g)].map((found) => found[1]);
    const missing = names.filter((file) => ours.test(file) && !/[A-Z]{2}|NNNN/.test(file))
      .filter((file) => !['', '.h'].some((end) => existsSync(path.join(root, file + end))));
    assert.deepEqual(missing, []);
  });
}

test('docs/formats.md names each format', async () => {
  const result = await execute(memcgperf, ['formats']);
  const text = read('docs/formats.md');
  const names = [...result.stdout.matchAll(/^(\S+)/gm)].map((found) => found[1]);

  assert.equal(result.status, 0);
  assert.ok(names.length > 3, result.stdout);
  assert.deepEqual(names.filter((name) => !text.includes(`\`${name}\``)), []);
});

test('the make targets that the documents name exist', () => {
  const help = execFileSync('make', ['-s', 'help'], { cwd: root }).toString();
  const targets = new Set([...help.matchAll(/^(\S+)/gm)].map((found) => found[1]));
  const named = documents.flatMap((name) =>
    [...read(name).matchAll(/(?:`|^ {4}|\$ )make ([a-z]+)/gm)].map((found) => found[1]));

  assert.ok(named.length > 0);
  assert.deepEqual(named.filter((name) => !targets.has(name)), []);
});
