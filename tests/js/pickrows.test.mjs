// SPDX-License-Identifier: GPL-2.0-or-later
import assert from "node:assert/strict";
import { test } from "node:test";
import { historyLines, samplesText } from "../../web/app/compared.js";
import { directedRows, isPicky, picked, rowCount, rowName } from "../../web/app/pickrows.js";

const cell = (word, effect) => ({ n: 9, median: 1, verdict: { word, effect } });
const row = (benchmark, title, better, ...cells) => ({ metric: { benchmark, name: title, title, better }, cells: [{ n: 9 }, ...cells] });
const groups = [
  {
    benchmark: "a",
    geomean: [null, 0.1, 0.1],
    rows: [
      row("a", "time-1", "lower", cell("worse", 0.2), cell("same", 0)),
      row("a", "rate-1", "higher", cell("worse", -0.3), cell("better", 0.2)),
    ],
  },
  { benchmark: "b", geomean: [null, 0, 0], rows: [row("b", "time-1", "lower", cell("unclear", -0.05), null)] },
];
const comparison = { baseline: 0, columns: [{}, {}, {}], groups };
const ANY = { benchmark: "", text: "", verdict: "", column: "", sort: "", up: false };
const names = (how) => picked(comparison, groups, { ...ANY, ...how }).groups.flatMap(({ rows }) => rows.map(rowName));

test("rows are picked by benchmark, words of the name, and verdict", () => {
  assert.deepEqual(names({ benchmark: "b" }), ["b time-1"]);
  assert.deepEqual(names({ text: "TIME a" }), ["a time-1"]);
  assert.deepEqual(names({ verdict: "worse" }), ["a time-1", "a rate-1"]);
  assert.deepEqual(names({ verdict: "decided" }), ["a time-1", "a rate-1"]);
  assert.deepEqual(names({ verdict: "unclear" }), ["b time-1"]);
  assert.deepEqual(names({ verdict: "no-such" }), []);
  assert.equal(isPicky(ANY), false);
  assert.equal(isPicky({ ...ANY, sort: "B" }), false);
  assert.equal(isPicky({ ...ANY, text: "x" }), true);
});

test("a verdict may be asked for in one column; one that is gone is any", () => {
  assert.deepEqual(names({ verdict: "decided", column: "C" }), ["a rate-1"]);
  assert.deepEqual(names({ verdict: "worse", column: "C" }), []);
  assert.deepEqual(names({ verdict: "better", column: "H" }), ["a rate-1"]);
});

test("a column sorts rows of all benchmarks, what got worse first", () => {
  assert.deepEqual(names({ sort: "B" }), ["a rate-1", "a time-1", "b time-1"]);
  assert.deepEqual(names({ sort: "B", up: true }), ["b time-1", "a time-1", "a rate-1"]);
  assert.deepEqual(names({ sort: "C" }), ["a time-1", "a rate-1", "b time-1"]);
  assert.deepEqual(names({ sort: "metric", up: true }), ["a rate-1", "a time-1", "b time-1"]);
  assert.deepEqual(names({ sort: "A" }), ["a time-1", "a rate-1", "b time-1"], "the baseline has no change");
});

test("a benchmark that lost rows has no mean", () => {
  const { groups: all } = picked(comparison, groups, ANY);
  assert.deepEqual(all, groups);
  const { groups: some } = picked(comparison, groups, { ...ANY, text: "time" });
  assert.deepEqual(some.map(({ geomean }) => geomean), [[], [null, 0, 0]]);
  assert.equal(rowCount(some), 2);
  assert.equal(directedRows([{ rows: [row("c", "count", "none")] }]).length, 0);
});

test("samples are written by boot, and not without end", () => {
  assert.equal(samplesText({ samples: [1, 2, 3], sample_boots: [1, 1, 2] }, 0), "1 2 | 3");
  assert.equal(samplesText({}, 0), "");
  assert.match(samplesText({ samples: Array(50).fill(1), sample_boots: [] }, 0), / 1 and 10 more$/);
});

test("a history has the columns' lines in their colours, or all", () => {
  const columns = ["off", "child"].map((label) => ({ config: { label } }));
  const lines = ["child", "root", "off"].map((label) => ({ label }));
  assert.deepEqual(historyLines({ columns }, { lines }).map(({ line, series }) => [line.label, series]), [["child", 1], ["off", 0]]);
  assert.equal(historyLines({ columns: [] }, { lines }).length, 3);
});
