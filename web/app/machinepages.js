// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** /machines, the list, and /machines/M, one of them. */
import { address, getMachine, getMachines } from "./api.js";
import { dense, el, fill, link, rowHead, table, td, th } from "./dom.js";
import { bytes, number, plural } from "./format.js";
import { answer, page } from "./shell.js";

const known = (/** @type {number | undefined} */ value) => (value === undefined ? "–" : number(value));

async function drawList() {
  const { machines } = await getMachines();
  const head = ["machine", "sockets", "cores", "threads", "nodes", "memory", "runs"].map((name) => th(name));
  const rows = machines.map(({ slug, name, sockets, cores, threads, nodes, memory, runs }) =>
    el(
      "tr",
      {},
      rowHead(link(`/machines/${slug}`, name)),
      [sockets, cores, threads, nodes].map((value) => td(known(value))),
      td(memory ? bytes(memory) : "–"),
      td(link(address("/runs", { machine: slug }), number(runs))),
    ),
  );
  return () => {
    if (machines.length === 0) answer("No machines yet", "memcgperf ingest keeps results here.");
    else
      answer(
        plural(machines.length, "machine"),
        "Told apart by their hardware; values of different machines are never pooled.",
      );
    fill("table", machines.length > 0 && dense(table("Machines", head, rows)));
  };
}

/**
 * @param {string} title
 * @param {{name: string, runs: number, to: string}[]} rows
 */
const tally = (title, rows) =>
  rows.length > 0 && [
    el("h2", {}, title),
    dense(table(title, [th("name"), th("runs")], rows.map(({ name, runs, to }) =>
      el("tr", {}, rowHead(link(to, name)), td(number(runs)))))),
  ];

async function drawOne() {
  const machine = await getMachine(location.pathname.split("/")[2]);
  const { slug, name, runs, cpu, sockets, cores, threads, nodes, memory, kernels, configs, benchmarks } = machine;
  const list = (/** @type {Record<string, string>} */ more) => address("/runs", { machine: slug, ...more });
  const hardware = [
    cpu !== name && cpu,
    sockets && plural(sockets, "socket"),
    cores && plural(cores, "core"),
    threads && plural(threads, "thread"),
    nodes && plural(nodes, "node"),
    memory && `${bytes(memory)} of memory`,
  ].filter(Boolean);
  return () => {
    answer(`Machine ${name}: ${plural(runs, "run")}`, hardware.join(", "));
    fill(
      "table",
      el("p", {}, link(list({}), "Its runs"), ", ", link(address("/overhead", { machine: slug }), "what memcg costs on it")),
      tally("Kernels", kernels.map(({ slug: kernel, name: title, runs: n }) =>
        ({ name: title, runs: n, to: `/kernels/${kernel}` }))),
      tally("Configs", configs.map(({ label, runs: n }) => ({ name: label, runs: n, to: list({ config: label }) }))),
      tally("Benchmarks", benchmarks.map(({ name: benchmark, runs: n }) =>
        ({ name: benchmark, runs: n, to: list({ benchmark }) }))),
    );
  };
}

page(location.pathname.replace(/\/$/, "") === "/machines" ? drawList : drawOne);
