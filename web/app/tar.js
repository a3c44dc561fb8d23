// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** An archive of files, made in the browser: ustar (POSIX.1-1988), whose parts are not copied. */

const BLOCK = 512;
const NAME = 100;
const PREFIX = 155;
const SIZE_MAX = 8 ** 11 - 1;

/** @typedef {{path: string, blob: Blob}} Member */

/**
 * A path as name and prefix, cut at a slash. @param {Uint8Array} path
 * @returns {[Uint8Array, Uint8Array]}
 */
function split(path) {
  if (path.length <= NAME) return [path, new Uint8Array()];
  const slash = 0x2f;
  const at = path.indexOf(slash, path.length - NAME - 1);
  if (at < 1 || at > PREFIX) throw new RangeError("a path is too long for an archive");
  return [path.subarray(at + 1), path.subarray(0, at)];
}

/** @param {number} value @param {number} digits */
const octal = (value, digits) => value.toString(8).padStart(digits, "0");

/** The header of one file. @param {string} path @param {number} size @returns {Uint8Array<ArrayBuffer>} */
export function header(path, size) {
  const block = new Uint8Array(BLOCK);
  const encoder = new TextEncoder();
  const [name, prefix] = split(encoder.encode(path));
  const put = (/** @type {number} */ at, /** @type {string} */ text) => block.set(encoder.encode(text), at);

  if (size > SIZE_MAX) throw new RangeError("a file is too large for an archive");
  block.set(name, 0);
  put(100, `${octal(0o644, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`);
  put(124, `${octal(size, 11)}\0${octal(0, 11)}\0`);
  put(148, " ".repeat(8));
  put(156, "0");
  put(257, "ustar\u000000");
  block.set(prefix, 345);
  const sum = block.reduce((all, byte) => all + byte, 0);
  put(148, `${octal(sum, 6)}\0 `);
  return block;
}

/** @param {Member[]} members @returns {Blob} */
export function tar(members) {
  /** @type {BlobPart[]} */
  const parts = [];
  for (const { path, blob } of members) {
    parts.push(header(path, blob.size), blob, new Uint8Array((BLOCK - (blob.size % BLOCK)) % BLOCK));
  }
  parts.push(new Uint8Array(2 * BLOCK));
  return new Blob(parts, { type: "application/x-tar" });
}
