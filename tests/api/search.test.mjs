// SPDX-License-Identifier: GPL-2.0-or-later
// Where what somebody typed leads: kinds of things, exact and alike, one place or several.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { root } from '../program.mjs';
import { get, ingest, start, startSample, token } from './server.mjs';

const BROWSER = { headers: { Accept: 'text/html' } };
const thread = path.join(root, 'tests/golden/paste/2015-thread-as-mbox/input.mbox');

let site;
let slug; // of a kernel that people call 7.3.4

before(async () => {
  const base = await startSample();
  ({ slug } = await base.api('/kernels/7.3.4'));
  const db = base.db;
  await base.stop();
  await ingest(db, thread);
  const manage = await token(db, 'manage', 'boss');
  const server = await start(db);
  site = {
    find: async (q) => JSON.parse((await get(server.port, `/api/v1/search?q=${encodeURIComponent(q)}`)).text),
    page: (q, options) => get(server.port, `/search?q=${encodeURIComponent(q)}`, options),
    get: (target, options) => get(server.port, target, options),
    say: (kernel, body) => get(server.port, `/api/v1/kernels/${kernel}`,
      { method: 'PUT', body: JSON.stringify(body), headers: { Authorization: `Bearer ${manage}`, 'Content-Type': 'application/json' } }),
    stop: server.stop,
  };
});
after(() => site?.stop());

const kinds = ({ hits }) => [...new Set(hits.map(({ kind }) => kind))];
const of = ({ hits }, wanted) => hits.filter(({ kind }) => kind === wanted);

test('each kind of thing is found, and its address answers', async () => {
  const { status, text } = await site.say(slug, { commit: 'v7.3-12-g3f25715c9ad0' });
  assert.equal(status, 200, text);
  const { runs: [run] } = JSON.parse((await site.get('/api/v1/runs?kernel=6.1.192&limit=1')).text);
  const { machines: [machine] } = JSON.parse((await site.get('/api/v1/machines')).text);
  const wanted = {
    kernel: ['7.3.4', `/kernels/${slug}`],
    commit: ['3f25715', `/kernels/${slug}`],
    run: [run.name, `/run/${run.id}`],
    machine: [machine.slug, `/machines/${machine.slug}`],
    benchmark: ['pft', '/runs?benchmark=pft'],
    metric: ['pft faults/cpu-1', '/series?benchmark=pft&metric=faults%2Fcpu-1&unit=faults%2Fs&machine='],
    function: ['main', '/profile/'],
    'run of a mail': ['<first.example@example.org>', '/run/'],
  };

  for (const [kind, [text, address]] of Object.entries(wanted)) {
    const [hit] = of(await site.find(text), kind);
    assert.ok(hit?.address.startsWith(address), `${kind}: ${JSON.stringify(hit)}`);
    assert.equal((await site.get(hit.address)).status, 200, hit.address);
  }
  assert.equal((await site.find(run.id)).address, `/run/${run.id}`);
  assert.equal((await site.find(run.id.toLowerCase().slice(0, 8))).address, `/run/${run.id}`);
});

test('what is called exactly so comes first, and is the place where it is alone', async () => {
  const { runs } = JSON.parse((await site.get('/api/v1/runs?kernel=7.3.4&limit=50')).text);
  const found = await site.find('7.3.4');

  assert.deepEqual(kinds(found), ['kernel', 'run']);
  assert.equal(found.address, `/kernels/${slug}`);
  assert.deepEqual(of(found, 'run').map(({ name }) => name), runs.map(({ name }) => name).sort().slice(0, 8));
  assert.equal(found.cut ?? false, runs.length > 8);
  const metrics = of(await site.find('faults/cpu-1'), 'metric');
  assert.equal(metrics[0].exact, true);
  assert.ok(metrics.length <= 8);
});

test('a browser is sent on to the one place; of several it gets links', async () => {
  const one = await site.page('7.3.4', BROWSER);
  assert.equal(one.status, 303);
  assert.equal(one.headers.location, `/kernels/${slug}`);
  const several = await site.page('usecs', BROWSER);
  assert.equal(several.status, 200);
  assert.match(several.text, /<dt>metric<\/dt>\n<dd><a href="\/series\?benchmark=forkexec&amp;metric=usecs-op-exec/);
  for (const { address } of (await site.find('usecs')).hits) {
    assert.ok(several.text.includes(`href="${address.replaceAll('&', '&amp;')}"`), address);
  }
});

test('text and its other forms name the places', async () => {
  const { text } = await site.page('7.3.4');
  assert.match(text, /^ {2}\d+ places for '7\.3\.4'\n/);
  assert.match(text, /^ {2}kernel 7\.3\.4, \d+ runs?:\s+http:\S+\/kernels\/7\.3\.4/m);
  assert.match((await site.get('/search.csv?q=7.3.4')).text, /^what,name,more,address\nkernel,7\.3\.4,/);
  assert.deepEqual(JSON.parse((await site.get('/search.json?q=7.3.4')).text), await site.find('7.3.4'));
});

test('nothing found, nothing asked, and odd texts are told in words', async () => {
  assert.match((await site.page('no such thing')).text, /Nothing is called 'no such thing'\n\n? *Less of the name/);
  assert.deepEqual(await site.find('no such thing'), { hits: [] });
  assert.match((await site.get('/search')).text, /q=TEXT finds a kernel/);
  assert.equal((await site.page('', BROWSER)).status, 200);
  for (const odd of ['%', "'", '"><script>', '\u{10FFFF}', 'a'.repeat(4000), '(', '\\']) {
    const answer = await site.page(odd, BROWSER);
    assert.ok([200, 303].includes(answer.status), odd);
    assert.doesNotMatch(answer.text, /<script>/);
  }
});
