// SPDX-License-Identifier: GPL-2.0-or-later
// What tests of the server share: a server over the bundled sample, and plain requests to it.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execute, memcgperf, memcgperfd, samples } from '../program.mjs';

const START_SECONDS = 20;

/** Puts inputs into a database by the command line. */
export async function ingest(db, ...inputs) {
  const { status, stderr } = await execute(memcgperf, ['ingest', '--db', `sqlite:${db}`, ...inputs]);
  if (status !== 0) throw new Error(`ingest: ${stderr}`);
}

export const mails = path.join(samples, 'mails');
export const profiles = ['root', 'child'].map((name) => path.join(samples, 'profiles', `fault-loop-${name}.tar.xz`));
const bundled = [path.join(samples, 'memcg-kvm.tar.xz'), ...profiles, path.join(samples, 'bpf/sendto-child.txt'),
  ...readdirSync(mails).filter((name) => name.endsWith('.txt')).map((name) => path.join(mails, name))];

/** Makes a token; the answer is its text. */
export async function token(db, scope, name, ...options) {
  const { stdout, stderr } = await execute(memcgperf,
    ['token', 'add', '--db', `sqlite:${db}`, '--scope', scope, ...options, name]);
  const [text] = /mp_\S+/.exec(stdout) ?? [];
  if (!text) throw new Error(`token: ${stderr}`);
  return text;
}

/** Starts a server; the answer has its url, its process and a way to stop it. */
export function start(db, args = [], env = process.env) {
  const child = spawn(memcgperfd, ['--db', `sqlite:${db}`, '--port', '0', ...args], { env });

  return new Promise((resolve, reject) => {
    let output = '';
    let log = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), START_SECONDS * 1000);
    const ended = new Promise((end) => child.on('close', (status, signal) => end({ status, signal })));
    child.stderr.on('data', (data) => {
      output += data;
      log += data;
    });
    child.stdout.on('data', (data) => {
      output += data;
      const [, url] = /listening on (http:\/\/\S+)\n/.exec(output) ?? [];
      if (!url) return;
      clearTimeout(timer);
      resolve({
        url,
        pid: child.pid,
        port: Number(new URL(url).port),
        ended,
        log: () => log,
        output: () => output,
        stop(signal = 'SIGTERM') {
          child.kill(signal);
          return ended;
        },
      });
    });
    ended.then((end) => reject(Object.assign(new Error(`memcgperfd ended: ${output}`), end, { output })));
  });
}

/** A server over a database of its own in the folder, with a token of each scope. */
export async function startEmpty(folder, args = []) {
  const db = path.join(folder, 'empty.db');
  const server = await start(db, args);
  const submit = await token(db, 'submit', 'ci');
  const manage = await token(db, 'manage', 'boss');

  return {
    ...server,
    db,
    submit,
    manage,
    get: (target, options) => get(server.port, target, options),
    send: (method, target, body, bearer = submit, headers = {}) => get(server.port, `/api/v1${target}`,
      { method, body, headers: { Authorization: `Bearer ${bearer}`, ...headers } }),
  };
}

/** A small result: two runs whose names and numbers are those of the seed. */
export const result = (seed) => `kernel ${seed} before: ${seed}.5 s\nkernel ${seed} after: ${seed}.25 s\n`;

/** A server over the sample in a folder of its own, for one test file. */
export async function startSample(args = []) {
  const folder = mkdtempSync(path.join(tmpdir(), 'memcgperf-'));
  const db = path.join(folder, 'sample.db');

  await ingest(db, ...bundled);
  const server = await start(db, args);
  return {
    ...server,
    db,
    get: (target, options) => get(server.port, target, options),
    api: async (target) => JSON.parse((await get(server.port, `/api/v1${target}`)).text),
    copy(to) {
      cpSync(db, to); // the writer has closed it: there is no log beside it
    },
    async close() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * One request, with its path exactly as given.
 * @param {number} port
 * @param {string} target
 * @param {{ method?: string, headers?: Record<string, string>, body?: string, agent?: http.Agent | false }}
 *   [options]
 */
export function get(port, target, options = {}) {
  const { method = 'GET', body, agent } = options;
  const isLong = body !== undefined && !options.headers?.['Transfer-Encoding'];
  const headers = { ...(isLong && { 'Content-Length': Buffer.byteLength(body) }), ...options.headers };

  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: '127.0.0.1', port, path: target, method, headers, agent },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({
            status: response.statusCode,
            headers: response.headers,
            type: response.headers['content-type'],
            etag: response.headers.etag,
            bytes,
            text: bytes.toString(),
          });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Bytes over a bare connection; what came back until it closed. */
export function talk(port, bytes, host = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, host, () => socket.write(bytes));
    const chunks = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}
