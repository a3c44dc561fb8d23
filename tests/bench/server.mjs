// SPDX-License-Identifier: GPL-2.0-or-later
// How many requests a second of the server's CPU serves, as ratios to the library's constant answer
// of the same size in the same run; and the memory that an upload of 500 MB takes. Needs wrk.
//     make bench-server
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { result, startEmpty } from '../api/server.mjs';
import { execute, samples } from '../program.mjs';

const SECONDS = 3;
const ROUNDS = 3;
const NUMBERS = 5000;
const BIG_MB = 500;
const BIG_MEMBER_MB = 10;
const TICKS = 100; // a second, of /proc/PID/stat

const constant = process.argv[2];
const folder = mkdtempSync(path.join(tmpdir(), 'memcgperf-'));
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

async function startConstant(bytes) {
  const child = spawn(constant, [String(bytes)]);
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
async function compare(name, site, target, bytes, script, constantScript) {
  const yardstick = await startConstant(bytes);
  const ours = [];
  const theirs = [];
  for (let i = 0; i < ROUNDS; i++) {
    theirs.push(await rate(yardstick, '/', constantScript));
    ours.push(await rate(site, target, script));
  }
  yardstick.stop();
  console.log(`${name} (${bytes} bytes): ${(median(ours) / median(theirs)).toPrecision(3)} ` +
    `(${median(ours).toFixed(0)} against ${median(theirs).toFixed(0)} a CPU-second)`);
}

function lua(name, text) {
  const file = path.join(folder, name);
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

const site = await startEmpty(folder, ['--rate-token', '0', '--rate-address', '0']);
const idle = memory(site.pid);
const big = await sendBig(site);
console.log(`upload of ${BIG_MB} MB (answer ${big.status}): ${memory(site.pid).toFixed(0)} MB at most, ` +
  `${idle.toFixed(0)} MB before`);

const tree = readFileSync(path.join(samples, 'memcg-kvm.tar.xz'));
await site.send('POST', '/runs', tree);
const { runs } = JSON.parse((await site.get('/api/v1/runs?kernel=7.3.4&limit=2')).text);
const target = `/api/v1/compare?base=${runs[0].id}&new=${runs[1].id}`;
const size = (await site.get(target)).bytes.length;
await compare('cached comparison', site, target, size);
const uncached = await startEmpty(mkdtempSync(path.join(folder, 'uncached-')), ['--cache-bytes', '1']);
await uncached.send('POST', '/runs', tree);
await compare('uncached comparison', uncached, target, size);
await uncached.stop();

const header = `wrk.headers["Authorization"] = "Bearer ${site.submit}"\n`;
const rows = Array.from({ length: NUMBERS }, (_, i) => `pft,faults-${i % 5},faults/s,higher,${1e6 + i}`).join('\n');
const csv = `benchmark,metric,unit,better,value\n${rows}\n`;
writeFileSync(path.join(folder, 'rows.csv'), csv);
const post = lua('post.lua', `${header}
local file = io.open("${folder}/rows.csv")
local body = file:read("*a")
local n = 0
request = function()
  n = n + 1
  return wrk.format("POST", "/api/v1/runs?name=bench&kernel=" .. n .. "-" .. os.time(), nil, body)
end
`);
const postConstant = lua('constant.lua', `local body = string.rep("x", ${csv.length})
request = function() return wrk.format("POST", "/", nil, body) end
`);
await compare(`POST of ${NUMBERS} numbers`, site, '/', 1000, post, postConstant);
await site.stop();
rmSync(folder, { recursive: true, force: true });
