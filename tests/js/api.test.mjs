// SPDX-License-Identifier: GPL-2.0-or-later
import assert from "node:assert/strict";
import { test } from "node:test";
import { address, Problem } from "../../web/app/api.js";

test("an address repeats lists and leaves empty values out", () => {
  assert.equal(
    address("/compare", { base: "a", new: ["b", "c"], x: "", y: undefined }),
    "/compare?base=a&new=b&new=c",
  );
  assert.equal(address("/runs", {}), "/runs");
});

test("a plus in a kernel's name is written so that it is not read as a blank", () => {
  assert.equal(address("/runs", { kernel: "6.12.117+deb12" }), "/runs?kernel=6.12.117%2Bdeb12");
});

test("a problem is a sentence that ends, and says what to do", () => {
  assert.equal(
    new Problem("no run 'x'", 404).sentence,
    "No run 'x'. The list of runs shows what is stored.",
  );
  assert.match(new Problem("busy", 503).sentence, /^Busy\. .*try again/);
  assert.match(new Problem("The server does not answer").sentence, /connection/);
  assert.equal(new Problem("bad base.", 400).sentence, "Bad base.");
});
