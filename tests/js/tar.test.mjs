// SPDX-License-Identifier: GPL-2.0-or-later
// The archive that the browser makes, as tar(1) reads it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test from "node:test";
import { tar } from "../../web/app/tar.js";
import { pickedOf } from "../../web/app/picked.js";

const bytesOf = async (blob) => Buffer.from(await blob.arrayBuffer());
const names = (archive) => execFileSync("tar", ["-tf", "-"], { input: archive }).toString().trim().split("\n");
const member = (path, text) => ({ path, blob: new Blob([text]) });

test("names, contents and sizes come out as they went in", async () => {
  const long = `${"folder/".repeat(20)}${"n".repeat(90)}`;
  const members = [member("a/empty", ""), member("a/block", "x".repeat(512)), member("a/Kürzel", "more\n"),
    member(long, "deep")];
  const archive = await bytesOf(tar(members));

  assert.deepEqual(execFileSync("tar", ["--quoting-style=literal", "-tf", "-"], { input: archive }).toString().trim().split("\n"),
    members.map(({ path }) => path));
  for (const { path, blob } of members) {
    assert.deepEqual(execFileSync("tar", ["-xOf", "-", path], { input: archive }), await bytesOf(blob), path);
  }
});

test("a path that no header holds is refused", () => {
  assert.throws(() => tar([member("x".repeat(101), "")]), RangeError);
  assert.throws(() => tar([member(`${"f/".repeat(100)}${"n".repeat(90)}`, "")]), RangeError);
});

test("one file is sent as it is, several as an archive", async () => {
  const one = pickedOf([member("stat.txt", "text")]);
  assert.deepEqual([one.name, one.files, one.bytes, await one.body().text()], ["stat.txt", 1, 4, "text"]);
  assert.equal(pickedOf([member("log/a", "1"), member("log/b", "22")]).name, "log");
  assert.equal(pickedOf([member("a", "1"), member("b", "2")]).name, "files");
  assert.deepEqual(names(await bytesOf(pickedOf([member("log/a", "1")]).body())), ["log/a"]);
  assert.equal(pickedOf([]), null);
});
