// SPDX-License-Identifier: GPL-2.0-or-later
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bytes,
  dateTime,
  decimalsFor,
  holdsZero,
  isGoodOrBad,
  isNoise,
  judge,
  list,
  number,
  percent,
  plural,
  plusMinus,
  unitText,
} from "../../web/app/format.js";

const THIN = "\u202f";

test("numbers group from five digits on, and have a real minus", () => {
  assert.equal(number(1512340), `1${THIN}512${THIN}340`);
  assert.equal(number(1789.846, 1), "1789.8");
  assert.equal(number(-16.7, 1), "\u221216.7");
  assert.equal(number(12345.678, 2), `12${THIN}345.68`);
});

test("what rounds to zero has no sign", () => {
  assert.equal(number(-0.004, 2), "0.00");
  assert.equal(percent(-0.00001, 1, true), `0.0${THIN}%`);
  assert.equal(percent(0.00001, 1, true), `0.0${THIN}%`);
});

test("a row's decimals follow its largest value, five figures", () => {
  assert.equal(decimalsFor([71246.3, 59349.1]), 0);
  assert.equal(decimalsFor([32.01, 47.924]), 3);
  assert.equal(decimalsFor([0.29067]), 5);
  assert.equal(decimalsFor([0.00012345]), 8);
  assert.equal(decimalsFor([18, 36]), 0);
  assert.equal(decimalsFor([0]), 0);
  assert.equal(decimalsFor([]), 0);
});

test("percent from a fraction", () => {
  assert.equal(percent(0.0612), `6.1${THIN}%`);
  assert.equal(percent(0.0941, 2, true), `+9.41${THIN}%`);
  assert.equal(percent(-0.167, 2, true), `\u221216.70${THIN}%`);
});

test("half an interval never reads as none", () => {
  assert.equal(plusMinus(0.058, 0.064), "±0.3");
  assert.equal(plusMinus(0.16594, 0.16602), "±0.004");
  assert.equal(plusMinus(0.1, 0.1), "±0.0");
  assert.equal(plusMinus(undefined, undefined), "");
});

test("a judgement is the verdict's word", () => {
  assert.equal(judge({ word: "worse" }), "worse");
  assert.equal(judge({}), "open");
  assert.equal(judge(undefined), "open");
  assert.ok(isNoise("small") && !isNoise("changed") && !isGoodOrBad("changed"));
  assert.ok(holdsZero(0, 0.01) && !holdsZero(0.01, 0.02) && !holdsZero(undefined, 1));
});

test("words around numbers", () => {
  assert.equal(plural(1, "boot"), "1 boot");
  assert.equal(plural(3, "boot"), "3 boots");
  assert.equal(list(["a"]), "a");
  assert.equal(list(["a", "b", "c"]), "a, b and c");
  assert.equal(unitText({ unit: "faults/s", better: "higher" }), "faults/s, higher is better");
  assert.equal(unitText({ unit: "s", better: "none" }), "s");
  assert.equal(unitText({}), "");
  assert.equal(bytes(2345), `2.3${THIN}KiB`);
  assert.equal(bytes(512), `512${THIN}B`);
});

test("times are UTC, and an absent one is unknown", () => {
  assert.equal(dateTime(1764500000), "2025-11-30 10:53");
  assert.equal(dateTime(undefined), "unknown");
  assert.equal(dateTime(0), "unknown");
});
