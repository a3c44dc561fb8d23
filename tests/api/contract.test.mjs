// SPDX-License-Identifier: GPL-2.0-or-later
// The route table and openapi.json say the same, and every address answers as they say.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { root } from '../program.mjs';
import { addresses, readRoutes } from './addresses.mjs';
import { Contract } from './schema.mjs';
import { startSample } from './server.mjs';

const contract = JSON.parse(readFileSync(path.join(root, 'server/openapi.json')));
const schemas = new Contract(contract);

let site;
let routes; // all of them
let reads; // those that read
let address; // of a pattern, in the sample
let query; // the part of it behind the path

before(async () => {
  site = await startSample();
  routes = await readRoutes();
  reads = routes.filter(({ method }) => method === 'GET');
  ({ address, query } = await addresses(site));
});
after(() => site?.close());

const inContract = (pattern) => pattern.replace(/\/:(\w+)/, '/{$1}').replace('*', '{path}');
const isState = ({ pattern }) => /^\/(healthz|readyz|metrics)$/.test(pattern);

test('each route is in the contract with its parameters, and the reverse', () => {
  const ours = new Map(routes.map((route) => [`${route.method} ${inContract(route.pattern)}`, route]));
  const theirs = Object.entries(contract.paths).flatMap(([at, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${at}`));

  assert.deepEqual([...ours.keys()].sort(), theirs.sort());
  for (const [name, { method, query: names }] of ours) {
    const { parameters = [] } = contract.paths[name.split(' ')[1]][method.toLowerCase()];
    const inQuery = parameters.map((each) => schemas.resolve(each)).filter((each) => each.in === 'query');
    const written = inQuery.map(({ name: each, schema }) => each + (schema.type === 'array' ? '*' : ''));
    assert.deepEqual(written.sort(), [...names].sort(), name);
  }
});

test('the contract is a sound OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(contract));

  assert.equal(validator.version, '3.1');
  assert.ok(valid, JSON.stringify(errors?.slice(0, 5), null, 1));
  JSON.stringify(contract, (key, value) => {
    if (key === '$ref') assert.ok(schemas.resolve({ $ref: value }), value);
    return value;
  });
});

test('the contract says of each operation what it needs, and nothing that nobody uses', () => {
  const text = JSON.stringify(contract);
  const operations = Object.entries(contract.paths).flatMap(([at, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ at, method, operation })));

  assert.equal(new Set(operations.map(({ operation }) => operation.operationId)).size, operations.length);
  for (const { at, method, operation } of operations) {
    const name = `${method} ${at}`;
    const parameters = (operation.parameters ?? []).map((each) => schemas.resolve(each));
    const inPath = parameters.filter((each) => each.in === 'path').map((each) => `{${each.name}}`);

    assert.ok(operation.summary, name);
    if (!at.includes('{path}')) assert.deepEqual(inPath.sort(), (at.match(/\{\w+\}/g) ?? []).sort(), name);
    for (const each of parameters) assert.ok(each.description && each.schema, `${name}: ${each.name}`);
    for (const [status, response] of Object.entries(operation.responses)) {
      assert.ok(schemas.resolve(response).description, `${name} ${status}`);
    }
    if (method !== 'get') assert.ok(operation.security, name);
    if (/^\/api\//.test(at)) assert.ok(operation.responses[406], name);
  }
  for (const [kind, members] of Object.entries(contract.components)) {
    if (kind === 'securitySchemes') continue;
    for (const member of Object.keys(members)) {
      assert.ok(text.includes(`"#/components/${kind}/${member}"`), `nobody uses ${kind}/${member}`);
    }
  }
});

test('a value that the contract does not have is found', () => {
  const machine = { slug: 'm', name: 'm', runs: 1, kernels: [], configs: [], benchmarks: [] };
  const faults = (value) => schemas.faults({ $ref: '#/components/schemas/MachineDetail' }, value);

  assert.deepEqual(faults(machine), []);
  assert.match(faults({ ...machine, colour: 1 })[0], /unevaluated properties: colour/);
  assert.match(faults({ ...machine, runs: '1' })[0], /\$\/runs must be integer/);
  assert.match(faults({ ...machine, kernels: [{ slug: 'a', runs: 1, x: 1 }] })[0], /\$\/kernels\/0 .*: x/);
  assert.match(faults({ slug: 'm' }).join(), /must have required property 'kernels'/);
});

test('every address answers with the type, and JSON with the shape, of the contract', async () => {
  for (const { pattern } of reads) {
    const { responses } = contract.paths[inContract(pattern)].get;
    const { content } = schemas.resolve(responses['200']);
    const answer = await site.get(address(pattern));

    assert.equal(answer.status, 200, `${address(pattern)}: ${answer.text}`);
    const [type] = answer.type.split(';');
    assert.ok(type in content || '*/*' in content, `${pattern} answers ${type}`);
    if (type === 'application/json') {
      assert.deepEqual(schemas.faults(content[type].schema, JSON.parse(answer.text)).slice(0, 5), [], pattern);
    }
  }
});

test('text instead of JSON is there where the contract says so', async () => {
  for (const { pattern } of reads.filter((each) => each.pattern.startsWith('/api/'))) {
    const { content } = schemas.resolve(contract.paths[inContract(pattern)].get.responses['200']);
    const answer = await site.get(address(pattern), { headers: { Accept: 'text/plain' } });

    assert.equal(answer.status, 'text/plain' in content ? 200 : 406, pattern);
    if (answer.status === 200) assert.match(answer.type, /^text\/plain/);
  }
});

test('every answer is guarded, and the API may be read from anywhere', async () => {
  for (const { pattern } of reads) {
    const { headers } = await site.get(address(pattern));

    assert.equal(headers['x-content-type-options'], 'nosniff', pattern);
    assert.equal(headers['referrer-policy'], 'same-origin', pattern);
    assert.ok(headers['content-security-policy'], pattern);
    assert.doesNotMatch(headers['content-security-policy'], /unsafe/);
    assert.equal(headers['access-control-allow-origin'], pattern.startsWith('/api/') ? '*' : undefined);
  }
});

test('every answer has a tag, and is not sent again to who has it', async () => {
  for (const route of reads.filter((each) => !isState(each))) {
    const target = address(route.pattern);
    const first = await site.get(target);

    assert.match(first.etag, /^"[0-9A-Z]{26}"$/, target);
    assert.match(first.headers.vary, /Accept, Accept-Encoding/);
    const second = await site.get(target, { headers: { 'If-None-Match': `"x", W/${first.etag}` } });
    assert.equal(second.status, 304, target);
    assert.equal(second.etag, first.etag);
    assert.equal(second.bytes.length, 0);
    assert.equal((await site.get(target, { headers: { 'If-None-Match': '"x"' } })).status, 200);
  }
});

test('HEAD gives the headers of GET and no body', async () => {
  for (const { pattern } of reads.filter((each) => each.pattern !== '/metrics')) { // which count this, too
    const got = await site.get(address(pattern));
    const head = await site.get(address(pattern), { method: 'HEAD' });
    const without = ({ date: _date, ...rest }) => rest;

    assert.equal(head.status, 200, pattern);
    assert.equal(head.bytes.length, 0);
    assert.deepEqual(without(head.headers), without(got.headers), pattern);
    assert.equal(Number(head.headers['content-length']), got.bytes.length, pattern);
  }
});

test('other methods are refused with the ones that are there', async () => {
  for (const pattern of new Set(routes.map((each) => each.pattern))) {
    const there = routes.filter((each) => each.pattern === pattern).map(({ method }) => method);
    const methods = there.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    for (const method of ['POST', 'PUT', 'DELETE', 'BREW'].filter((each) => !there.includes(each))) {
      const body = method === 'POST' ? 'x'.repeat(100000) : undefined;
      const answer = await site.get(address(pattern), { method, body });

      assert.equal(answer.status, 405, `${method} ${pattern}`);
      assert.equal(answer.headers.allow, methods.join(', '));
    }
  }
});

test('the API names a parameter that it does not know, and pages pass over it', async () => {
  for (const { pattern } of reads.filter((each) => each.pattern.startsWith('/api/'))) {
    const target = address(pattern) + (query(pattern) ? '&' : '?') + 'kernle=1';
    const answer = await site.get(target);

    assert.equal(answer.status, 400, target);
    assert.equal(answer.type, 'application/problem+json');
    assert.match(JSON.parse(answer.text).detail, /kernle/);
  }
  assert.equal((await site.get('/runs?utm_source=x')).status, 200);
});
