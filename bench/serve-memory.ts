/** Resident memory of a server before, during and 20 s after the worst page: its run, its text, and a look at it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { root: { type: 'string', default: '.' }, json: { type: 'boolean' }, sizes: { type: 'string' } },
});
const sizes = (values.sizes ?? '400000,4000000').split(',').map(Number);
const root = resolve(values.root);

const site = createServer(({ url = '' }, response) => {
  response.setHeader('content-type', 'text/html');
  const count = Number(url.slice(1));
  response.statusCode = Number.isInteger(count) && count > 0 ? 200 : 404;
  response.end('<p>x'.repeat(response.statusCode === 200 ? count : 0));
}).listen(0, '127.0.0.1');
await once(site, 'listening');
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

const folder = mkdtempSync(join(tmpdir(), 'tidemark-memory-'));
// The server of the tests: it is as the real one, and gives a token.
const program = `const { startedServer } = await import(${JSON.stringify(`${root}/test/kernel/http/started-server.ts`)});
const { url, token } = await startedServer({ kind: 'sqlite', folder: ${JSON.stringify(join(folder, 'data'))} });
console.log(JSON.stringify({ url, token }));`;
const script = join(folder, 'server.mjs');
writeFileSync(script, program);
const child = spawn(process.execPath, [script], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, UV_THREADPOOL_SIZE: '64' },
});
child.on('exit', (code) => code !== null && code > 0 && process.exit(code));
const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
const { url, token } = JSON.parse(line) as { url: string; token: string };

function status(field: string): number {
  const found = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(
    readFileSync(`/proc/${child.pid}/status`, 'utf8'),
  );
  return Number(found?.[1] ?? 0);
}
const figures = () => ({ MB: Math.round(status('VmRSS') / 1024), threads: status('Threads') });

async function ask(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return answer.ok ? (JSON.parse(text) as Record<string, unknown>) : { refused: answer.status };
}

const report = (what: string) =>
  console.log(
    values.json
      ? JSON.stringify({ what, ...figures() })
      : [what, figures().MB, 'MB', figures().threads, 'threads'].join(' '),
  );

try {
  report('started');
  for (const count of sizes) {
    const project = `p${count}`;
    await ask('POST', '/api/projects', { file: `name: ${project}\nsource: '${origin}/${count}'\n` });
    await ask('POST', `/api/projects/${project}/runs`, {});
    for (;;) {
      const { state } = await ask('GET', `/api/projects/${project}/runs/1`);
      if (state !== 'running') break;
      await pause(200);
    }
    report(`${count} paragraphs: run`);
    const { items } = (await ask('GET', `/api/projects/${project}/pages`)) as { items: { file: string }[] };
    for (const { file: id } of items) await ask('GET', `/api/projects/${project}/pages/${id}/text`);
    await ask('POST', '/api/look', { url: `${origin}/${count}` });
    report(`${count} paragraphs: text and look`);
    await pause(20_000);
    report(`${count} paragraphs: 20 s later`);
  }
} finally {
  child.kill('SIGTERM');
  site.close();
  site.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}
