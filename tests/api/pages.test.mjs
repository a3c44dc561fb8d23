// SPDX-License-Identifier: GPL-2.0-or-later
// Pages: HTML or text as the client asks, one text for both, the same numbers as the API and the
// command line.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { execute, memcgperf } from '../program.mjs';
import { startSample } from './server.mjs';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let site;
let pages;

before(async () => {
  site = await startSample();
  const [run] = (await site.api('/runs?kernel=7.3.4&limit=1')).runs;
  pages = {
    '/': '/api/v1',
    '/overhead': '/api/v1/overhead',
    '/overhead?benchmark=pft': '/api/v1/overhead?benchmark=pft',
    '/compare?base=7.3.4-disabled&new=7.3.4-default': '/api/v1/compare?base=7.3.4-disabled&new=7.3.4-default',
    '/syscalls?runs=v5.8,v5.9': '/api/v1/syscalls?runs=v5.8,v5.9',
    '/latency?base=sendto-child.txt': '/api/v1/histograms?base=sendto-child.txt',
    '/allocs?base=mizuma-2021.txt': '/api/v1/allocs?base=mizuma-2021.txt',
    '/runs?limit=5': '/api/v1/runs?limit=5',
    [`/run/${run.id}`]: `/api/v1/runs/${run.id}`,
  };
  const loop = (await site.api('/runs?limit=500')).runs.filter(({ name }) => name.startsWith('fault-loop'));
  const [one, two] = loop.map(({ id }) => `${id}-1`);
  pages[`/profile/${one}`] = `/api/v1/profiles/${one}`;
  pages[`/profile-diff?a=${one}&b=${two}`] = `/api/v1/profile-diff?a=${one}&b=${two}`;
});
after(() => site?.close());

const ask = (target, Accept) => site.get(target, { headers: Accept ? { Accept } : {} });

/** The address with a suffix behind its path. */
const withSuffix = (target, suffix) => target.replace(/(\?|$)/, `.${suffix}$1`);

const unescape = (html) => html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"')
  .replaceAll('&#39;', "'").replaceAll('&amp;', '&');

test('HTML is for who names it, text for everyone else', async () => {
  for (const target of Object.keys(pages)) {
    assert.match((await ask(target, BROWSER)).type, /^text\/html/, target);
    for (const accept of [undefined, '*/*', 'text/plain', 'application/json', 'text/html;q=0',
      'text/plain, text/html;q=0.3']) {
      assert.match((await ask(target, accept)).type, /^text\/plain/, `${target}, ${accept}`);
    }
  }
});

test('a suffix always wins', async () => {
  for (const [suffix, type] of [['txt', 'text/plain'], ['csv', 'text/csv'], ['md', 'text/markdown'],
    ['json', 'application/json']]) {
    for (const target of Object.keys(pages)) {
      const answer = await ask(withSuffix(target, suffix), BROWSER);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.type.split(';')[0], type);
    }
  }
});

test('.json is what the API answers', async () => {
  for (const [target, api] of Object.entries(pages)) {
    assert.equal((await ask(withSuffix(target, 'json'))).text, (await ask(api)).text, target);
  }
});

test('a page holds its text as it stands alone, and its answer as its title', async () => {
  for (const target of Object.keys(pages)) {
    const text = (await ask(target)).text;
    const html = (await ask(target, BROWSER)).text;
    const [, title] = /<title>([^<]+)<\/title>/.exec(html);

    assert.ok(html.includes(`>${title}</h1>`), `${target}: the title heads the page`);
    assert.ok(unescape(html).includes(text), `${target}: the text is in the page`);
    assert.doesNotMatch(html, /\{\{|<script(?![^>]* src=)|<style| style=| on[a-z]+=/, target);
  }
  assert.match((await ask('/', BROWSER)).text, /<title>On 7\.3\.4, [^<]*root costs [0-9.]+ %/);
});

test('text is fit for a mail', async () => {
  for (const target of Object.keys(pages)) {
    for (const line of (await ask(target)).text.split('\n')) {
      const isLink = /https?:/.test(line);
      assert.match(line, /^[ -~]*$/, `${target}: ASCII`);
      assert.ok(line === '' || line.startsWith('  '), `${target}: '${line}' is indented`);
      assert.ok(line.length <= 72 || isLink, `${target}: '${line}' has ${line.length} columns`);
      assert.doesNotMatch(line, /\s$/, `${target}: '${line}' ends in a blank`);
    }
  }
});

test('CSV has as many fields in each line as in its head', async () => {
  for (const target of Object.keys(pages)) {
    const [head, ...lines] = (await ask(withSuffix(target, 'csv'))).text.trimEnd().split('\n');
    const fields = (line) => line.replace(/"([^"]|"")*"/g, 'x').split(',').length;

    assert.ok(lines.length > 0, target);
    for (const line of lines) assert.equal(fields(line), fields(head), line);
  }
});

test('a comparison is the one of the command line', async () => {
  const target = '/compare?base=7.3.4-disabled&new=7.3.4-default';
  const cli = async (...args) => {
    const { status, stdout, stderr } = await execute(memcgperf,
      ['compare', '--db', `sqlite:${site.db}`, ...args, '7.3.4-disabled', '7.3.4-default']);
    assert.equal(status, 0, stderr);
    return stdout;
  };
  const withoutLink = (text) => text.replace(/\n+ *Link: [^\n]*\n/, '\n');

  assert.equal(withoutLink((await ask(target)).text), withoutLink(await cli()));
  assert.deepEqual(JSON.parse((await ask(pages[target])).text), JSON.parse(await cli('--style', 'json')));
});

test('the link in a text leads back to it', async () => {
  for (const target of Object.keys(pages).filter((page) => page !== '/')) {
    const { text } = await ask(target);
    const [, link] = /Link: http:\/\/127\.0\.0\.1:\d+(\/\S*)/.exec(text);
    assert.equal((await ask(link)).text, text, target);
  }
});

test('/compare without parameters tells how to use it', async () => {
  const { status, text } = await ask('/compare');
  assert.equal(status, 200);
  assert.match(text, /base=WHAT/);
  assert.match(text, /7\.3\.4-default/);
});

test('errors come in the form that was asked for', async () => {
  const html = await ask('/run/nothing', BROWSER);
  assert.equal(html.status, 404);
  assert.match(html.type, /^text\/html/);
  assert.match(html.text, /no run &#39;nothing&#39;/);
  const text = await ask('/run/nothing');
  assert.match(text.type, /^text\/plain/);
  assert.match(text.text, /^status: 404\ntitle: .*\ndetail: no run 'nothing'\ntype: .*\ninstance: .*\n$/);
  assert.equal((await ask('/run/nothing.json')).type, 'application/problem+json');
  assert.match((await ask('/nothing', BROWSER)).type, /^text\/html/);
  assert.equal((await ask('/compare?base=7.3.4&new=6.1.192', BROWSER)).status, 409);
});

test('what a client sends comes back as text, not as markup', async () => {
  const { text } = await ask(`/compare?base=${encodeURIComponent('<script>alert(1)</script>')}&new=x`, BROWSER);
  assert.doesNotMatch(text, /<script>alert/);
  assert.match(text, /&lt;script&gt;alert/);
});

test('/overhead shows the metric and the config that its address names', async () => {
  const narrow = '/overhead?benchmark=pft&metric=faults/cpu-1&line=child';
  const text = (await ask(narrow)).text;
  const { cells, means, metrics, lines } = JSON.parse((await ask(withSuffix(narrow, 'json'))).text);

  assert.match(text, /faults\/cpu-1/);
  assert.doesNotMatch(text, /faults\/sec-1|geometric mean|root, cost/);
  assert.match(text, /Link: .*metric=faults/);
  assert.ok(cells.length > 0);
  for (const { metric, line } of cells) {
    assert.equal(metrics[metric].title, 'faults/cpu-1');
    assert.equal(lines[line].label, 'child');
  }
  assert.deepEqual(means, []);
  assert.equal((await ask('/overhead?metric=none')).status, 404);
  assert.equal((await ask('/overhead?line=none')).status, 404);
  assert.equal((await ask('/overhead?metric=time-1')).status, 409);
});

test('a kernel is found by each of its names, also with + for a blank', async () => {
  for (const name of ['6.12.117', '6.12.117~deb12-cloud-amd64', '6.12.117%2Bdeb12-cloud-amd64',
    '6.12.117+deb12-cloud-amd64']) {
    const { kernels } = await site.api(`/kernels?name=${name}`);
    assert.deepEqual(kernels.map((kernel) => kernel.name), ['6.12.117'], name);
  }
  assert.deepEqual((await site.api('/kernels?name=6.12')).kernels, []);
});
