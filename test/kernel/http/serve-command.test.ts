import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../../features/projects/run-command.ts';
import { exitCodeOf, startTidemark } from '../cli/run-tidemark.ts';
import { type EditedSite, editedSite } from '../database/edited-site.ts';

let folder: string;
let site: EditedSite;
let token = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-serve-'));
  site = await editedSite();
  const added = await runCommand([
    ...['tokens', 'add', 'admin', '--name', 'tests', '--scope', 'admin', '--json', '--data', folder],
  ]);
  token = (JSON.parse(added.stdout) as { token: string }).token;
});
afterEach(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

/** Projects of users visit this machine only where the operator says so. */
const allowed = { TIDEMARK_ALLOWED_NETWORKS: '127.0.0.1' };

/** The program as a service starts it. */
async function served() {
  const child = startTidemark(['serve', '--port', '0', '--json', '--data', folder], allowed);
  child.stderr.resume();
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, link } = JSON.parse(line) as { url: string; link: string };
  const post = (path: string, body: object = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { child, url, link, post, exitCode: exitCodeOf(child) };
}

test('a second SIGTERM ends the server at once, and the run goes on later', {
  timeout: 300_000,
}, async () => {
  const held = site.hold('/moon');
  const server = await served();
  await server.post('/api/projects', { url: site.url, name: 'tides' });
  await server.post('/api/projects/tides/runs');
  await held.asked;
  // The first lets the run end the request that is held here for ever. Those that follow at once count as the same press of a key.
  const pressing = setInterval(() => server.child.kill('SIGTERM'), 200);
  expect(await server.exitCode).toBe(130);
  clearInterval(pressing);
  held.release();
  const finished = await runCommand(['track', 'tides', '--data', folder, '--json'], allowed);
  expect(finished.exitCode).toBe(0);
  const report = await runCommand(['report', 'tides', '--run', '1', '--json', '--data', folder]);
  expect(JSON.parse(report.stdout)).toMatchObject({ state: 'finished', totals: { NEW: 7, ERR: 0 } });
});

test('SIGTERM pauses the runs under way, and nothing is lost', { timeout: 300_000 }, async () => {
  const held = site.hold('/moon');
  const first = await served();
  // Nobody has chosen a password: each start prints a new link.
  expect(first.link).toMatch(`${first.url}/welcome#`);
  expect(new URL(first.url).hostname).toBe('127.0.0.1');
  expect((await first.post('/api/projects', { url: site.url, name: 'tides' })).status).toBe(201);
  expect((await first.post('/api/projects/tides/runs')).status).toBe(202);
  await held.asked;
  // Beside it, the command line reads, and is told who writes.
  const listed = await runCommand(['projects', 'ls', '--json', '--data', folder]);
  expect(JSON.parse(listed.stdout)).toMatchObject({ project: 'tides', lastRun: 'running' });
  const refused = await runCommand(['track', 'tides', '--data', folder]);
  expect([refused.exitCode, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/"tidemark serve" \(process/),
  ]);
  first.child.kill('SIGTERM');
  // A server that stops starts no runs: those under way have been told to pause.
  await expect.poll(async () => (await first.post('/api/projects/tides/runs')).status).toBe(503);
  held.release();
  expect(await first.exitCode).toBe(0);
  const paused = await runCommand(['projects', 'show', 'tides', '--json', '--data', folder]);
  expect(JSON.parse(paused.stdout)).toMatchObject({ lastRun: { state: 'paused', reason: 'interrupted' } });
  // The next server goes on with the run; every page is asked for once, but for those that were under way.
  const last = site.hold('/chart');
  const second = await served();
  await last.asked;
  last.release();
  second.child.kill('SIGTERM');
  expect(await second.exitCode).toBe(0);
  const finished = await runCommand(['track', 'tides', '--data', folder, '--json'], allowed);
  expect(finished.exitCode).toBe(0);
  const report = await runCommand(['report', 'tides', '--run', '1', '--json', '--data', folder]);
  expect(JSON.parse(report.stdout)).toMatchObject({ state: 'finished', totals: { NEW: 7, ERR: 0 } });
});

test('an address that cannot be used is told, with what to choose', async () => {
  const { port } = new URL(site.url);
  const taken = await runCommand(['serve', '--port', port, '--data', folder]);
  expect([taken.exitCode, taken.stderr]).toEqual([
    2,
    `tidemark: another program uses 127.0.0.1:${port}: stop it, or choose another port with --port. [APP_ADDRESS_UNUSABLE]\n`,
  ]);
  // An address for examples, which no machine has (RFC 5737).
  const foreign = await runCommand(['serve', '--port', '0', '--host', '192.0.2.1', '--data', folder]);
  expect([foreign.exitCode, foreign.stderr]).toEqual([
    2,
    'tidemark: 192.0.2.1 is not an address of this machine: choose another with --host, such as 127.0.0.1. [APP_ADDRESS_UNUSABLE]\n',
  ]);
});

test('a port that is no plain number is refused', async () => {
  for (const port of ['0x1', '1e3', ' 80', '', '65536', '-1']) {
    const refused = await runCommand(['serve', `--port=${port}`, '--data', folder]);
    expect([port, refused.exitCode, refused.stderr]).toEqual([
      ...[port, 2],
      expect.stringContaining('it must be a whole number from 0 to 65535'),
    ]);
  }
});
