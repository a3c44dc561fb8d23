// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** The server's answers: their shapes (docs/api.md), and how to ask for them. */
import { bearer } from "./token.js";

/**
 * @typedef {{benchmark: string, name: string, labels?: Record<string, string>, title: string,
 *   unit?: string, better?: string}} Metric
 * @typedef {{label: string, mode: string, nokmem?: boolean, nosocket?: boolean, nobpf?: boolean,
 *   placement?: string, variant?: string, words?: string, options?: string, spoilers?: string, key: string,
 *   line: string}} Config
 * @typedef {{n?: number, boots?: number, mean?: number, hmean?: number, stddev?: number,
 *   min?: number, max?: number, median?: number}} Stats
 * @typedef {{slug: string, name: string, release?: string, level?: string}} Kernel
 * @typedef {{slug: string, name: string}} Machine
 * @typedef {{id: string, name: string, kernel: Kernel, config: Config, machine: Machine,
 *   start?: number, stored?: number, boots?: number, iterations?: number, transcribed?: boolean,
 *   superseded_by?: string, samples?: number, summaries?: number, metrics?: number,
 *   files?: number, benchmarks?: string[]}} Run
 * @typedef {{metric: Metric, statistic?: string, stats: Stats}} Result
 * @typedef {{key: string, value: string, iteration?: number}} Fact
 * @typedef {import("./tracing.js").Traced & Run & {results: Result[], facts: Fact[],
 *   histograms?: number, maps?: number, allocs?: string, syscalls?: boolean,
 *   file_list: {path: string, sha256: string, size: number, kept?: boolean}[],
 *   symbols: {event?: string, comm?: string, dso?: string, file?: string, symbol?: string,
 *     percent?: number, children_percent?: number, samples?: number}[],
 *   notes: {metric: Metric, status?: string, text?: string}[], mails: Mail[],
 *   diagnostics: {path?: string, line?: number, message: string}[]}} RunDetail
 * @typedef {{id: string, subject?: string, author?: string, date?: number, link: string}} Mail
 * @typedef {{word?: string, method?: string, effect?: number, lo?: number, hi?: number,
 *   is_difference?: boolean, replicates: string, n_base: number, n: number, boots_base: number,
 *   boots: number, p?: number, q?: number, family?: number, a12?: number, cliffs_delta?: number,
 *   floor?: number, detectable?: number, needed?: number, constant?: boolean}} Verdict
 * @typedef {Stats & {run: string, runs?: number, spoiled?: string}} OnSide
 * @typedef {OnSide & {config: string}} OffSide
 * @typedef {{machine: number, metric: number, line: number, kernel: number, cost: number,
 *   lo?: number, hi?: number, on: OnSide, off: OffSide, off_in_root?: boolean,
 *   saved?: number, saved_lo?: number, saved_hi?: number, verdict?: Verdict}} Cell
 * @typedef {{machine: number, line: number, kernel: number, cost: number, lo?: number,
 *   hi?: number, metrics: number, benchmark?: string, saved?: number, saved_lo?: number,
 *   saved_hi?: number}} Mean
 * @typedef {{machine: number, kernel: number, metric?: number, from: string, to: string,
 *   name: string, is_part: boolean, value: number, lo?: number, hi?: number, metrics: number}} Step
 * @typedef {{kernels: {slug?: string, name: string}[], machines: {slug?: string, name: string}[],
 *   metrics: Metric[],
 *   lines: {key: string, label: string}[], spoiled?: string, kernels_left_out?: number, cells: Cell[], means: Mean[], now?: Mean[],
 *   steps?: Step[]}} Overhead
 * @typedef {import("./tracing.js").Traced & {id?: string, name: string, kernel?: string, config: Config, machine?: string,
 *   runs?: number, boots?: number, transcribed?: boolean, memcg_percent?: number,
 *   spoiled?: string}} Column
 * @typedef {Stats & {summary_n?: number, delta?: number, delta_lo?: number, delta_hi?: number,
 *   welch_p?: number, verdict?: Verdict, samples?: number[], sample_boots?: number[]}} CompareCell
 * @typedef {{metric: Metric, statistic?: string, recovered?: number,
 *   cells: (CompareCell | null)[]}} CompareRow
 * @typedef {{name: string, axis?: string, statistic?: string, at: number[], rows: number[]}} Sweep
 * @typedef {{benchmark: string, geomean: (number | null)[],
 *   geomean_interval?: ({lo: number, hi: number} | null)[], rows: CompareRow[],
 *   sweeps?: Sweep[]}} CompareGroup
 * @typedef {{baseline: number, columns: Column[], groups: CompareGroup[],
 *   differences?: {key: string, values: (string | null)[]}[], left_out?: number}} Comparison
 * @typedef {{kernel: number, run?: string, spoiled?: string}} ChangeEnd
 * @typedef {{id: string, machine: number, metric: number, line: {key: string, label: string},
 *   before: ChangeEnd, after: ChangeEnd, level_before: number, level_after: number,
 *   effect: number, p?: number, is_new: boolean, confirmed: boolean, verdict: Verdict,
 *   recovered?: number, fixed?: ChangeEnd,
 *   triage: {state: string, note?: string, link?: string, actor?: string, at?: number}}} Change
 * @typedef {{algorithm: string, rule: string, kernels: {slug?: string, name: string}[],
 *   machines: {slug?: string, name: string}[], metrics: Metric[], series: number, spoiled?: string, kernels_left_out?: number,
 *   changes: Change[]}} Changes
 * @typedef {Stats & {kernel: number, run: string, runs: number, value?: number, lo?: number,
 *   hi?: number, replicates: string, spoiled?: string}} SeriesPoint
 * @typedef {{metric: Metric, machine: {slug?: string, name: string}, spoiled?: string,
 *   kernels: {slug?: string, name: string}[], lines: {key: string, label: string, mode: string,
 *     noise?: {floor?: number, source: string}, points: SeriesPoint[]}[], changes: Change[]}} Series
 * @typedef {{part?: number, lo?: number, hi?: number}} Share
 * @typedef {{rule: string, pairs: number, median?: number, low_p: Share, decided: Share,
 *   benchmarks: {machine: string, benchmark: string, pairs: number, low_p: Share, decided: Share,
 *     median?: number, worst?: number, worst_metric?: string, worst_run?: string}[],
 *   runs: {id: string, name: string, machine: string, kernel?: string, config: Config,
 *     start?: number, boots: number, metrics: number, within?: number, between?: number}[],
 *   floors: {machine: string, benchmark: string, series: number, known: number, median?: number,
 *     worst?: number, worst_metric?: string}[]}} Noise
 * @typedef {{phase?: string, kind?: string, counted?: boolean}} MemcgClass
 * @typedef {MemcgClass & {symbol: string, where?: string, self: Share, total?: Share}} ProfileFunction
 * @typedef {{id: string, source?: string, file: string, event?: string, metric?: string,
 *   print?: number, samples?: number, memcg?: number, stacks?: boolean, symbols: number,
 *   instructions: number}} ProfileRow
 * @typedef {{id: string, about?: string, source?: string, file?: string, event?: string,
 *   metric?: string, samples?: number, stacks?: boolean,
 *   memcg: {self?: Share, with_shared?: Share, total?: Share, covered: number},
 *   run: {id: string, name: string}}} ProfileHead
 * @typedef {ProfileHead & {phases: {phase: string, self: Share, shared?: Share, total?: Share}[],
 *   functions: ProfileFunction[],
 *   entries: {caller?: string, function: string, phase: string, share: Share}[], notes: string[],
 *   annotated: {symbol: string, where?: string, instructions: number}[]}} Profile
 * @typedef {{address: string, text?: string, event?: string, column?: string, part?: number,
 *   samples?: number}} Instruction
 * @typedef {MemcgClass & {symbol?: string, before: Share, after: Share, change: Share,
 *   moved?: boolean}} Move
 * @typedef {{a: ProfileHead, b: ProfileHead, change: {self: Share, shared: Share, total: Share},
 *   replicates?: {before: number, after: number, verdict: Verdict},
 *   phases: Move[], functions: Move[], notes: string[]}} ProfileDiff
 * @typedef {import("./tracing.js").Traced & {id?: string, name: string, kernel?: string, config?: string,
 *   tool_version?: string}} TracedRun
 * @typedef {{metric: Metric, cells: import("./histogram.js").HistogramCell[]}} Histogram
 * @typedef {{runs: TracedRun[], histograms: Histogram[]}} Histograms
 * @typedef {{count?: number, accounted?: number, bytes_req?: number, bytes_alloc?: number,
 *   frees?: number, flags_assumed?: boolean}} AllocsTotal
 * @typedef {{comm?: string, bytes_req: number, bytes_alloc: number, gfp_flags?: string,
 *   accounted?: boolean, counts: (number | null)[]}} AllocsRow
 * @typedef {{map: string, runs: (TracedRun & {total: AllocsTotal})[], rows: AllocsRow[]}} Allocs
 * @typedef {{calls?: number, errors?: number, total?: number, avg?: number, min?: number,
 *   max?: number, sem_percent?: number, tables?: number, calls_change?: number,
 *   total_change?: number, avg_change?: number}} SyscallCell times in milliseconds
 * @typedef {{columns: Column[], syscalls: {syscall: string, cells: SyscallCell[]}[]}} Syscalls
 * @typedef {{id: string, hash: string, request: string, title: string, frozen: number,
 *   actor: string, link: string, live: string,
 *   runs: {id: string, name: string, withdrawn?: number, reason?: string}[],
 *   mails: {id: string, subject?: string, link: string}[], comparison: Comparison}} Frozen
 * @typedef {Kernel & {names: string[], runs: number, discussed: number, order: string,
 *   commit?: string, links: string[], previous?: Kernel, following?: Kernel,
 *   costs: {machine: Machine, line: string, cost: number, lo?: number, hi?: number, metrics: number}[],
 *   configs: {key: string, label: string, runs: number}[],
 *   machines: (Machine & {runs: number})[], benchmarks: {name: string, runs: number}[],
 *   mails: {id: string, subject?: string, author?: string, date?: number, link: string}[]}} KernelDetail
 * @typedef {Machine & {cpu?: string, sockets?: number, cores?: number, threads?: number,
 *   nodes?: number, memory?: number, runs: number,
 *   kernels: {slug: string, name: string, runs: number}[],
 *   configs: {key: string, label: string, runs: number}[],
 *   benchmarks: {name: string, runs: number}[]}} MachineDetail
 * @typedef {{kind: string, name: string, about?: string, address: string, exact: boolean}} Hit
 * @typedef {{hits: Hit[], cut?: boolean, address?: string}} Found
 * @typedef {Record<string, string | string[] | undefined>} Query
 */

/** An answer that is no result: what went wrong, and what can be done about it. */
export class Problem extends Error {
  /**
   * @param {string} detail
   * @param {number} [status] HTTP status; 0 = no answer at all
   */
  constructor(detail, status = 0) {
    super(detail);
    this.status = status;
  }

  /** One or two sentences for a reader. */
  get sentence() {
    const detail = this.message.replace(/[.\s]*$/, ".");
    return `${detail.charAt(0).toUpperCase()}${detail.slice(1)} ${advice(this.status)}`.trim();
  }
}

/** @param {number} status */
function advice(status) {
  if (status === 0) return "Check the connection and load the page again.";
  if (status === 404) return "The list of runs shows what is stored.";
  if (status === 409) return "Pick one of them by its run.";
  if (status === 429 || status === 503) return "The server is busy: try again in a moment.";
  if (status >= 500) return "Load the page again; if it stays, the server's log tells more.";
  return "";
}

/**
 * A path with its query; an absent or empty value leaves its key out, a list repeats it.
 * @param {string} path
 * @param {Query} [query]
 */
export function address(path, query = {}) {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    for (const one of [value].flat()) if (one) params.append(key, one);
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}

/**
 * @param {string} url
 * @param {string} accept
 */
async function get(url, accept) {
  let response;
  try {
    response = await fetch(url, { headers: { Accept: accept } });
  } catch {
    throw new Problem("The server does not answer");
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

/** @param {Response} response */
async function problemOf(response) {
  const fallback = `The server answered ${response.status} ${response.statusText}`;
  try {
    const { detail, title } = await response.json();
    return new Problem(detail || title || fallback, response.status);
  } catch {
    return new Problem(fallback, response.status);
  }
}

/**
 * @param {string} path below /api/v1
 * @param {Query} [query]
 */
async function getJson(path, query) {
  const response = await get(address(`/api/v1${path}`, query), "application/json");
  return response.json();
}

const PAGE = "500";

/**
 * All entries of a list, page by page.
 * @param {string} path
 * @param {string} name of the member that has them
 * @returns {Promise<any>}
 */
async function getAll(path, name) {
  const all = [];
  let cursor;
  do {
    const answer = await getJson(path, { limit: PAGE, cursor });
    all.push(...answer[name]);
    cursor = answer.next;
  } while (cursor);
  return { [name]: all };
}

/** @param {string} url */
export async function getText(url) {
  return (await get(url, "text/plain")).text();
}

/** @param {string} q @returns {Promise<Found>} */
export const getFound = (q) => getJson("/search", { q });
/** @param {Query} query @returns {Promise<Overhead>} */
export const getOverhead = (query) => getJson("/overhead", query);
/** @param {Query} query @returns {Promise<Comparison>} */
export const getComparison = (query) => getJson("/compare", query);
/** @param {string} id @returns {Promise<Frozen>} */
export const getFrozen = (id) => getJson(`/comparisons/${encodeURIComponent(id)}`);

/**
 * Keeps a comparison as it is.
 * @param {string} text a token of scope submit
 * @param {{base: string, new: string[]}} query
 * @returns {Promise<{id: string, link: string, new: boolean}>}
 */
export async function freeze(text, query) {
  const response = await fetch(address("/api/v1/comparisons", query), { method: "POST", headers: bearer(text) });
  if (!response.ok) throw await problemOf(response);
  return response.json();
}

/**
 * @typedef {{id: string, name: string, new: boolean, url?: string, withdrawn?: number,
 *   kernel: {release?: string, level?: string}, config: Config, samples: number, summaries: number}} Uploaded
 * @typedef {{runs: Uploaded[], understood: {files: number, records: number, bytes: number},
 *   diagnostics: {path?: string, line?: number, message: string}[], diagnostic_count: number,
 *   compare?: string, verdict?: {word: string}}} Upload
 * @typedef {{problem: Problem, errors: {file?: string, line?: number, detail: string}[]}} Refused
 */

/** @param {XMLHttpRequest} request @returns {Upload | Refused} */
function answered(request) {
  /** @type {any} */
  let json = {};
  try {
    json = JSON.parse(request.responseText);
  } catch {
    // an answer of something between us and the server
  }
  if (request.status >= 200 && request.status < 300 && json.runs) return json;
  const fallback = request.status ? `The server answered ${request.status}` : "The server does not answer";
  return { problem: new Problem(json.detail || json.title || fallback, request.status), errors: json.errors ?? [] };
}

/**
 * Sends results; fetch tells nothing of how far it is, so this is an older request.
 * @param {"" | ":validate"} action
 * @param {URLSearchParams} query
 * @param {Blob} body
 * @param {string} token of scope submit
 * @param {(sent: number, all: number) => void} progress
 * @returns {Promise<Upload | Refused>}
 */
export function upload(action, query, body, token, progress) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", ({ loaded, total }) => progress(loaded, total));
    request.addEventListener("loadend", () => resolve(answered(request)));
    request.open("POST", `/api/v1/runs${action}?${query}`);
    for (const [name, value] of Object.entries(bearer(token))) request.setRequestHeader(name, value);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.send(body);
  });
}

/** @param {Query} query @returns {Promise<Noise>} */
export const getNoise = (query) => getJson("/noise", query);
/** @param {Query} query @returns {Promise<Series>} */
export const getSeries = (query) => getJson("/series", query);
/** @param {Query} query @returns {Promise<Changes>} */
export const getChanges = (query) => getJson("/changes", query);

/**
 * Keeps what is said of a change.
 * @param {string} id
 * @param {string} token of scope manage
 * @param {{state: string, note: string, link: string}} triage
 */
export async function triageChange(id, token, triage) {
  const response = await fetch(`/api/v1/changes/${encodeURIComponent(id)}`, {
    method: "PATCH",
    headers: { ...bearer(token), "Content-Type": "application/json" },
    body: JSON.stringify(triage),
  });
  if (!response.ok) throw await problemOf(response);
}

/** @param {Query} query @returns {Promise<{runs: Run[], next?: string}>} */
export const getRuns = (query) => getJson("/runs", query);
/** @param {string} id @returns {Promise<RunDetail>} */
export const getRun = (id) => getJson(`/runs/${encodeURIComponent(id)}`);
/** @returns {Promise<{kernels: (Kernel & {names?: string[], runs: number, discussed?: number})[]}>} */
export const getKernels = () => getAll("/kernels", "kernels");
/** @param {string} slug @returns {Promise<KernelDetail>} */
export const getKernel = (slug) => getJson(`/kernels/${encodeURIComponent(slug)}`);
/** @returns {Promise<{machines: MachineDetail[]}>} */
export const getMachines = () => getAll("/machines", "machines");
/** @param {string} slug @returns {Promise<MachineDetail>} */
export const getMachine = (slug) => getJson(`/machines/${encodeURIComponent(slug)}`);
/** @returns {Promise<{configs: (Config & {runs: number})[]}>} */
export const getConfigs = () => getAll("/configs", "configs");
/** @returns {Promise<{metrics: (Metric & {runs: number})[]}>} */
export const getMetrics = () => getAll("/metrics", "metrics");
/** @param {Query} query @returns {Promise<Histograms>} */
export const getHistograms = (query) => getJson("/histograms", query);
/** @param {Query} query @returns {Promise<Allocs>} */
export const getAllocs = (query) => getJson("/allocs", query);
/** @param {Query} query @returns {Promise<Syscalls>} */
export const getSyscalls = (query) => getJson("/syscalls", query);
/** @param {string} run @returns {Promise<{profiles: ProfileRow[]}>} */
export const getRunProfiles = (run) => getAll(`/runs/${encodeURIComponent(run)}/profiles`, "profiles");
/** @param {string} id @param {Query} query @returns {Promise<Profile>} */
export const getProfile = (id, query) => getJson(`/profiles/${encodeURIComponent(id)}`, query);
/** @param {string} id @param {string} symbol @returns {Promise<{instructions: Instruction[]}>} */
export const getInstructions = (id, symbol) =>
  getJson(`/profiles/${encodeURIComponent(id)}/instructions`, { symbol });
/** @param {Query} query @returns {Promise<ProfileDiff>} */
export const getProfileDiff = (query) => getJson("/profile-diff", query);
