// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** /kernels, the list in the order of kernels, and /kernels/V, one of them. */
import { address, getKernel, getKernels } from "./api.js";
import { dense, el, fill, link, rowHead, table, td, th } from "./dom.js";
import { number, percent, plural } from "./format.js";
import { answer, page } from "./shell.js";

/** @typedef {import("./api.js").Kernel} Kernel */
/** @typedef {import("./api.js").KernelDetail} KernelDetail */

const of = (/** @type {string} */ slug) => `/kernels/${slug}`;

async function drawList() {
  const { kernels } = await getKernels();
  const head = [
    th("kernel"),
    th("release", { class: "left" }),
    th("runs"),
    th("mails"),
    th("further names", { class: "left" }),
  ];
  const rows = kernels.map(({ slug, name, release, runs, discussed, names }) =>
    el(
      "tr",
      {},
      rowHead(link(of(slug), name)),
      td(release, { class: "left" }),
      td(link(address("/runs", { kernel: slug }), number(runs))),
      td(discussed ? number(discussed) : "–"),
      td(names?.join(", "), { class: "left" }),
    ),
  );
  return () => {
    if (kernels.length === 0) answer("No kernels yet", "memcgperf ingest keeps results here.");
    else answer(plural(kernels.length, "kernel"), "Oldest first, by version.");
    fill("table", kernels.length > 0 && dense(table("Kernels", head, rows)));
  };
}

/** @param {KernelDetail} kernel */
function facts({ release, names, commit, links, mails, previous, following }) {
  const near = (/** @type {string} */ word, /** @type {Kernel | undefined} */ kernel) =>
    kernel && [word, link(of(kernel.slug), kernel.name), " "];
  return [
    el("p", {}, near("After ", previous), near(previous ? "and before " : "Before ", following)),
    el("p", { class: "meta" }, `Release ${release ?? "unknown"}`, names.length > 0 && `, also called ${names.join(", ")}`,
      commit && `, built from ${commit}`),
    links.length > 0 && el("ul", {}, links.map((one) => el("li", {}, link(one, one)))),
    mails.length > 0 && [
      el("h2", {}, "Discussed in"),
      el("ul", {}, mails.map(({ link: to, subject, id, author }) =>
        el("li", {}, link(to, subject ?? id), author && `, ${author}`))),
    ],
  ];
}

/** What memcg costs here, for each machine and config. @param {KernelDetail} kernel */
const costTable = ({ costs }) =>
  costs.length > 0 && [
    el("h2", {}, "What memcg costs here"),
    dense(table("What memcg costs here", [
      th("config"), th("cost"), th("95 % interval"), th("metrics"), th("machine", { class: "left" }),
    ], costs.map(({ machine, line, cost, lo, hi, metrics }) =>
      el("tr", {},
        rowHead(link(address("/overhead", { machine: machine.slug, line }), line)),
        td(percent(cost, 1, true)),
        td(lo === undefined || hi === undefined ? "–" : `${percent(lo, 1, true)} to ${percent(hi, 1, true)}`),
        td(number(metrics)),
        td(machine.name, { class: "left" }))))),
  ];

/**
 * @param {string} title
 * @param {{name: string, runs: number, to: string}[]} rows
 */
const tally = (title, rows) => [
  el("h2", {}, title),
  dense(table(title, [th("name"), th("runs")], rows.map(({ name, runs, to }) =>
    el("tr", {}, rowHead(link(to, name)), td(number(runs)))))),
];

async function drawOne() {
  const kernel = await getKernel(location.pathname.split("/")[2]);
  const { slug, name, runs, configs, machines, benchmarks } = kernel;
  const list = (/** @type {Record<string, string>} */ more) => address("/runs", { kernel: slug, ...more });
  return () => {
    const { line, cost, machine } = kernel.costs[0] ?? {};
    answer(
      `Kernel ${name}: ${plural(runs, "run")}`,
      line ? `memcg costs ${percent(cost)} in ${line} on ${machine.name}.` : "No run here tells what memcg costs.",
    );
    fill(
      "table",
      facts(kernel),
      el("p", {}, link(list({}), "Its runs"), ", ", link("/overhead", "what memcg costs over kernels")),
      costTable(kernel),
      tally("Configs", configs.map(({ label, runs: n }) => ({ name: label, runs: n, to: list({ config: label }) }))),
      tally("Machines", machines.map(({ slug: where, name: title, runs: n }) =>
        ({ name: title, runs: n, to: `/machines/${where}` }))),
      tally("Benchmarks", benchmarks.map(({ name: benchmark, runs: n }) =>
        ({ name: benchmark, runs: n, to: list({ benchmark }) }))),
    );
  };
}

page(location.pathname.replace(/\/$/, "") === "/kernels" ? drawList : drawOne);
