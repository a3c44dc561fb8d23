// SPDX-License-Identifier: GPL-2.0-or-later
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  barsOf,
  cellsOf,
  comparisonOf,
  costText,
  headline,
  kernelsOf,
  meansOf,
  pickLine,
  pickMachine,
  pickMetric,
  rowsOf,
  viewSentence,
} from "../../web/app/costs.js";

const side = (run, mean) => ({ run, runs: 1, n: 18, boots: 3, mean, stddev: 1 });
const cell = (kernel, line, cost, rest = {}) => ({
  machine: 0,
  metric: 0,
  kernel,
  line,
  cost,
  lo: cost - 0.01,
  hi: cost + 0.01,
  on: side(`on-${kernel}-${line}`, 90),
  off: { ...side(`off-${kernel}`, 100), config: "off" },
  off_in_root: false,
  ...rest,
});
const mean = (kernel, line, cost) => ({
  machine: 0,
  kernel,
  line,
  cost,
  lo: cost - 0.003,
  hi: cost + 0.003,
  metrics: 2,
});

const overhead = {
  kernels: [{ name: "5.10.262" }, { name: "6.1.192" }, { name: "7.3.4" }],
  machines: [{ name: "m1" }, { name: "m2" }],
  metrics: [
    { benchmark: "pft", name: "faults/cpu-1", title: "faults/cpu-1", better: "higher" },
    { benchmark: "forkexec", name: "usecs-op-fork", title: "usecs-op-fork", better: "lower" },
  ],
  lines: [
    { key: "on,root", label: "root" },
    { key: "on,v2:1", label: "child" },
  ],
  cells: [cell(0, 1, 0.14), cell(2, 1, 0.2), cell(2, 0, 0.001)],
  means: [mean(0, 1, 0.134), mean(2, 0, 0.033), mean(2, 1, 0.151)],
};

test("the machine of the address, else the one with most numbers", () => {
  assert.equal(pickMachine(overhead, "m2"), 1);
  assert.equal(pickMachine(overhead, ""), 0);
  assert.equal(pickMachine(overhead, "gone"), 0);
});

test("a line goes by its label or its key", () => {
  assert.equal(pickLine(overhead, "child"), 1);
  assert.equal(pickLine(overhead, "on,root"), 0);
  assert.equal(pickLine(overhead, "nothing"), -1);
  assert.equal(pickMetric(overhead, "pft", "faults/cpu-1"), 0);
  assert.equal(pickMetric(overhead, "forkexec", "faults/cpu-1"), -1);
});

test("values stand by kernel, with gaps where nothing was measured", () => {
  assert.deepEqual(
    cellsOf(overhead, 0, 0, 1).map((value) => value?.cost ?? null),
    [0.14, null, 0.2],
  );
  assert.deepEqual(
    meansOf(overhead, 0, 0).map((value) => value?.cost ?? null),
    [null, null, 0.033],
  );
  assert.deepEqual(kernelsOf(overhead, 0), [0, 2]);
});

test("rows are the lines that have numbers", () => {
  const labels = (view) => rowsOf(overhead, view).map(({ label }) => label);
  assert.deepEqual(labels({ machine: 0, metric: 0, line: -1 }), ["root", "child"]);
  assert.deepEqual(labels({ machine: 0, metric: 0, line: 1 }), ["child"]);
  assert.deepEqual(labels({ machine: 0, metric: 1, line: -1 }), []);
});

test("the answer names the newest kernel, the denominator and the intervals", () => {
  const plain = (text) => text.replace(/[\u00a0\u202f]/g, " ");
  const { sentence, lede } = headline(overhead, 0);
  assert.equal(
    plain(sentence),
    "On 7.3.4, a child memory cgroup costs 15.1 % ±0.3 over memcg off; the root group 3.3 % ±0.3.",
  );
  assert.match(plain(lede), /Geometric mean of 2 metrics on m1.*On 5\.10\.262.* cost 13\.4 %/);
  const rows = rowsOf(overhead, { machine: 0, metric: 0, line: -1 });
  assert.equal(
    plain(viewSentence(overhead, rows, { metric: "pft faults/cpu-1" })),
    "On 7.3.4 memcg costs nothing distinguishable (0.1 % ±1.0) of pft faults/cpu-1 in the root " +
      "group and 20.0 % ±1.0 in a child memory cgroup.",
  );
});

test("a mean names what it goes over", () => {
  const rows = rowsOf(overhead, { machine: 0, metric: -1, line: 1 });
  assert.match(
    viewSentence(overhead, rows, { mean: "pft" }),
    /^On 7\.3\.4 memcg costs 15\.1.* in a child memory cgroup, as the geometric mean of pft\.$/,
  );
  assert.match(viewSentence(overhead, [], { mean: "pft" }), /^No config/);
});

test("a cost that is none says so, and one without interval has no ±", () => {
  assert.match(costText({ cost: 0.001, lo: -0.01, hi: 0.012 }), /^nothing distinguishable/);
  assert.equal(costText({ cost: 0.05 }).includes("±"), false);
});

test("a number opens the comparison of its two runs, off first", () => {
  assert.equal(comparisonOf(overhead.cells[1]), "/compare?base=off-2&new=on-2-1");
});

test("steps stand on one another, a part ends where its whole does", () => {
  const step = (name, value, is_part) => ({ name, value, lo: value - 0.01, hi: value + 0.01, is_part });
  const bars = barsOf([step("root group", 0.03, false), step("child group", 0.1, false), step("of it kernel memory", 0.08, true)]);
  const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-12, `${a} is not ${b}`);
  assert.deepEqual(bars.map(({ label, hollow }) => [label, hollow]), [
    ["root group", false], ["child group", false], ["of it kernel memory", true], ["together", false],
  ]);
  bars.map(({ from }) => from).forEach((from, i) => near(from, [0, 0.03, 0.05, 0][i]));
  near(bars[3].point.value, 0.13);
  assert.equal(barsOf([step("root group", 0.03, false)]).length, 1);
});
