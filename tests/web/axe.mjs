// SPDX-License-Identifier: GPL-2.0-or-later
// axe-core in a page of the tests.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The script: a page must have it before violations are asked for. */
export const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds; rules: only these, or all but these. */
export async function violations(page, rules = {}) {
  const options = {
    ...(rules.only && { runOnly: { type: "rule", values: rules.only } }),
    ...(rules.without && { rules: { [rules.without]: { enabled: false } } }),
    resultTypes: ["violations"],
  };
  const { violations: found } = await page.evaluate((how) => globalThis.axe.run(how), options);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(" ")}`);
}
