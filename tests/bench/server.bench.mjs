// SPDX-License-Identifier: GPL-2.0-or-later
// How many requests a second of the server's CPU serves, as ratios to the library's constant answer
// of the same size in the same run; and the memory that an upload of 500 MB takes. Needs wrk.
//     make bench ONLY=server
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { result, startEmpty } from '../api/server.mjs';
import { execute, samples } from '../program.mjs';
import { cpuSeconds, has, median, program, row } from './measure.mjs';

const SECONDS = 3;
const ROUNDS = 3;
const NUMBERS = 5000;
const BIG_MB = 500;
const BIG_MEMBER_MB = 10;

async function startConstant(bytes) {
  const child = spawn(program('constant'), [String(bytes)]);
  const port = await new Promise((resolve) => child.stdout.on('data', (data) => resolve(Number(data))));
  return { pid: child.pid, port, stop: () => child.kill() };
}

/** Requests for each second of CPU. script: what wrk asks instead of target. */
async function rate({ pid, port }, target, script) {
  const args = ['-t1', '-c16', `-d${SECONDS}`, ...(script ? ['-s', script] : []), `http://127.0.0.1:${port}${target}`];
  const before = cpuSeconds(pid);
  const { stdout } = await execute('wrk', args);
  const [, count] = /(\d+) requests in/.exec(stdout);
  if (/Non-2xx/.test(stdout)) throw new Error(stdout);
  return Number(count) / (cpuSeconds(pid) - before);
}

/** Both in turn, the median of each. */
async function against(what, site, { target, bytes, bar, script, constantScript }) {
  const yardstick = await startConstant(bytes);
  const ours = [];
  const theirs = [];
  for (let i = 0; i < ROUNDS; i++) {
    theirs.push(await rate(yardstick, '/', constantScript));
    ours.push(await rate(site, target, script));
  }
  yardstick.stop();
  return row(what, { ours: median(ours), reference: median(theirs), unit: '/CPU-s', bar });
}

function written(file, text) {
  writeFileSync(file, text);
  return file;
}

/** The head of a tar's member. */
function head(name, size) {
  const bytes = Buffer.alloc(512);
  const put = (text, at) => bytes.write(text, at, 'latin1');
  put(name, 0);
  put('0000644\0', 100);
  put(size.toString(8).padStart(11, '0'), 124);
  put('00000000000', 136);
  put('        ', 148);
  put('0', 156);
  put('ustar\x0000', 257);
  put(`${bytes.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}

/** An archive of a result and, beside it, files that nothing shrinks; made piece by piece. */
function* bigArchive() {
  const small = Buffer.from(result(1).padEnd(512, '\n'));
  yield Buffer.concat([head('result.txt', small.length), small]);
  for (let member = 0; member < BIG_MB / BIG_MEMBER_MB; member++) {
    yield head(`picture-${member}`, BIG_MEMBER_MB << 20);
    for (let i = 0; i < BIG_MEMBER_MB; i++) yield randomBytes(1 << 20);
  }
  yield Buffer.alloc(1024);
}

function sendBig(site) {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port: site.port, path: '/api/v1/runs', method: 'POST',
      headers: { Authorization: `Bearer ${site.submit}`, 'Transfer-Encoding': 'chunked' } }, (response) => {
      let text = '';
      response.on('data', (data) => (text += data));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    request.on('error', reject);
    Readable.from(bigArchive()).pipe(request);
  });
}

const memory = (pid) => /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1] / 1024;

/** Memory while a big upload is taken in: it must not grow with the body. */
async function upload(site) {
  const before = memory(site.pid);
  const { status, text } = await sendBig(site);
  if (status !== 201) throw new Error(`upload: ${status} ${text}`);
  return row(`memory over an upload of ${BIG_MB} MB, and before it`,
    { ours: memory(site.pid), reference: before, unit: 'MB' });
}

async function comparisons(folder, site) {
  const tree = readFileSync(path.join(samples, 'memcg-kvm.tar.xz'));
  await site.send('POST', '/runs', tree);
  const { runs } = JSON.parse((await site.get('/api/v1/runs?kernel=7.3.4&limit=2')).text);
  const target = `/api/v1/compare?base=${runs[0].id}&new=${runs[1].id}`;
  const bytes = (await site.get(target)).bytes.length;
  const cached = await against(`cached comparison of ${bytes} bytes against a constant`, site,
    { target, bytes, bar: '>= 0.8' });
  const slow = await startEmpty(mkdtempSync(path.join(folder, 'uncached-')), ['--cache-bytes', '1']);
  await slow.send('POST', '/runs', tree);
  const uncached = await against('the same uncached', slow, { target, bytes });
  await slow.stop();
  return [cached, uncached];
}

function posts(folder, site) {
  const lines = Array.from({ length: NUMBERS }, (_, i) => `pft,faults-${i % 5},faults/s,higher,${1e6 + i}`);
  const csv = `benchmark,metric,unit,better,value\n${lines.join('\n')}\n`;
  const rowsFile = written(path.join(folder, 'rows.csv'), csv);
  const script = written(path.join(folder, 'post.lua'), `
wrk.headers["Authorization"] = "Bearer ${site.submit}"
local file = io.open("${rowsFile}")
local body = file:read("*a")
local n = 0
request = function()
  n = n + 1
  return wrk.format("POST", "/api/v1/runs?name=bench&kernel=" .. n .. "-" .. os.time(), nil, body)
end
`);
  const constantScript = written(path.join(folder, 'constant.lua'), `
local body = string.rep("x", ${csv.length})
request = function() return wrk.format("POST", "/", nil, body) end
`);
  return against(`POST of ${NUMBERS} numbers against dropping the same body`, site,
    { target: '/', bytes: 1000, script, constantScript });
}

export async function rows({ folder, say }) {
  if (!has('wrk')) {
    say('left out, there is no wrk');
    return [];
  }
  const site = await startEmpty(folder, ['--rate-token', '0', '--rate-address', '0']);
  try {
    return [await upload(site), ...(await comparisons(folder, site)), await posts(folder, site)];
  } finally {
    await site.stop();
  }
}
