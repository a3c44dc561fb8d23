// SPDX-License-Identifier: GPL-2.0-or-later
// Text that means harm, stored wherever somebody can store text, on every page: nothing of it runs,
// nothing of it becomes an element, no page grows wider than a small screen, and what runs from right to
// left leaves the rest of its line as it was. And uploads, opened from where their bytes are served.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { newPage, nextFrame, start, visit } from "./browser.mjs";

const SMALL = { width: 320, height: 640 };
const RUNS = 20; // enough of them to find a change
const MARK = "globalThis.__x=1";
/** What a run is named by; each run takes the next. */
const EVIL = [
  `"><img src=x onerror=${MARK}><script>${MARK}</script><svg onload=${MARK}>`,
  `'\`\${${MARK}}{{text}}</title></pre><iframe srcdoc="<script>${MARK}</script>">`,
  "שלום עולם مرحبا 123",
  "a\u202egnirts-desrever\u2066x\u200f",
  `w${"o".repeat(180)}rd`,
  "zero\u200bwidth\u200d\ufeff&lt;b&gt;&#x3c;i>",
  "javascript:globalThis.__x=1//",
];
const evil = (i) => EVIL[i % EVIL.length];

let site;
let addresses;
let manage;

const native = (i) => ({
  format: "memcg-results/1",
  run_id: `run ${i} ${evil(i)}`,
  benchmark: { name: `bench ${EVIL[0]}`, params: { [`p ${EVIL[1]}`]: EVIL[2] } },
  kernel: { release: `6.${i}.0 ${evil(i)}`, describe: `v6.${i} ${evil(i + 1)}`, commit: evil(i + 2), cmdline: `quiet cgroup.memory=${evil(i + 3)} x=${evil(i)}`,
    config: { CONFIG_MEMCG: "y", [`CONFIG_${evil(i)}`]: evil(i) } },
  machine: { name: `box ${EVIL[0]} ${EVIL[2]}`, cpu: `CPU ${EVIL[1]}`, bios: evil(i) },
  cgroup: { version: 2, path: "/" },
  tags: { variant: "v", [`tag ${evil(i)}`]: evil(i + 1) },
  metrics: EVIL.map((text, n) => ({ name: `metric ${n} ${text}`, unit: `u${n}`, better: "lower", note: text,
    samples: [0.2, -0.3, 0.1, -0.1, 0.05].map((part) => (i < RUNS / 2 ? 100 : 110) + part) })),
});
const mail = `From: "${EVIL[0].replaceAll('"', "'")} ${EVIL[2]}" <a@b.example>
To: linux-mm@kvack.org
Subject: [PATCH] ${EVIL[0]} ${EVIL[3]} ${EVIL[4]}
Date: Thu, 3 Sep 2015 10:11:12 +0200
Message-ID: <hostile.1@b.example>
Content-Type: text/plain; charset=utf-8

kernel 77 before: 1.5 s
kernel 77 after: 1.25 s
`;
const folded = `${EVIL.map((text, i) => `comm ${i};${text.replaceAll(";", ",")}_[k];mem_cgroup_charge_[k];${text.replaceAll(";", ",").replaceAll(" ", "_")} ${10 + i}`).join("\n")}\n`;
const bpf = (n) => `Attaching 1 probe...

@us[${EVIL[0].replaceAll(",", "")}]:
[2, 4)                 ${n} |@@@@@@@@@@|

@alloc[${EVIL[0].replaceAll(",", "")}, 216, 256]: 9
@alloc[${EVIL[2]}, 216, 256]: ${n}
@alloc[${EVIL[3]}, 8, 16]: ${n}
`;
const calls = (n) => ` Summary of events:

 ${EVIL[0].replaceAll(" ", "")} (1234), ${n} events, 100.0%

   syscall            calls  errors  total       min       avg       max       stddev
                                     (msec)    (msec)    (msec)    (msec)        (%)
   --------------- --------  ------ -------- --------- --------- ---------     ------
   read                  ${n}      0     1.000     0.001     0.002     0.100      1.00%
   <img/src=x/onerror=${MARK}>    ${n}      0     1.000     0.001     0.002     0.100      1.00%
`;

async function post(name, body, query = "", token = manage) {
  const response = await fetch(`${site.base}/api/v1/runs?name=${encodeURIComponent(name)}${query}`,
    { method: "POST", headers: { Authorization: `Bearer ${token}` }, body });
  const text = await response.text();
  assert.equal(response.status, 201, `${name}: ${text}`);
  return JSON.parse(text).runs.map(({ id }) => id);
}

async function send(method, target, body) {
  const response = await fetch(`${site.base}/api/v1${target}`,
    { method, headers: { Authorization: `Bearer ${manage}` }, body: JSON.stringify(body) });
  assert.equal(response.status, 200, `${target}: ${await response.clone().text()}`);
  return response.json();
}

/** Stores all of it, and gives the address of every page that shows some. */
async function fill() {
  const runs = await post("native.json", Array.from({ length: RUNS }, (_, i) => JSON.stringify(native(i))).join("\n"));
  const quoted = await post(`mail ${EVIL[0]}`, mail);
  const label = encodeURIComponent(EVIL[2]);
  const [one, two] = [await post("a.folded", folded, `&kernel=6.1-${label}`), await post("b.folded", `${folded}other 7\n`, `&kernel=6.2-${label}`)].flat();
  const [before, after] = [await post(`c ${EVIL[0]}`, bpf(5), "&keys=comm,bytes_req,bytes_alloc"), await post(`d ${EVIL[2]}`, bpf(7), "&keys=comm,bytes_req,bytes_alloc")].flat();
  const [slow, fast] = [await post(`e ${EVIL[0]}`, calls(5)), await post(`f ${EVIL[3]}`, calls(7))].flat();
  await Promise.all(runs.slice(0, EVIL.length).map((id, i) => send("PATCH", `/runs/${id}`, { note: EVIL[i] })));
  const { changes: [change] } = await site.api("/changes");
  await send("PATCH", `/changes/${change.id}`, { note: EVIL.join(" "), state: "expected", link: "https://x.example/%22%3E%3Cscript%3E" });
  const frozen = await site.freeze(`base=${runs[0]}&new=${runs[RUNS - 1]}`);
  const { kernels } = await site.api("/kernels?limit=500");
  const { machines } = await site.api("/machines?limit=500");
  const { metrics } = await site.api("/metrics?limit=500");
  const bench = encodeURIComponent(native(0).benchmark.name);
  const series = metrics.filter((each) => each.benchmark === native(0).benchmark.name)
    .map(({ title, unit }) => `/series?benchmark=${bench}&metric=${encodeURIComponent(title)}&unit=${unit}`);
  return ["/", "/overhead", `/overhead?benchmark=${bench}`, ...series, `/compare?base=${runs[0]}&new=${runs.slice(1, 3).join("&new=")}`,
    `/compare?base=${runs[0]}&new=${runs[RUNS - 1]}`, `/c/${frozen}`, "/changes?all=1", "/noise", "/runs", `/runs?benchmark=${bench}`,
    ...[...runs.slice(0, EVIL.length), ...quoted, one, before, slow].map((id) => `/run/${id}`), `/profile/${one}-1`, `/profile-diff?a=${one}-1&b=${two}-1`,
    `/latency?base=${before}&new=${after}`, `/allocs?base=${before}&new=${after}&map=@alloc`, `/syscalls?runs=${slow},${fast}`, "/kernels",
    ...kernels.filter(({ runs: count }) => count > 0).slice(-12).map(({ slug }) => `/kernels/${slug}`), "/machines",
    ...machines.slice(-4).map(({ slug }) => `/machines/${slug}`), "/upload"];
}

before(async () => {
  site = await start();
  manage = await site.token("manage");
  addresses = await fill();
});
after(() => site?.close());

/** What a page must not have: marks of what ran, elements and attributes that stored text made. */
const harm = () => ({
  ran: globalThis.__x,
  elements: [...document.querySelectorAll('img, iframe, script:not([src]), svg[onload], [onerror], [srcdoc], a[href^="javascript:" i]')].map((one) => one.outerHTML),
});

async function watched(options) {
  const page = await newPage(site, options);
  page.on("dialog", (dialog) => {
    page.complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return page;
}

for (const scripts of [true, false]) {
  test(`no stored text does harm on any page, ${scripts ? "with" : "without"} scripts`, async () => {
    const page = await watched({ viewport: SMALL, javaScriptEnabled: scripts });
    for (const address of addresses) {
      await visit(page, address);
      if (!scripts) {
        assert.equal(await page.locator("img, iframe, script:not([src]), [onerror], [onload]").count(), 0, address);
        continue;
      }
      await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
      await nextFrame(page);
      assert.deepEqual(await page.evaluate(harm), { ran: undefined, elements: [] }, address);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= SMALL.width, `${address} is ${width} pixels wide`);
    }
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test("every page forbids scripts within it", async () => {
  for (const address of addresses) {
    const { status, headers } = await fetch(site.base + address, { headers: { Accept: "text/html" } });
    const policy = headers.get("content-security-policy");
    assert.equal(status, 200, address);
    assert.match(policy, /^default-src 'self';/, address);
    assert.doesNotMatch(policy, /unsafe|data:|\*/, address);
  }
});

/** Text nodes with letters from right to left, or with marks that turn text, which nothing isolates. */
const turning = () => {
  const found = [];
  const walker = document.createTreeWalker(document.body, globalThis.NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data;
    if (/[\u202a-\u202e\u2066-\u2069]/.test(text)) found.push(`marks: ${text}`);
    const isolated = ["isolate", "plaintext", "isolate-override"].includes(getComputedStyle(node.parentElement).unicodeBidi);
    if (/[\u0590-\u08ff]/.test(text) && !isolated && !node.parentElement.closest("option, textarea, svg")) found.push(`not isolated: ${text}`);
  }
  return found;
};

test("the text of every page is plain ASCII, as a mail wants it", async () => {
  for (const address of addresses) {
    const lines = (await site.text(address)).split("\n").filter((line) => /[^\x20-\x7e]/.test(line));
    assert.deepEqual(lines, [], address);
  }
});

test("text from right to left leaves the rest of its line alone", async () => {
  const page = await watched({ viewport: SMALL });
  for (const address of addresses) {
    await visit(page, address);
    assert.deepEqual(await page.evaluate(turning), [], address);
  }
  await page.context().close();
});

test("uploads that a browser would run are saved, not opened", async () => {
  const script = `<script>${MARK};alert(1)</script>`;
  const numbers = (n) => `kernel ${n} before: 1.5 s\nkernel ${n} after: 1.25 s\n`;
  const uploads = {
    "page.html": `<!doctype html><html><body>${script}<pre>\n${numbers(71)}</pre>`,
    "picture.svg": `<svg xmlns="http://www.w3.org/2000/svg" onload="${MARK}">${script}\n${numbers(72)}</svg>\n`,
    "script.js": `${MARK};\nalert(1);\n/*\n${numbers(73)}*/\n`,
  };
  const page = await watched({ acceptDownloads: true });
  for (const [name, body] of Object.entries(uploads)) {
    const [id] = await post(name, body);
    const { file_list: [{ sha256 }] } = await site.api(`/runs/${id}`);
    const at = `${site.base}/api/v1/raw/${sha256}`;
    await visit(page, "/runs");
    const [download] = await Promise.all([page.waitForEvent("download"), page.goto(at).catch(() => {})]);
    assert.equal(download.suggestedFilename(), sha256);
    assert.equal(page.url(), `${site.base}/runs`, "the page stays");
    assert.equal(await page.evaluate(() => globalThis.__x), undefined);
    const used = await page.evaluate(async (address) => {
      const tries = ["script", "iframe", "object", "embed", "img"].map((tag) => new Promise((resolve) => {
        const element = document.createElement(tag);
        element.setAttribute(tag === "object" ? "data" : "src", address);
        element.onload = element.onerror = () => resolve(tag);
        document.body.append(element);
        setTimeout(() => resolve(tag), 500);
      }));
      await Promise.all(tries);
      return globalThis.__x;
    }, at);
    assert.equal(used, undefined, `${name} ran`);
  }
  assert.deepEqual(page.complaints.filter((text) => text.startsWith("dialog")), []);
  await page.context().close();
});
