// SPDX-License-Identifier: GPL-2.0-or-later
// What the code must hold to beyond its types: see STYLE.md, and tsconfig.json for the types.

const names = (text) => Object.fromEntries(text.split(" ").map((name) => [name, "readonly"]));

const browser = names(
  "addEventListener dispatchEvent document DOMParser fetch FormData getComputedStyle globalThis history location matchMedia sessionStorage " +
    "navigator setTimeout clearTimeout Element Event HTMLElement HTMLTableSectionElement Node " +
    "URLSearchParams Blob File TextEncoder URL XMLHttpRequest IntersectionObserver HTMLCanvasElement",
);
const node = names(
  "AbortSignal Buffer clearInterval clearTimeout console fetch performance process " +
    "setImmediate setInterval setTimeout structuredClone TextDecoder TextEncoder URL " +
    "URLSearchParams Blob",
);

const markup = ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write"];

export default [
  { ignores: ["build/", "node_modules/"] },
  {
    rules: {
      "constructor-super": "error",
      eqeqeq: "error",
      "max-depth": ["error", 3],
      "max-lines": ["error", 600],
      "max-lines-per-function": ["error", { max: 100, skipComments: true }],
      "no-cond-assign": "error",
      "no-const-assign": "error",
      "no-control-regex": "error",
      "no-dupe-else-if": "error",
      "no-dupe-keys": "error",
      "no-duplicate-imports": "error",
      "no-empty": "error",
      "no-eval": "error",
      "no-fallthrough": "error",
      "no-implied-eval": "error",
      "no-self-assign": "error",
      "no-undef": "error",
      "no-unreachable": "error",
      "no-unsafe-finally": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "no-useless-escape": "error",
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  {
    files: ["web/app/**/*.js"],
    languageOptions: { globals: browser },
    rules: {
      "max-lines-per-function": ["error", 60],
      "no-shadow": "error",
      // Text reaches the page through textContent only.
      "no-restricted-properties": ["error", ...markup.map((property) => ({ property }))],
    },
  },
  { files: ["**/*.mjs"], languageOptions: { globals: node } },
  // What these hand to the browser stands beside what Node runs.
  { files: ["tests/web/*.mjs"], languageOptions: { globals: browser } },
];
