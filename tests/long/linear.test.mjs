// SPDX-License-Identifier: GPL-2.0-or-later
// No input makes a reader slow for its size: real output of every tool is blown up in every way that
// has made some parser quadratic, and twice as much of it takes at most about twice the CPU.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, root, samples, scratch } from '../program.mjs';

const BYTES = 1 << 20; // the largest of three sizes, each twice the one before
const FLOOR_S = 0.15; // at the largest size; what takes less cannot do harm
const DOUBLING = 2.6; // the most that twice the input may cost; 4 is quadratic
const TRIES = 3; // on a busy machine the least of some is nearest to the truth
const INPUT_BYTES = 64 * 1024; // of real output that is blown up
const CPU_SECONDS = 20;

const upTo = (piece, bytes) => piece.repeat(Math.ceil(bytes / Math.max(piece.length, 1))).slice(0, bytes);
const linesOf = (text) => text.split('\n');
const longest = (text) => linesOf(text).reduce((a, b) => (b.length > a.length ? b : a), '');
/** The text with a piece put in where the pattern first matches behind the middle, or anywhere. */
function at(text, pattern, piece) {
  const half = text.indexOf('\n', text.length / 2) + 1;
  const tail = text.slice(half);
  const place = tail.search(pattern);
  return place < 0 ? text + piece : text.slice(0, half + place) + piece + tail.slice(place);
}
/** Copies whose words and numbers differ, so that nothing is the same key twice. */
function different(text, bytes) {
  const copies = [];
  for (let i = 0, sum = 0; sum < bytes; i++) {
    copies.push(text.replace(/[A-Za-z_]{3,}(?=[\s\d,;:"'[\]()]|$)/gm, (word) => word + i.toString(36)));
    sum += copies.at(-1).length + 1;
  }
  return copies.join('\n');
}
/** Copies of all lines but the head, each line with a name of its own. */
function manyKeys(text, bytes) {
  const lines = linesOf(text);
  const head = lines.slice(0, -4);
  const tail = lines.slice(-4).filter((line) => line.trim());
  const more = [];
  for (let i = 0, sum = 0; sum < bytes && tail.length > 0; i++) {
    more.push(tail[i % tail.length].replace(/[A-Za-z_]+/, (word) => `${word}x${i}`));
    sum += more.at(-1).length + 1;
  }
  return [...head, ...more, ''].join('\n');
}

/** Every way to blow up a text to so many bytes. */
const hostile = {
  'the same again and again': (text, bytes) => upTo(`${text}\n`, bytes),
  'the same with other names': different,
  'other names in the last lines': manyKeys,
  'one line of all': (text, bytes) => upTo(`${text.replaceAll('\n', ' ')} `, bytes),
  'a long line in the middle': (text, bytes) => at(text, /^/m, `${upTo(`${longest(text)} `, bytes)}\n`),
  'many columns': (text, bytes) => {
    const lines = linesOf(text);
    return lines.map((line) => (line.trim() ? line + upTo(` ${line.trim()}`, bytes / lines.length) : line)).join('\n');
  },
  'a long word': (text, bytes) => at(text, /(?<=[A-Za-z])/, upTo('x', bytes)),
  'a long number': (text, bytes) => at(text, /(?<=\d)/, upTo('7', bytes)),
  'blank lines': (text, bytes) => at(text, /^/m, upTo('\n', bytes)),
  'blanks within a line': (text, bytes) => at(text, /(?<=\w) /, upTo(' ', bytes)),
  'blanks before every line': (text, bytes) => {
    const lines = linesOf(text);
    return lines.map((line) => upTo(' ', bytes / lines.length) + line).join('\n');
  },
  'last lines without an end': (text, bytes) => text + upTo(`${linesOf(text).findLast((line) => line.trim())}\n`, bytes),
  'first lines again and again': (text, bytes) => upTo(`${linesOf(text).slice(0, 3).join('\n')}\n`, bytes) + text,
  ...Object.fromEntries([',', ';', ':', '"', '(', '[', '{"a":', '|', '@x[', '=', '\\', '> ', '\t', '1 '].map((piece) =>
    [`a run of ${JSON.stringify(piece)}`, (text, bytes) => at(text, /\n/, upTo(piece, bytes))])),
  'nothing but quotes of quotes': (text, bytes) => {
    const lines = linesOf(text);
    return lines.map((line) => upTo('> ', bytes / lines.length) + line).join('\n');
  },
};

/** Seconds of CPU in user mode; what takes more than allowed is ended, and has taken that. */
async function cpu(args) {
  const { stderr } = await execute('bash',
    ['-c', `ulimit -t ${CPU_SECONDS}; TIMEFORMAT=%U; time "$@" > /dev/null 2> /dev/null`, '-', memcgperf, ...args], { seconds: 60 * CPU_SECONDS });
  return Number(/[\d.]+\s*$/.exec(stderr)?.[0] ?? Infinity);
}

/** What is wrong with growing; write(bytes) makes the input of a size, which args name. */
async function fault(write, args) {
  const measure = async (bytes, tries) => {
    write(bytes);
    let least = Infinity;
    for (let i = 0; i < tries; i++) least = Math.min(least, await cpu(args));
    return least;
  };
  const first = await measure(BYTES, 1);
  if (first < FLOOR_S) return { largest: first };
  const seconds = [];
  for (const bytes of [BYTES / 4, BYTES / 2, BYTES]) seconds.push(await measure(bytes, first > CPU_SECONDS / 4 ? 1 : TRIES));
  const [one, two, four] = seconds;
  const isBad = four > FLOOR_S && four > DOUBLING * Math.max(two, FLOOR_S / 4) && two > DOUBLING * Math.max(one, FLOOR_S / 8);
  return { largest: four, ...(isBad && { bad: seconds.map((each) => each.toFixed(2)).join(' -> ') }) };
}

/** Measures all ways for one input, and tells which are bad. */
async function growth(t, what, { write, args, text, ways = hostile }) {
  let worst = { largest: 0 };
  const bad = [];
  for (const [way, blow] of Object.entries(ways)) {
    const found = await fault((bytes) => write(blow(text, bytes)), args);
    if (found.largest > worst.largest) worst = { ...found, way };
    if (found.bad) bad.push(`${what}, ${way}: ${found.bad} s for ${BYTES / 4}, ${BYTES / 2}, ${BYTES} bytes`);
  }
  t.diagnostic(`${what}: at most ${worst.largest.toFixed(2)} s, ${worst.way}`);
  return bad;
}

/** The text of a file that is some, and not too long. */
function textOf(file) {
  const text = statSync(file).isFile() ? readFileSync(file, 'latin1') : '';
  return text.length <= INPUT_BYTES && /^[\t\n\r -~\x80-\xff]+$/.test(text) ? text : undefined;
}

function parsed(file, args) {
  const { stdout } = spawnSync(memcgperf, ['parse', ...args, file], { encoding: 'utf8', maxBuffer: 1 << 28 });
  return stdout;
}

/** The inputs of all golden cases that are text: { name, text, formats that are in it }. */
function* goldenTexts() {
  const golden = path.join(root, 'tests/golden');
  for (const name of readdirSync(golden, { recursive: true }).filter((each) => each.endsWith('case.json')).sort()) {
    const { input, inputs = [input], args = [] } = JSON.parse(readFileSync(path.join(golden, name), 'utf8'));
    for (const file of inputs.map((each) => path.join(golden, path.dirname(name), each))) {
      const text = textOf(file);
      const sources = text ? parsed(file, args).matchAll(/"source":"([a-z0-9-]+)"/g) : [];
      yield { name: path.dirname(name), text, formats: new Set([...sources].map(([, format]) => format)) };
    }
  }
}

/** For every format the longest input of the golden cases that holds some of it. */
function goldenInputs() {
  const longestOf = new Map();
  for (const { name, text, formats } of goldenTexts()) {
    for (const format of formats) {
      if ((longestOf.get(format)?.text.length ?? 0) < text.length) longestOf.set(format, { name, text });
    }
  }
  return longestOf;
}

/** Of formats without a golden case, what their tools print. */
const others = {
  'bcc-table': `[09:41:32]
SYSCALL                   COUNT        TIME (us)
read                         32            4.965
write                        31            4.965

PID      NAME             CPU     REFERENCE         MISS   HIT%
0        swapper/15       15        3515000       640000  81.79%
1        init             15        3515000       640000  81.79%
`,
  'bcc-stack': `Tracing off-CPU time (us) of all threads by user + kernel stack... Hit Ctrl-C to end.
    finish_task_switch
    schedule
    [unknown]
    -                sleep (1234)
        56529

    finish_task_switch
    do_wait
    -                bash (1235)
        529
`,
  bpftool: `[{"id":1278,"type":"tracepoint","name":"k","tag":"33","run_time_ns":63151855,"run_cnt":635078},
{"id":1280,"type":"tracepoint","name":"l","tag":"34","run_time_ns":63151855,"run_cnt":635078}]
`,
  'cgroup-files': `anon 1384448
file 26451968
kernel_stack 98304
pgfault 5211
pgmajfault 12
workingset_refault_anon 0
workingset_refault_file 7
`,
  'perf-c2c': `=================================================
            Trace Event Information
=================================================
  Total records                     :     329219
  Locked Load/Store Operations      :      14654
  Load Operations                   :      69679
  Loads - uncacheable               :          0
  Load Fill Buffer Hit              :      21144

=================================================
    Global Shared Cache Line Event Information
=================================================
  Total Shared Cache Lines          :         12
  Load HITs on shared lines         :       3333
`,
};

const known = new Set(execFileSync(memcgperf, ['formats'], { encoding: 'utf8' }).split('\n')
  .map((line) => line.split(/\s+/)[0]).filter((name) => /^[a-z]/.test(name)));
const ofNoText = ['mmtests']; // a tree, below
const inputs = new Map([...goldenInputs(), ...Object.entries(others).map(([format, text]) => [format, { name: 'as its tool prints it', text }])]);

test('there is an input for every format', () => {
  assert.deepEqual([...known].filter((format) => !inputs.has(format) && !ofNoText.includes(format)), []);
});

for (const [format, { name, text }] of inputs) {
  if (!known.has(format)) continue;
  test(`${format}: ${name}`, async (t) => {
    const file = path.join(scratch(t), 'input');
    const write = (content) => writeFileSync(file, content, 'latin1');
    const bad = await growth(t, format, { write, text, args: ['parse', '--format', format, file] });
    assert.deepEqual(bad, []);
  });
}

const wrapped = (headers, body) => `From: a <a@b.example>\nMessage-ID: <1@b.example>\nSubject: x\n${headers}\n${body}`;
const multipart = (boundary, body) => wrapped(`MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="${boundary}"\n`, body);

/** What only mails can be made of. */
const ofMails = {
  'many headers': (text, bytes) => wrapped(upTo('X-A: b\n', bytes), text),
  'a header on many lines': (text, bytes) => wrapped(`X-A: b${upTo('\n c', bytes)}\n`, text),
  'many recipients': (text, bytes) => wrapped(`To: ${upTo('a@b.example, ', bytes)}\n`, text),
  'many parts': (text, bytes) => multipart('b', upTo('--b\nContent-Type: text/plain\n\nA: 1 s\nB: 2 s\n', bytes)),
  'parts in parts': (text, bytes) => multipart('b0', Array.from({ length: bytes / 80 }, (_, i) =>
    `--b${i}\nContent-Type: multipart/mixed; boundary="b${i + 1}"\n\n`).join('')),
  'parts that never begin': (text, bytes) => multipart('b', upTo('--bb\n-b\n', bytes)),
  'a long boundary': (text, bytes) => multipart(upTo('b', bytes / 2), `--${upTo('b', bytes / 2)}\n\n${text}`),
  'many mails': (text, bytes) => upTo(`From a@b.example Thu Sep  3 10:11:12 2015\nFrom: a <a@b.example>\nMessage-ID: <1@b.example>\n\nA: 1 s\nB: 2 s\n\n`, bytes),
  'quoted-printable without an end': (text, bytes) => wrapped('Content-Transfer-Encoding: quoted-printable\n', upTo('a=\n', bytes)),
  'quoted-printable of escapes': (text, bytes) => wrapped('Content-Transfer-Encoding: quoted-printable\n', upTo('=3D', bytes)),
  'base64': (text, bytes) => wrapped('Content-Transfer-Encoding: base64\n', upTo('QTogMSBzCkI6IDIgcwo=\n', bytes)),
  'deep quotes': (text, bytes) => upTo('>', bytes) + text,
  'quotes of every depth': (text, bytes) => Array.from({ length: Math.sqrt(2 * bytes) }, (_, i) => `${'>'.repeat(i)} A: ${i} s`).join('\n'),
  'quotes in turn': (text, bytes) => upTo('> A: 1 s\nB: 2 s\n', bytes),
  'patches': (text, bytes) => upTo('@@ -1,4 +1,4 @@ f(void)\n A: 1 s\n-B: 2 s\n', bytes),
  'the same numbers': (text, bytes) => upTo('A: 1 s\nB: 2 s\n\n', bytes),
};

for (const name of readdirSync(path.join(samples, 'mails')).filter((each) => each.endsWith('.txt'))) {
  test(`mail ${name}`, async (t) => {
    const file = path.join(scratch(t), 'input');
    const text = readFileSync(path.join(samples, 'mails', name), 'latin1');
    const write = (content) => writeFileSync(file, content, 'latin1');
    assert.deepEqual(await growth(t, name, { write, text, args: ['parse', file] }), []);
  });
}

test('what only mails are made of', async (t) => {
  const file = path.join(scratch(t), 'input');
  const write = (content) => writeFileSync(file, content, 'latin1');
  assert.deepEqual(await growth(t, 'mails', { write, text: 'A: 1 s\nB: 2 s\n', args: ['parse', file], ways: ofMails }), []);
});

const tree = path.join(root, 'tests/data/mmtests/6.1.192-child');
for (const name of readdirSync(tree, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.gz')).map((entry) => path.relative(tree, path.join(entry.parentPath, entry.name)))) {
  test(`mmtests tree: ${name}`, async (t) => {
    const folder = path.join(scratch(t), '6.1.192-child');
    cpSync(tree, folder, { recursive: true });
    const text = readFileSync(path.join(tree, name), 'latin1');
    const write = (content) => writeFileSync(path.join(folder, name), content, 'latin1');
    assert.deepEqual(await growth(t, name, { write, text, args: ['parse', folder] }), []);
  });
}

/** Documents whose only harm is how deep they nest. */
const deep = {
  lists: (n) => '['.repeat(n) + ']'.repeat(n),
  objects: (n) => `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`,
  'lists that end nowhere': (n) => '['.repeat(n),
  'a result of lists': (n) => `{"format": "memcg-results/1", "extra": ${'['.repeat(n)}${']'.repeat(n)}}`,
  'fio of objects': (n) => `{"fio version": "fio-3.33", "jobs": [${'{"a":'.repeat(n)}1${'}'.repeat(n)}]}`,
  'keys of bpftrace': (n) => `@k${'['.repeat(n)}1${']'.repeat(n)}: 1\n`,
};
test('documents that nest deep are refused, soon', async (t) => {
  const file = path.join(scratch(t), 'input');
  for (const [what, make] of Object.entries(deep)) {
    for (const n of [100, 100_000, BYTES]) {
      writeFileSync(file, make(n));
      const { status, signal, stderr } = await execute(memcgperf, ['parse', file]);
      assert.equal(signal, null, what);
      assert.ok(status === 1 || status === 0, `${what}: ${status}`);
      if (status === 1) assert.match(stderr, /^memcgperf: [^\n]+\n$/, what);
      assert.ok(await cpu(['parse', file]) < 2, `${what} of ${n} took long`);
    }
  }
});
