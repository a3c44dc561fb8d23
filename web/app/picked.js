// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** Files that a reader chose or dropped: one is sent as it is, several as one archive. */
import { tar } from "./tar.js";

/**
 * @typedef {{name: string, files: number, bytes: number, body: () => Blob}} Picked
 * @typedef {import("./tar.js").Member} Member
 */

/** @param {Member[]} members @returns {Picked | null} */
export function pickedOf(members) {
  if (members.length === 0) return null;
  const [first] = members;
  const folder = first.path.includes("/") ? first.path.slice(0, first.path.indexOf("/")) : "";
  const isOne = members.length === 1 && !folder;
  const isFolder = folder && members.every(({ path }) => path.startsWith(`${folder}/`));
  return {
    name: isOne ? first.path : isFolder ? folder : "files",
    files: members.length,
    bytes: members.reduce((sum, { blob }) => sum + blob.size, 0),
    body: () => (isOne ? first.blob : tar(members)),
  };
}

/** What an input of type file has. @param {FileList} list */
export const picked = (list) =>
  pickedOf([...list].map((file) => ({ path: file.webkitRelativePath || file.name, blob: file })));

/** @param {FileSystemDirectoryReader} reader @returns {Promise<FileSystemEntry[]>} */
const read = (reader) => new Promise((resolve, reject) => reader.readEntries(resolve, reject));

/** All files below an entry. @param {FileSystemEntry} entry @returns {Promise<Member[]>} */
async function membersOf(entry) {
  const path = entry.fullPath.replace(/^\//, "");
  if (entry.isFile) {
    const file = /** @type {FileSystemFileEntry} */ (entry);
    return [{ path, blob: await new Promise((resolve, reject) => file.file(resolve, reject)) }];
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  const all = [];
  for (let some = await read(reader); some.length > 0; some = await read(reader)) all.push(...some);
  return (await Promise.all(all.map(membersOf))).flat();
}

/** What was dropped; it can be asked for only at once. @param {DataTransfer} data */
export async function dropped(data) {
  const things = [...data.items].map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const members = await Promise.all(things.map((thing) => {
    if (thing instanceof File) return [{ path: thing.name, blob: thing }];
    return thing ? membersOf(thing) : [];
  }));
  return pickedOf(members.flat());
}
