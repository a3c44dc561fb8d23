// SPDX-License-Identifier: GPL-2.0-or-later
// What the files of tests/bench share: rows with their bar, and what a command costs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { execute } from '../program.mjs';

const COMMAND_SECONDS = 3600;

/** Our programs of tests/bench, built by `make bench`. */
const programs = path.join(path.dirname(process.env.MEMCGPERF ?? 'build/memcgperf'), 'tests/bench');
export const program = (name) => path.resolve(programs, name);

/**
 * One measured figure and what it must reach.
 * @typedef {object} Row
 * @property {string} what
 * @property {number} ours
 * @property {number | null} reference  null = the bar is for `ours` itself
 * @property {string} unit              of both; "" = none
 * @property {number | null} ratio      the figure that the bar is for, unless it is for `ours`
 * @property {string} bar               ">= 500", "<= 2.2"; "" = none, told for knowledge only
 * @property {boolean} ok
 * @property {string} note              "recorded": where the reference comes from, when not from here
 */

/** Makes a row; ratio is ours / reference unless given. @returns {Row} */
export function row(what, { ours, reference = null, unit = '', bar = '', note = '',
  ratio = reference === null ? null : ours / reference }) {
  return { what, ours, reference, unit, ratio, bar, ok: reaches(ratio ?? ours, bar), note };
}

export function reaches(figure, bar) {
  if (bar === '') return true;
  const [, sign, limit] = /^([<>])= ([\d.]+)$/.exec(bar) ?? [];
  if (!sign) throw new Error(`no bar: '${bar}'`);
  return sign === '>' ? figure >= Number(limit) : figure <= Number(limit);
}

export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/**
 * What a command costs, with all processes that it starts: { cpu_s, peak_bytes }. It must end well,
 * and what it prints is dropped.
 */
export async function cost(command, args, options = {}) {
  const { stdout, stderr } = await execute(program('cost'), [command, ...args],
    { seconds: COMMAND_SECONDS, ...options });
  const told = JSON.parse(stdout || '{ "status": -1 }');
  if (told.status !== 0) throw new Error(`${command} ${args.join(' ')}: exit ${told.status}: ${stderr}`);
  return told;
}

/**
 * Runs the measurements one after the other, so many times round, so that what slows the machine
 * for a while meets all of them: for each the list of its results. Each is given the round.
 */
export async function inTurn(rounds, measurements) {
  const results = measurements.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, measure] of measurements.entries()) results[i].push(await measure(round));
  }
  return results;
}

/** Whether a command is on PATH. */
export const has = (name) =>
  process.env.PATH.split(':').some((folder) => existsSync(path.join(folder, name)));

/** What the threads of a process have run so far, by the scheduler's clock. */
export const cpuSeconds = (pid) => readdirSync(`/proc/${pid}/task`).reduce((sum, thread) =>
  sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e9, 0);
