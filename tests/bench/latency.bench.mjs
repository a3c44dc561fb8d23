// SPDX-License-Identifier: GPL-2.0-or-later
// How long readers wait for pages and API answers over the bundled results, with 2 to 200 of them
// at once, alone and while a writer posts: each post makes all that is cached old. Told for
// knowledge: it depends on the machine. Needs wrk.
//     make bench ONLY=latency
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { get, result, startSample, token } from '../api/server.mjs';
import { execute } from '../program.mjs';
import { has, row } from './measure.mjs';

const SECONDS = 4;
const CONNECTIONS = [2, 16, 64, 200];
const PERCENTILES = [50, 99, 99.9];
const PAUSE_MS = 1000; // of the writer, between posts

async function targets(site) {
  const { runs } = await site.api('/runs?kernel=7.3.4&limit=2');
  return ['/', '/runs', '/overhead', '/changes', `/run/${runs[0].id}`, `/compare?base=${runs[0].id}&new=${runs[1].id}`,
    '/api/v1/kernels', '/api/v1/overhead'];
}

function writeScript(file, paths) {
  writeFileSync(file, `
local paths = { ${paths.map((each) => JSON.stringify(each)).join(', ')} }
local at = 0
request = function()
  at = at % #paths + 1
  return wrk.format("GET", paths[at], { Accept = "text/html, application/json;q=0.9" })
end
done = function(summary, latency)
  local out = {}
  for _, p in ipairs({ ${PERCENTILES.join(', ')} }) do out[#out + 1] = latency:percentile(p) / 1000 end
  io.write(string.format("\\n{\\"ms\\": [%s], \\"bad\\": %d}\\n", table.concat(out, ", "),
    summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
`);
}

/** Posts small results one after the other until it is told to end; the answer is how many. */
function startWriter(site, bearer) {
  let going = true;
  const posting = (async () => {
    let count = 0;
    for (; going; count++) {
      const { status, text } = await get(site.port, '/api/v1/runs',
        { method: 'POST', body: result(`${process.pid}${performance.now()}`.replace('.', '')), headers: { Authorization: `Bearer ${bearer}` } });
      if (status !== 201) throw new Error(`post: ${status} ${text}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return count;
  })();
  return () => {
    going = false;
    return posting;
  };
}

async function waits(site, script, connections) {
  const { stdout, stderr } = await execute('wrk', ['-t2', `-c${connections}`, `-d${SECONDS}`, '--timeout', '30s', '-s', script, site.url], { seconds: 60 });
  const told = JSON.parse(/^\{"ms.*\}$/m.exec(stdout)?.[0] ?? `"${stderr}"`);
  if (told.bad !== 0) throw new Error(`${connections} readers: ${stdout}`);
  return told.ms;
}

export async function rows({ folder, say }) {
  if (!has('wrk')) {
    say('left out, there is no wrk');
    return [];
  }
  const site = await startSample(['--rate-token', '0', '--rate-address', '0']);
  const script = path.join(folder, 'readers.lua');
  const out = [];
  try {
    writeScript(script, await targets(site));
    const bearer = await token(site.db, 'submit', 'writer');
    for (const writes of [false, true]) {
      for (const connections of CONNECTIONS) {
        const end = writes ? startWriter(site, bearer) : undefined;
        const ms = await waits(site, script, connections).finally(() => end?.());
        const posts = await end?.();
        PERCENTILES.forEach((percentile, i) => out.push(row(`wait of ${connections} readers${writes ? ' beside a writer' : ''}: p${percentile}`,
          { ours: ms[i], unit: 'ms', note: writes ? `${posts} posts in ${SECONDS} s` : '' })));
      }
    }
  } finally {
    await site.close();
  }
  return out;
}
