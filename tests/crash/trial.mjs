// SPDX-License-Identifier: GPL-2.0-or-later
// One trial: a subject meets a fault, and what it leaves is looked at. What a subject does without
// a fault is found out first, with the calls that it makes and its sites of allocations.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { get, start } from '../api/server.mjs';
import { execute, memcgperf, root } from '../program.mjs';
import { isTimed } from './subjects.mjs';
import { contents, copyDatabase, isUntouched } from './world.mjs';

const library = process.env.CRASH_FAULTS ?? path.join(root, 'build/tests/crash/faults.so');

/** A sanitizer wants to stand first, but has nothing against who stands before it. */
const environment = (faults, file) => ({
  ...process.env,
  ASAN_OPTIONS: `${process.env.ASAN_OPTIONS ?? ''}:verify_asan_link_order=0`,
  LD_PRELOAD: library,
  FAULTS: faults ?? '',
  FAULTS_FILE: file,
});
const linesOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []);

async function inFolder(world, body) {
  const folder = mkdtempSync(path.join(world.folder, 'trial-'));
  try {
    return await body(folder, path.join(folder, 'trial.db'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The server starts on a database; how many runs it lists. */
async function runsServed(db) {
  const server = await start(db);
  const { status, text } = await get(server.port, '/api/v1/runs?limit=500');
  await server.stop();
  if (status !== 200) throw new Error(`the server answers ${status}: ${text}`);
  return JSON.parse(text).runs.length;
}

/** What a subject does when nothing is wrong. */
export function rehearse(world, subject) {
  return inFolder(world, async (folder, db) => {
    const file = path.join(folder, 'counts');
    const target = path.join(folder, subject.target ?? 'trial.db');
    copyDatabase(world[subject.from], db);
    const before = await contents(target);
    const runsBefore = subject.from === 'old' ? undefined : await runsServed(db);
    const { was, answer, fault } = await subject.run(world, folder, { env: environment(undefined, file) });
    if (was !== 'done') throw new Error(`${subject.name} without a fault: ${was}: ${fault}`);
    const after = await contents(target);
    const runsAfter = await runsServed(db);
    return { answer, before, after, runs: { nothing: runsBefore ?? runsAfter, all: runsAfter }, ...counted(linesOf(file)) };
  });
}

/** "write 12" and "memory 3 SITE" as calls.write and sites.SITE. */
function counted(lines) {
  const calls = {};
  const sites = {};
  for (const [kind, count, site] of lines.map((line) => line.split(' '))) {
    if (kind === 'memory') sites[site] = Number(count);
    else calls[kind] = Number(count);
  }
  return { calls, sites };
}

/** Faults in answers that were given as good ones. */
function wrongAnswers(plan, answer) {
  if (answer === undefined || answer === plan.answer) return [];
  if (typeof answer === 'string') return [`prints ${answer}`];
  return Object.keys(answer).filter((target) => !isTimed(target) && answer[target] !== plan.answer[target])
    .map((target) => `answers ${target} with ${answer[target]}`);
}

/** Runs one command that must be content with the database. */
async function checkFaults(db) {
  const { status, stdout, stderr } = await execute(memcgperf, ['db', 'check', '--db', db]);
  return status === 0 ? [] : [`db check: ${stdout}${stderr}`];
}

/** What is left behind: all or nothing, whole, and a server starts on it. */
async function leftBehind(world, subject, plan, folder, db) {
  const target = path.join(folder, subject.target ?? 'trial.db');
  if (!(subject.target && existsSync(target)) && isUntouched(db, world[subject.from])) return { left: 'nothing', faults: [] };
  const now = await contents(target);
  const left = { [plan.after]: 'all', [plan.before]: 'nothing' }[now];
  const faults = left === undefined ? [`neither all nor nothing:\n${now}`] : [];
  if (left === 'all' && subject.target) faults.push(...await checkFaults(target));
  if (subject.from !== 'old') faults.push(...await checkFaults(db));
  const runs = await runsServed(db).catch((error) => `no server: ${error.message}`);
  if (left && runs !== plan.runs[subject.target ? 'nothing' : left]) faults.push(`the server lists ${runs} runs`);
  if (subject.from === 'old') faults.push(...await checkFaults(db));
  return { left, faults };
}

const isCrash = (line) => line.startsWith('crash ');
/**
 * What crashes without memory in libraries of Debian 12: libarchive 3.6.2 uses its list of callbacks
 * and its xz decoder without looking whether there are any, glibc 2.36 the list of name services.
 */
const isKnownCrash = (line) => /^crash (libarchive[.]so[.]13 |libc[.]so[.]6 getpwuid$)/.test(line);

const strays = (folder) => readdirSync(folder).filter((name) => name.includes('.part'));

/**
 * One trial. how: {faults} as FAULTS has them, {ms} until SIGKILL, {place} a folder to do it in.
 * The answer: how it ended, what is left, whether the fault was met, and all that is wrong.
 */
export function attempt(world, subject, plan, how) {
  return inFolder(how.place ? { ...world, folder: how.place } : world, async (folder, db) => {
    const file = path.join(folder, 'met');
    copyDatabase(world[subject.from], db);
    how.before?.();
    const mayBeKilled = how.ms !== undefined || (how.faults?.endsWith(':kill') ?? false);
    const diskFails = how.faults !== undefined && !how.faults.startsWith('memory');
    const env = how.ms === undefined && how.faults ? environment(how.faults, file) : process.env;
    const { was, answer, fault, ms } = await subject.run(world, folder, { env, ms: how.ms, mayBeKilled, diskFails });
    how.after?.();
    const { left, faults } = await leftBehind(world, subject, plan, folder, db);
    const told = linesOf(file);
    const isMet = how.faults === undefined || told.includes('met');
    const library = told.find(isKnownCrash);
    const wrong = [...(fault && !library ? [`${fault} ${told.find(isCrash) ?? ''}`] : []), ...faults, ...wrongAnswers(plan, answer)];
    if (was === 'done' && left === 'nothing' && plan.before !== plan.after) wrong.push('says that it is done');
    if (was !== 'killed') wrong.push(...strays(folder).map((name) => `leaves ${name}`));
    return { was, left, isMet, library, wrong, ms };
  });
}
