// SPDX-License-Identifier: GPL-2.0-or-later
import assert from "node:assert/strict";
import { test } from "node:test";
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
