// SPDX-License-Identifier: GPL-2.0-or-later
// What text for a mail must keep to, so that no mail program and no git eats a line, and names that
// try to break it.

const EATEN = ['---', 'diff -', 'Index: ', '#', 'From ', '>'];
const ADDRESS = /^ *(Link: |More: )?https?:\/\/\S+$/;

/** What is wrong with a text, a line each; only an address may make a line longer. */
export function faults(text, width = 72) {
  const found = [];

  if (text !== '' && !text.endsWith('\n')) found.push('the last line does not end');
  for (const [i, line] of text.split('\n').slice(0, -1).entries()) {
    const tell = (what) => found.push(`line ${i + 1}: ${what}: ${JSON.stringify(line)}`);

    if (line.length > width && !ADDRESS.test(line)) tell(`${line.length} columns`);
    if (/[^ -~]/.test(line)) tell('no printable ASCII');
    if (line !== '' && !line.startsWith('  ')) tell('not indented by two');
    if (line.endsWith(' ')) tell('blanks at the end');
    if (EATEN.some((start) => line.startsWith(start)) || line === '-- ') tell('a mail program eats it');
  }
  return found;
}

export const hostile = [
  '--- a/mm/memcontrol.c', 'diff --git a/x b/x', 'Index: mm/memcontrol.c', '#include <x>', 'From me@example.org',
  '> quoted', '-- ', 'größe\tin\nzeilen', 'ein name mit leerzeichen darin', 'long'.repeat(40), '| a | b |', '%s%n', '\u202egnp',
];
