// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** What names of kernels tell. Their order is the server's; here nothing is sorted. */

/** "6.12" of "v6.12.3-rc1+"; "" for a name that begins otherwise. @param {string} name */
export const releaseOf = (name) => /^v?(\d+\.\d+)(?!\d)/.exec(name)?.[1] ?? "";

/**
 * Where the kernels of another release begin, if some release has several kernels: the places that
 * a mark on the axis tells something about.
 * @param {string[]} names in order
 * @returns {{at: number, label: string}[]}
 */
export function seriesStarts(names) {
  const releases = names.map(releaseOf);
  const starts = releases.flatMap((label, at) =>
    label && label !== releases[at - 1] ? [{ at, label }] : [],
  );
  return starts.length < releases.filter(Boolean).length ? starts.slice(1) : [];
}
