// SPDX-License-Identifier: GPL-2.0-or-later
// What tests of the command line share: the programs under test, running them, scratch folders.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
export const memcgperf = process.env.MEMCGPERF ?? path.join(root, 'build/memcgperf');
export const memcgperfd = process.env.MEMCGPERFD ?? path.join(root, 'build/memcgperfd');
export const samples = path.join(root, 'samples');

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, input?: string | Buffer, seconds?: number, uid?: number, gid?: number,
 *   env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ status: number | null, signal: string | null, stdout: string,
 *   stderr: string, seconds: number }>} signal is SIGKILL when it took longer than allowed
 */
export function execute(program, args, options = {}) {
  const { cwd = root, input = '', seconds = 60, uid, gid, env } = options;

  return new Promise((resolve, reject) => {
    const start = Date.now();
    const child = spawn(program, args, { cwd, uid, gid, env });
    const chunks = { stdout: [], stderr: [] };
    const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);

    child.stdout.on('data', (data) => chunks.stdout.push(data));
    child.stderr.on('data', (data) => chunks.stderr.push(data));
    child.stdin.on('error', () => {}); // it may end without reading all
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      resolve({
        status,
        signal,
        stdout: Buffer.concat(chunks.stdout).toString(),
        stderr: Buffer.concat(chunks.stderr).toString(),
        seconds: (Date.now() - start) / 1000,
      });
    });
  });
}

/** A new folder, removed at the end of the test t. */
export function scratch(t) {
  const folder = mkdtempSync(path.join(tmpdir(), 'memcgperf-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
