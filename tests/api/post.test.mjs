// SPDX-License-Identifier: GPL-2.0-or-later
// Uploads: every way to send one, what is answered, what is refused, and that it is kept whole.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { execute, memcgperf, root, samples } from '../program.mjs';
import { Contract } from './schema.mjs';
import { result, startEmpty, token } from './server.mjs';

const contract = JSON.parse(readFileSync(path.join(root, 'server/openapi.json')));
const schemas = new Contract(contract);
const tree = path.join(samples, 'memcg-kvm.tar.xz');

const limits = ['--max-body', '4M', '--max-text', '1M', '--max-entries', '10000', '--max-records', '30000'];
let folder;
let site;
let seed = 100;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'memcgperf-'));
  site = await startEmpty(folder, limits);
});
after(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const post = (query, body, bearer, headers) => site.send('POST', `/runs${query}`, body, bearer, headers);
const runsThere = async () => JSON.parse((await site.get('/api/v1/runs?limit=500')).text).runs;

/** The answer's body, which is as the contract says. */
function taken(answer, status) {
  assert.equal(answer.status, status, answer.text);
  const body = JSON.parse(answer.text);
  assert.deepEqual(schemas.faults({ $ref: '#/components/schemas/Upload' }, body), []);
  return body;
}

function refused(answer, status, detail) {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.type, 'application/problem+json');
  const problem = JSON.parse(answer.text);
  assert.deepEqual(schemas.faults({ $ref: '#/components/schemas/Problem' }, problem), []);
  assert.match(problem.detail, detail);
  return problem;
}

/** A form of parts [headers, bytes], as curl writes one. */
function form(...parts) {
  const boundary = '------------------------d74496d66958873e';
  const body = Buffer.concat([
    ...parts.flatMap(([disposition, bytes]) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { body, headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` } };
}

test('a raw body is stored once, and known ever after', async () => {
  const text = result(seed++);
  const first = await post('?name=mail.txt', text);
  const body = taken(first, 201);

  assert.equal(body.runs.length, 2);
  assert.ok(body.runs.every((run) => run.new && run.samples === 1));
  assert.equal(first.headers.location, `${site.url}/run/${body.runs[0].id}`);
  assert.deepEqual(body.understood, { files: 1, records: 2, bytes: text.length });
  for (const run of body.runs) assert.equal((await site.get(new URL(run.url).pathname)).status, 200);

  const again = await post('?name=other.txt', text);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.deepEqual(taken(again, 200).runs.map(({ id, new: isNew }) => [id, isNew]),
    body.runs.map(({ id }) => [id, false]));
});

test('what the query says is kept, and config words too', async () => {
  const { runs } = taken(await post('?kernel=6.1-x&machine=lab7&config.mode=boot-off&config.placement=v2:1',
    result(seed++)), 201);
  const run = JSON.parse((await site.get(`/api/v1/runs/${runs[0].id}`)).text);

  assert.equal(run.kernel.release, '6.1-x');
  assert.equal(run.machine.name, 'lab7');
  assert.equal(run.config.mode, 'boot-off');
  assert.equal(run.config.placement, 'v2:1');
});

test('native results and CSV', async () => {
  const csv = `threads,base_6.12,new_6.12\n1,${seed}.5,2\n2,3,4\n`;
  const { runs } = taken(await post('?benchmark=spawn&better=higher', csv), 201);
  const { results } = JSON.parse((await site.get(`/api/v1/runs/${runs[0].id}`)).text);

  assert.equal(runs.length, 2);
  assert.ok(results.every(({ metric }) => metric.better === 'higher' && metric.benchmark === 'spawn'));
  refused(await post('?better=more', csv), 400, /none of higher/);
});

test('a form: meta says what the query does, and the query wins', async () => {
  const meta = JSON.stringify({ kernel: '6.2-meta', machine: 'meta', config: { mode: 'on' }, iteration: 3 });
  const { body, headers } = form(['name="meta"', meta], ['name="file"; filename="a/b.txt"', result(seed++)]);
  const { runs } = taken(await post('?machine=query', body, site.submit, headers), 201);
  const run = JSON.parse((await site.get(`/api/v1/runs/${runs[0].id}`)).text);

  assert.equal(run.kernel.release, '6.2-meta');
  assert.equal(run.machine.name, 'query');
  assert.equal(run.config.mode, 'on');
});

/** A trace that lost events, and what bpftool says of its cost. */
const traced = (comm) => `Attaching 1 probe...
Lost 12 events

@us:
[2, 4)                 7 |@@@@@@@@@@|

@calls[${comm}, 216, 256]: 9

7: kprobe  name k  tag 337e9eccbceeaf92  gpl run_time_ns 700 run_cnt 7
`;

test('a trace: names of its keys, its views, its losses and its cost', async () => {
  const [{ id }] = taken(await post('?keys=a,b,c&keys=@calls=comm,bytes_req,bytes_alloc', traced(`t${seed++}`)), 201).runs;
  const run = JSON.parse((await site.get(`/api/v1/runs/${id}`)).text);
  const { metric: { labels } } = run.results.find(({ metric }) => metric.name === '@calls');

  assert.deepEqual(Object.keys(labels).sort(), ['bytes_alloc', 'bytes_req', 'comm']);
  assert.deepEqual([run.histograms, run.maps, run.allocs, run.syscalls], [1, 1, '@calls', false]);
  assert.deepEqual([run.lost_events, run.tracing], [12, { time_ns: 700, events: 7 }]);
  const { text } = await site.get(`/run/${id}`);
  assert.match(text, / {2}Lost {7}12 or more\n {2}Tracing {4}100 ns an event, 7 events, 700 ns in all\n/);
  for (const [, at] of text.matchAll(/(?:Histograms|Allocations):\s+http:\/\/[^/]+(\S+)/g))
    assert.equal((await site.get(at)).status, 200, at);
  assert.match(text, new RegExp(`/latency\\?base=${id}\n[^/]*http:.*/allocs\\?base=${id}&map=@calls\n`));
  const said = await site.get(`/allocs?base=${id}&map=@calls`);
  assert.match(said.text, /A lost 12 events or more[^]*Tracing cost A 100 ns an event/);
});

test('names of keys: the query wins over meta, validating takes them too', async () => {
  const meta = JSON.stringify({ keys: 'one,two,three' });
  const text = traced(`t${seed++}`);
  const { body, headers } = form(['name="meta"', meta], ['name="file"; filename="t.txt"', text]);
  const [{ id }] = taken(await post('?keys=who,asked,got', body, site.submit, headers), 201).runs;
  const { results } = JSON.parse((await site.get(`/api/v1/runs/${id}`)).text);

  assert.deepEqual(Object.keys(results.find(({ metric }) => metric.name === '@calls').metric.labels).sort(),
    ['asked', 'got', 'who']);
  taken(await site.send('POST', '/runs:validate?keys=who,asked,got', text), 200);
  for (const query of ['?keys=a,,b', '?keys=a=b'])
    refused(await site.send('POST', `/runs:validate${query}`, text), 400, /is no list of names: a,b,c/);
  refused(await post(`?${'keys=a&'.repeat(9)}`, text), 413, /more than 8/);
});

test('forms that are none', async () => {
  const file = ['name="file"; filename="x"', result(seed)];
  const cases = [
    [form(['name="meta"', '{}']), /no part 'file'/],
    [form(['name="meta"', '{"kernle": "x"}'], file), /'kernle' says nothing/],
    [form(['name="meta"', '{"kernel": []}'], file), /'kernel' is no text/],
    [form(['name="meta"', '{"kernel": "a", "kernel": "b"}'], file), /meta: /],
    [form(['name="meta"', '[]'], file), /no JSON object/],
    [form(['name="meta"', 'nonsense'], file), /meta: /],
    [form(['name="other"', 'x'], file), /not 'other'/],
    [form(file, file), /one part 'file'/],
    [form(['name="file"; filename="\x01"', 'x']), /no clean text/],
    [{ body: 'x', headers: { 'Content-Type': 'multipart/form-data' } }, /no boundary/],
    [{ ...form(file), body: form(file).body.subarray(0, -20) }, /breaks off/],
    [{ ...form(file), body: 'no form at all' }, /no part 'file'/],
  ];
  for (const [{ body, headers }, detail] of cases) {
    refused(await post('', body, site.submit, headers), 400, detail);
  }
  refused(await post('', form(['name="meta"', `{"name": "${'x'.repeat(300000)}"}`], file).body, site.submit,
    form().headers), 413, /262144 bytes of metadata/);
});

test('validating answers the same and stores nothing', async () => {
  const text = result(seed++);
  const before = (await runsThere()).length;
  const checked = taken(await site.send('POST', '/runs:validate', text), 200);

  assert.ok(checked.runs.every((run) => run.new && !run.url));
  assert.equal((await runsThere()).length, before);
  const { runs } = taken(await post('', text), 201);
  assert.deepEqual(runs.map(({ id }) => id), checked.runs.map(({ id }) => id));
  const known = taken(await site.send('POST', '/runs:validate', text), 200);
  assert.ok(known.runs.every((run) => !run.new && run.url));
});

test('an archive by curl, and the run without memcg to compare with', async () => {
  const { stdout } = await execute('curl', ['-sS', '-X', 'POST', '-T', tree, '-H',
    `Authorization: Bearer ${site.submit}`, `${site.url}/api/v1/runs?baseline=same-kernel-off`], { seconds: 200 });
  const body = JSON.parse(stdout);

  assert.deepEqual(schemas.faults({ $ref: '#/components/schemas/Upload' }, body), []);
  assert.ok(body.runs.length > 10);
  const compared = new URL(body.compare);
  assert.equal(compared.searchParams.get('base'), body.baseline.id);
  const base = JSON.parse((await site.get(`/api/v1/runs/${body.baseline.id}`)).text);
  assert.equal(base.config.mode, 'boot-off');
  for (const id of compared.searchParams.getAll('new')) {
    const run = JSON.parse((await site.get(`/api/v1/runs/${id}`)).text);
    assert.equal(run.kernel.slug, base.kernel.slug);
  }
  assert.equal((await site.get(compared.pathname + compared.search)).status, 200);
});

test('a baseline by name, by kernel and by neither', async () => {
  const { runs: [first] } = taken(await post('?machine=m9&kernel=6.4-base', result(seed++)), 201);
  const against = async (baseline, kernel) =>
    taken(await post(`?machine=m9&kernel=${kernel}&baseline=${encodeURIComponent(baseline)}`, result(seed++)), 201);

  const named = await against(first.name, '6.5-a');
  assert.equal(named.baseline.id, first.id);
  assert.deepEqual(new URL(named.compare).searchParams.getAll('new'), named.runs.map(({ id }) => id));
  const none = await against('nothing', '6.5-c');
  assert.equal(none.compare, undefined);
  assert.match(none.diagnostics.at(-1).message, /baseline: no run or kernel 'nothing'/);

  const csv = (kernel, config) => `kernel,config,metric,value\n${kernel},${config},speed,${seed++}\n`;
  const send = async (kernel, config, query) =>
    taken(await post(`?machine=m9${query}`, csv(kernel, config)), 201);
  await send('6.6.1', 'a', '');
  const { runs: [alike] } = await send('6.6.1', 'a', '');
  await send('6.6.1', 'b', '');
  assert.equal((await send('6.6.2', 'a', '&baseline=6.6.1')).baseline.id, alike.id);
  const other = taken(await post(`?machine=m8&baseline=${first.id}`, result(seed++)), 201);
  assert.match(other.diagnostics.at(-1).message, /another machine/);
});

test('what nobody can read', async () => {
  refused(await post('', 'nothing in here\n'), 400, /nothing recognised; tried/);
  refused(await post('', Buffer.alloc(100)), 400, /neither text nor an archive/);
  refused(await post('', ''), 400, /./);
});

test('half an archive is not stored, and says where it broke', async () => {
  const before = (await runsThere()).length;
  const half = readFileSync(tree).subarray(0, 200000);
  const problem = refused(await post('', half), 400, /breaks off, nothing of it is stored/);

  assert.ok(problem.errors.some(({ detail }) => /breaks off|truncated/.test(detail)));
  assert.equal((await runsThere()).length, before);
});

test('limits are named, with their options', async () => {
  refused(await post('', `${'x'.repeat(79)}\n`.repeat(20000)), 413, /--max-text/);
  refused(await post('', 'x', site.submit, { 'Content-Length': String(5 << 20), Expect: '100-continue' }), 413,
    /--max-body/);
  const chunked = Buffer.alloc(5 << 20, 'x\n');
  refused(await post('', chunked, site.submit, { 'Transfer-Encoding': 'chunked' }), 413, /--max-body/);
});

test('who may not', async () => {
  const bad = `mp_s_${'0'.repeat(8)}_${'0'.repeat(52)}`;
  const expired = await token(site.db, 'submit', 'short', '--expires', '1h');
  const only = await token(site.db, 'submit', 'lab', '--machine', 'lab1');
  await execute(memcgperf, ['token', 'revoke', '--db', site.db, 'short']);

  for (const bearer of ['', 'nonsense', bad, expired]) {
    const answer = await post('', result(seed), bearer);
    assert.ok(answer.headers['www-authenticate'].startsWith('Bearer'));
    assert.doesNotMatch(answer.text, /_0{52}/);
    refused(answer, 401, /./);
  }
  const none = await site.get('/api/v1/runs', { method: 'POST', body: result(seed) });
  refused(none, 401, /./);
  refused(await post('?machine=lab2', result(seed++), only), 403, /lab1/);
  taken(await post('?machine=lab1', result(seed++), only), 201);
  refused(await site.send('DELETE', '/runs/x', ''), 403, /./);
});

test('every address that changes something answers alike', async () => {
  const { stdout } = await execute(path.join(path.dirname(memcgperf), 'memcgperfd'), ['--routes']);
  const rows = stdout.trimEnd().split('\n').map((line) => line.split('\t'))
    .filter(([method, pattern]) => method !== 'GET' && !pattern.endsWith(':resolve')); // which only reads

  assert.ok(rows.length >= 5);
  for (const [method, pattern] of rows) {
    const target = pattern.replace(/\/:\w+/g, '/none');
    const isManage = !/(runs(:validate)?|comparisons(\/:\w+)?)$/.test(pattern);
    const ask = (bearer, headers) => site.get(target, { method, body: 'x',
      headers: { ...(bearer && { Authorization: `Bearer ${bearer}` }), ...headers } });

    refused(await ask(), 401, /./);
    if (isManage) refused(await ask(site.submit), 403, /./);
    refused(await ask(site.manage, { 'Content-Length': String(10 << 20), Expect: '100-continue' }), 413, /bytes/);
    refused(await ask(site.manage), 400, /./);
    const other = await site.get(target, { method: 'BREW' });
    assert.equal(other.status, 405);
    assert.ok(other.headers.allow.split(', ').includes(method));
    refused(await site.get(`${target}?kernle=x`, { method, body: 'x' }), 400, /kernle/);
  }
});

test('a run is corrected, and what is wrong is not', async () => {
  const { runs: [{ id }] } = taken(await post('?kernel=6.3-x&machine=m', result(seed++)), 201);
  const patch = (body) => site.send('PATCH', `/runs/${id}`, body, site.manage);

  const answer = await patch('{"kernel": "6.3-y", "config": {"mode": "on"}, "note": "a note"}');
  assert.equal(answer.status, 200, answer.text);
  const run = JSON.parse(answer.text);
  assert.deepEqual(schemas.faults({ $ref: '#/components/schemas/Run' }, run), []);
  assert.equal(run.kernel.release, '6.3-y');
  assert.equal(run.note, 'a note');
  assert.equal(JSON.parse((await site.get(`/api/v1/runs/${id}`)).text).config.mode, 'on');
  assert.equal(JSON.parse((await patch('{"note": null}')).text).note, undefined);
  for (const [body, detail] of [['{"kernle": "x"}', /kernle/], ['{"note": 1}', /no text/], ['[]', /no JSON object/],
    ['{"note": "a\\u0001"}', /clean/], ['{"config": "on"}', /no object/], ['{', /./]]) {
    refused(await patch(body), 400, detail);
  }
  refused(await site.send('PATCH', '/runs/nothing', '{"note": "x"}', site.manage), 404, /nothing/);
});

test('a run is withdrawn, and its address says so for ever', async () => {
  const text = result(seed++);
  const { runs: [{ id }] } = taken(await post('', text), 201);
  const gone = await site.send('DELETE', `/runs/${id}`, '{"reason": "wrong kernel"}', site.manage);

  assert.equal(gone.status, 200, gone.text);
  assert.deepEqual(schemas.faults({ $ref: '#/components/schemas/Withdrawn' }, JSON.parse(gone.text)), []);
  refused(await site.get(`/api/v1/runs/${id}`), 410, /withdrawn at \d{4}-\d\d-\d\d .*: wrong kernel/);
  refused(await site.get(`/api/v1/runs/${id}/samples`), 410, /wrong kernel/);
  assert.equal((await site.get(`/run/${id}`)).status, 410);
  assert.ok(!(await runsThere()).some((run) => run.id === id));
  const again = taken(await post('', text), 200);
  assert.ok(again.runs.find((run) => run.id === id).withdrawn > 0);
  const { stdout } = await execute(memcgperf, ['db', 'log', '--db', site.db]);
  assert.match(stdout, /boss.*withdraw/);
});

test('two machines become one', async () => {
  taken(await post('?machine=first', result(seed++)), 201);
  taken(await post('?machine=second', result(seed++)), 201);
  const merge = (from, body) => site.send('POST', `/machines/${from}:merge`, body, site.manage);
  const answer = await merge('first', '{"into": "second"}');

  assert.equal(answer.status, 200, answer.text);
  assert.equal(JSON.parse(answer.text).runs, 4);
  refused(await merge('first', '{"into": "nothing"}'), 404, /nothing/);
  refused(await merge('first', '{}'), 400, /into/);
});

test('who comes too often, and proxies that say who it is', async (t) => {
  const own = mkdtempSync(path.join(tmpdir(), 'memcgperf-'));
  t.after(() => rmSync(own, { recursive: true, force: true }));
  const strict = await startEmpty(own, ['--rate-address', '2', '--rate-token', '5', '--trusted-proxy', '127.0.0.0/8']);
  t.after(() => strict.stop());
  const from = (address, bearer = strict.submit) =>
    strict.send('POST', '/runs', result(seed++), bearer, { 'X-Forwarded-For': address });

  taken(await from('6.6.6.6, 192.0.2.1'), 201);
  taken(await from('192.0.2.1'), 201);
  const refusal = await from('7.7.7.7, 192.0.2.1');
  refused(refusal, 429, /--rate-address/);
  assert.ok(Number(refusal.headers['retry-after']) > 0);
  taken(await from('192.0.2.2'), 201);
  taken(await from('192.0.2.2'), 201);
  taken(await from('192.0.2.3'), 201);
  refused(await from('192.0.2.4'), 429, /--rate-token/);
  taken(await from('192.0.2.5', strict.manage), 201);
  const { stdout } = await execute(memcgperf, ['db', 'log', '--db', strict.db]);
  assert.match(stdout, /192\.0\.2\.5/);
  assert.doesNotMatch(stdout, /6\.6\.6\.6/);
});
