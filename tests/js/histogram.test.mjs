// SPDX-License-Identifier: GPL-2.0-or-later
import assert from "node:assert/strict";
import { test } from "node:test";
import { byteStep, changeTo, most, operations, perOperation } from "../../web/app/allocated.js";
import { boundText, bucketsOf, largestOf, placesOf, rangeText, spaced, stepOf } from "../../web/app/histogram.js";
import { filtered, sorted } from "../../web/app/rows.js";

test("bounds and ranges read as they do in the text", () => {
  assert.deepEqual([0, 512, 1024, 65536, 1048576, 1500, -2048].map(boundText),
    ["0", "512", "1K", "64K", "1M", "1500", "-2K"]);
  assert.deepEqual([[16, 32], [5, 6], [null, 0], [1048576, null], [-2, -1], undefined, [null, null]].map(rangeText),
    ["16-32", "5", "<0", ">=1M", "-2--1", "", ""]);
});

test("buckets of all runs stand in order, and what was not printed has no count", () => {
  const cells = [
    { total: 3, buckets: [[4, 8, 3], [8, null, 0]] },
    {},
    { total: 6, buckets: [[null, 0, 1], [2, 4, 4], [4, 8, 1]] },
  ];
  assert.deepEqual(bucketsOf(cells), [
    { range: [null, 0], counts: [null, null, 1] },
    { range: [2, 4], counts: [null, null, 4] },
    { range: [4, 8], counts: [3, null, 1] },
    { range: [8, null], counts: [0, null, null] },
  ]);
  assert.equal(largestOf([{ cells: [{ total: 2 }, {}] }, { cells: [{}, { total: 7 }] }]), 1);
  assert.equal(largestOf([]), -1);
});

test("an axis has steps of powers of 2, or the buckets' own where all are as wide", () => {
  const wide = (from, to) => to - from;
  const log = placesOf([[1, 2], [4096, 8192], [8192, null], [null, 0]]);
  assert.ok(Math.abs(wide(log[1].from, log[1].to) - 1) < 0.001);
  assert.equal(wide(log[2].from, log[2].to), 1);
  assert.deepEqual(log[3], { from: -1, to: 0 });
  assert.equal(stepOf([[0, 2], [2, 4], [4, 8]]), 0);
  assert.equal(stepOf([[0, 2], [2, 4]]), 0);
  assert.equal(stepOf([[null, 0], [0, 5], [5, 10], [10, 15], [15, null]]), 5);
  assert.deepEqual(placesOf([[null, 0], [0, 5], [5, 10], [10, 15]]).map(({ from }) => from), [-1, 0, 1, 2]);
  assert.deepEqual(spaced([0, 1, 2, 5, 6], 2), [0, 2, 5]);
});

test("counts per operation, changes and the largest", () => {
  assert.deepEqual(operations("10,4", 2), [10, 4]);
  for (const text of ["", "10", "10,x", "10,0"]) assert.equal(operations(text, 2), undefined);
  assert.equal(perOperation(20, [10, 4], 0), 2);
  assert.equal(perOperation(null, undefined, 0), undefined);
  assert.equal(changeTo(4, 5), 0.25);
  for (const [a, b] of [[0, 5], [undefined, 5], [4, null]]) assert.equal(changeTo(a, b), undefined);
  assert.equal(most([undefined, 3, 7]), 7);
  assert.equal(most([undefined]), undefined);
  assert.deepEqual([1, 6, 160_000, 56_000_000].map(byteStep), [1, 1, 32768, 16777216]);
});

test("rows are sorted with what has no value last, and filtered by all words", () => {
  const rows = [{ n: 2, t: "b" }, { t: "C" }, { n: 7, t: "a" }];
  const names = (list) => list.map(({ t }) => t).join("");
  assert.equal(names(sorted(rows, ({ n }) => n, false)), "abC");
  assert.equal(names(sorted(rows, ({ n }) => n, true)), "baC");
  assert.equal(names(sorted(rows, ({ t }) => t, true)), "abC");
  assert.equal(names(filtered(rows, ({ t }) => `task ${t}`, "c TASK")), "C");
  assert.equal(filtered(rows, ({ t }) => t, "").length, 3);
});
