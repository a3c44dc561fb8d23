// SPDX-License-Identifier: GPL-2.0-or-later
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  basis,
  changeOf,
  columnsQuery,
  counts,
  geomeanText,
  largest,
  sentence,
  shortNames,
  splitGroups,
} from "../../web/app/compared.js";

const config = (label) => ({ label, mode: "on", key: label, line: label });
const column = (name, kernel, label, rest = {}) => ({
  id: name,
  name,
  kernel,
  config: config(label),
  machine: "m1",
  boots: 3,
  transcribed: false,
  ...rest,
});
const metric = (title, better = "lower", benchmark = "b") => ({ benchmark, name: title, title, better });
const change = (effect, half, word) => ({
  n: 18,
  median: 1,
  verdict: { word, effect, lo: effect - half, hi: effect + half, is_difference: false },
});
const row = (what, ...cells) => ({ metric: what, statistic: "", cells: [{ n: 18 }, ...cells] });
const comparison = (columns, rows) => ({
  baseline: 0,
  columns,
  groups: [{ benchmark: "b", geomean: [], rows }],
  differences: [],
  left_out: 0,
});
const plain = (text) => text.replace(/[\u00a0\u202f]/g, " ");

test("columns are named by what tells them apart", () => {
  const off = column("r1", "7.3.4", "off child");
  const on = column("r2", "7.3.4", "child");
  assert.deepEqual(shortNames([off, on]), ["off child", "child"]);
  assert.deepEqual(shortNames([column("r3", "6.1.192", "child"), on]), ["6.1.192", "7.3.4"]);
  assert.deepEqual(shortNames([column("r4", "6.1.192", "root"), on]), ["6.1.192 root", "7.3.4 child"]);
  assert.deepEqual(shortNames([column("r5", "7.3.4", "child"), on]), ["r5", "r2"]);
});

test("the answer counts what the verdicts say", () => {
  const rows = [
    row(metric("up"), change(0.5, 0.1, "worse")),
    row(metric("down"), change(-0.2, 0.1, "better")),
    row(metric("still"), change(0.01, 0.1, "unclear")),
    row(metric("rate", "higher"), change(-0.1, 0.05, "worse")),
    row(metric("Duration User"), change(0.9, 0.1, "worse")),
  ];
  const both = comparison([column("r1", "7.3.4", "off"), column("r2", "7.3.4", "root")], rows);
  assert.deepEqual(counts(rows.slice(0, 4), 1), {
    better: 1, worse: 2, changed: 0, same: 0, small: 0, unclear: 1, open: 0,
  });
  assert.equal(
    sentence(both),
    "On 7.3.4, root against off: 2 of 4 metrics worse, 1 better, 1 unclear.",
  );
  assert.equal(plain(largest(both, 1)), "b up +50.00 % ±10.00 (worse)");
  assert.deepEqual(basis(both), ["m1", "n = 18 each", "3 boots each"]);
});

test("how many measurements a summary stands for is said only when told", () => {
  const pair = [column("r1", "7.3.4", "off"), column("r2", "7.3.4", "root")];
  const summary = (n) => ({ n: 1, ...n, delta: 0.1 });
  const rows = (n) => [
    { metric: metric("faults"), statistic: "hmean", cells: [summary(n), summary(n)] },
    { metric: metric("User"), cells: [{ n: 5 }, null] },
  ];
  assert.deepEqual(basis(comparison(pair, rows({}))), ["m1", "3 boots each"]);
  assert.deepEqual(basis(comparison(pair, rows({ summary_n: 5 }))), ["m1", "n = 5 each", "3 boots each"]);
});

test("one metric alone is told with its change", () => {
  const told = comparison(
    [
      column("nomemcg", "3.10", "unknown", { transcribed: true, boots: 0 }),
      column("vanilla", "3.10", "unknown", { transcribed: true, boots: 0 }),
      column("optimized", "3.10", "unknown", { transcribed: true, boots: 0 }),
    ],
    [row(metric("Elapsed"), { n: 1, delta: 0.0941 }, { n: 1, delta: 0.0366 })],
  );
  assert.equal(
    plain(sentence(told)),
    "vanilla against nomemcg: Elapsed +9.41 %; optimized: Elapsed +3.66 %.",
  );
  assert.equal(largest(told, 1), "");
});

test("changes without intervals are listed when few, else told by their range", () => {
  const pair = [column("r1", "7.3.4", "off"), column("r2", "7.3.4", "root")];
  const open = (title, delta) => row(metric(title), { n: 1, delta });
  const few = comparison(pair, [open("User", 0.1), open("System", -0.05)]);
  assert.equal(plain(sentence(few)), "On 7.3.4, root against off: User +10.00 % and System \u22125.00 %.");
  const many = comparison(pair, [0.1, 0.2, -0.05, 0].map((delta, i) => open(`m${i}`, delta)));
  assert.equal(
    plain(sentence(many)),
    "On 7.3.4, root against off: 4 metrics changed by \u22125.00 % to +20.00 %, none with an interval.",
  );
});

test("durations stand apart, and a mean names the direction that it goes over", () => {
  const pair = [column("r1", "7.3.4", "off"), column("r2", "7.3.4", "root")];
  const rows = [row(metric("a"), change(0.1, 0.01, "worse")), row(metric("Duration User"), change(0.1, 0.01, "worse"))];
  const { results, durations } = splitGroups(comparison(pair, rows));
  assert.deepEqual(results[0].rows, [rows[0]]);
  assert.deepEqual(durations[0].rows, [rows[1]]);
  assert.equal(geomeanText(results[0]), "geometric mean");
  assert.equal(
    geomeanText({ rows: [rows[0], row(metric("rate", "higher"), change(0.1, 0.01, "worse"))] }),
    "geometric mean where lower is better",
  );
});

test("differences of values with zeros are shown against the baseline's size", () => {
  const verdict = { word: "worse", effect: 8, lo: 6, hi: 10, is_difference: true };
  const some = { metric: metric("a"), cells: [{ median: 4 }, { median: 12, delta: 2, verdict }] };
  const none = { metric: metric("a"), cells: [{ median: 0 }, { median: 8, verdict }] };
  assert.deepEqual(changeOf(some, 0, 1), { change: 2, lo: 1.5, hi: 2.5, judged: "worse" });
  assert.deepEqual(changeOf(none, 0, 1), { change: undefined, judged: "worse" });
});

test("the first of the columns is the baseline in the address", () => {
  assert.deepEqual(columnsQuery(["a", "b", "c"]), { base: "a", new: ["b", "c"] });
});
