// SPDX-License-Identifier: GPL-2.0-or-later
import assert from "node:assert/strict";
import { test } from "node:test";
import { costText, lossText } from "../../web/app/tracing.js";

test("losses in words", () => {
  assert.equal(lossText({}), "");
  assert.equal(lossText({ lost_events: 1 }), "1 event or more was lost");
  assert.equal(lossText({ lost_events: 12, full_maps: 1 }), "12 events or more were lost, and a map was full");
  assert.equal(lossText({ full_maps: 3 }), "a map was full");
});

test("what tracing cost, with its share where the time is known", () => {
  assert.equal(costText({}), "");
  assert.equal(costText({ tracing: { time_ns: 0, events: 0 } }), "");
  assert.equal(costText({ tracing: { time_ns: 2500, events: 1 } }), "2.50 µs an event, 1 event, 2.50 µs in all");
  assert.equal(
    costText({ tracing: { time_ns: 6e7, events: 600, elapsed_s: 2 } }),
    "100 µs an event, 600 events, 60.0 ms in all, 3.00\u202f% of one CPU for 2.00 s",
  );
});
