// SPDX-License-Identifier: GPL-2.0-or-later
import assert from "node:assert/strict";
import { test } from "node:test";
import { nextPlace } from "../../web/app/chartkeys.js";
import { releaseOf, seriesStarts } from "../../web/app/kernels.js";
import { spread } from "../../web/app/plot.js";

test("labels that do not touch stay where they are", () => {
  assert.deepEqual(spread([10, 50, 90], 15, 0, 100), [10, 50, 90]);
});

test("labels keep their order and their gap inside the plot", () => {
  for (const wanted of [[50, 52, 51], [99, 98, 97], [1, 0, 2]]) {
    const placed = spread(wanted, 15, 0, 100);
    const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
    order.slice(1).forEach((i, k) => {
      assert.ok(placed[i] - placed[order[k]] >= 15, `${wanted} -> ${placed}`);
    });
    assert.ok(Math.min(...placed) >= 0 && Math.max(...placed) <= 100, `${wanted} -> ${placed}`);
  }
});

test("the keyboard goes from point to point, over gaps, and stays at the ends", () => {
  const filled = [[false, true, false, true], [true, true, true, true], [false, false, false, false]];
  const at = (datasetIndex, index) => ({ datasetIndex, index });
  assert.deepEqual(nextPlace(filled, null, [0, 1]), at(0, 1));
  assert.deepEqual(nextPlace(filled, at(0, 1), [0, 1]), at(0, 3));
  assert.deepEqual(nextPlace(filled, at(0, 3), [0, 1]), at(0, 3));
  assert.deepEqual(nextPlace(filled, at(0, 3), [1, 0]), at(1, 3));
  assert.deepEqual(nextPlace(filled, at(1, 3), [1, 0]), at(1, 3));
  assert.deepEqual(nextPlace(filled, at(1, 0), [-1, 0]), at(1, 0));
  assert.equal(nextPlace([[false]], null, [0, 1]), null);
});

test("releases are marked where one of them has several kernels", () => {
  assert.deepEqual(["v5.9", "5.10.262", "6.1-rc3+", "next-20260101"].map(releaseOf), ["5.9", "5.10", "6.1", ""]);
  assert.deepEqual(seriesStarts(["6.11", "6.12.1", "6.12.2", "6.13-rc1"]), [
    { at: 1, label: "6.12" },
    { at: 3, label: "6.13" },
  ]);
  assert.deepEqual(seriesStarts(["6.11", "6.12.1", "6.13-rc1"]), []);
  assert.deepEqual(seriesStarts([]), []);
});
