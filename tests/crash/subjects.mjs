// SPDX-License-Identifier: GPL-2.0-or-later
// What is stopped in the middle: commands, and a server that takes an upload and shows pages.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { get, start } from '../api/server.mjs';
import { execute, memcgperf, samples } from '../program.mjs';

const small = path.join(samples, 'profiles/fault-loop-child.tar.xz');
const large = path.join(samples, 'memcg-kvm.tar.xz');
const HANGS_SECONDS = 20;
const kernels = ['4.0.0-vanilla', '4.0.0-nomemcg-v1'];

/** How a program ended that was to meet a fault, and what is wrong with that. */
function judge({ status, signal, said, mayBeKilled }) {
  if (signal === 'SIGKILL') return mayBeKilled ? { was: 'killed' } : { was: 'hung', fault: 'hangs' };
  if (signal) return { was: 'crashed', fault: `ended by ${signal}: ${said}` };
  if (!/^(memcgperfd?|Fatal Internal Error in libarchive): [^\n]+$/m.test(said)) return { was: 'failed', fault: `ended with ${status} without saying why: ${said}` };
  return { was: 'failed' };
}

/** A check that a disk fails says what it found on its standard output. */
const says = ({ stdout, stderr }, diskFails) => (diskFails && /^not whole/m.test(stdout) ? `memcgperf: ${stdout}` : stderr);

/** A command; status is its exit status when all is well. */
function command(name, words, { from = 'base', status = 0, target } = {}) {
  return {
    name,
    from,
    target,
    async run(world, folder, { env, ms, mayBeKilled, diskFails }) {
      const db = path.join(folder, 'trial.db');
      const ended = await execute(memcgperf, words(db, folder),
        { env, seconds: ms === undefined ? HANGS_SECONDS : ms / 1000 });
      if (ended.signal || ended.status !== status) return judge({ ...ended, said: says(ended, diskFails), mayBeKilled });
      return { was: 'done', answer: ended.stdout, ms: ended.seconds * 1000 };
    },
  };
}

/** An answer of the server, or why there was none. */
async function ask(server, target, options) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ hangs: true }), HANGS_SECONDS * 1000);
  });
  const answer = await Promise.race([get(server.port, target, options).catch(() => ({ status: 0 })), late]);
  clearTimeout(timer);
  return answer;
}

const pages = ['/runs', '/api/v1/runs?limit=500', '/api/v1/kernels', `/compare.txt?base=${kernels[0]}&new=${kernels[1]}`];

/** Answers to requests in turn: those with 2xx, and what is wrong with the others. */
async function talk(server, requests) {
  const answers = {};
  for (const [target, options] of requests) {
    const answer = await ask(server, target, options);
    if (answer.hangs) return { answers, fault: `no answer to ${target}` };
    if (answer.status >= 200 && answer.status < 300) answers[target] = answer.text;
    else if (answer.status >= 400 && answer.status < 500) return { answers, fault: `${answer.status} to ${target}: ${answer.text}` };
  }
  return { answers };
}

/** A server that is asked for something and ended, in order or not. */
function served(name, requestsOf, done) {
  return {
    name,
    from: 'base',
    async run(world, folder, { env, ms, mayBeKilled }) {
      const db = path.join(folder, 'trial.db');
      let server;
      try {
        server = await start(db, ['--public-url', 'https://perf.example'], env);
      } catch (ended) {
        if (ended.output === undefined) throw ended;
        return judge({ ...ended, said: ended.output, mayBeKilled });
      }
      const begun = Date.now();
      const timer = ms === undefined ? undefined : setTimeout(() => server.stop('SIGKILL'), ms);
      const { answers, fault } = await talk(server, requestsOf(world));
      const took = Date.now() - begun;
      clearTimeout(timer);
      const late = setTimeout(() => server.stop('SIGKILL'), HANGS_SECONDS * 1000);
      const ended = await server.stop();
      clearTimeout(late);
      if (fault) return { was: 'failed', fault };
      if (ended.signal || ended.status !== 0) return { ...judge({ ...ended, said: server.output(), mayBeKilled }), answer: answers };
      return { was: done(answers) ? 'done' : 'failed', answer: answers, ms: took };
    },
  };
}

const uploading = '/api/v1/runs?kernel=7.7';
const upload = (world, file) =>
  [uploading, { method: 'POST', body: readFileSync(file), headers: { Authorization: `Bearer ${world.bearer}` } }];
const isStored = (answers) => uploading in answers;
/** What is stored has the time of it in its answer. */
export const isTimed = (target) => target === uploading;

const ingesting = (file) => (db) => ['ingest', '--db', db, '--kernel', '7.7', file];
export const subjects = {
  ingest: command('ingest', ingesting(small)),
  largeIngest: command('ingest', ingesting(large)),
  post: served('POST', (world) => [...pages.map((page) => [page]), upload(world, small)], isStored),
  largePost: served('POST', (world) => [upload(world, large)], isStored),
  migration: command('migration', (db) => ['token', 'revoke', '--db', db, 'nobody'], { from: 'old', status: 3 }),
  freeze: command('freeze', (db) => ['compare', '--db', db, '--public-url', 'https://perf.example', '--freeze', ...kernels]),
  backup: command('backup', (db, folder) => ['db', 'backup', '--db', db, path.join(folder, 'copy.db')], { target: 'copy.db' }),
  compare: command('compare', (db) => ['compare', '--db', db, ...kernels]),
  check: command('check', (db) => ['db', 'check', '--db', db]),
  pages: served('pages', () => pages.map((page) => [page]), (answers) => pages.every((page) => page in answers)),
};
