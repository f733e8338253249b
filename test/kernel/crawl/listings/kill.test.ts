import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../../../src/database/open-store.ts';
import { builtForTests } from '../../../fixtures/program/built-for-tests.ts';
import { type FtpServer, ftpServer } from '../../../fixtures/servers/ftp-server.ts';

const BIG = 12 * 1024 * 1024;
/** Files that may have arrived uncommitted: a batch that waits, one that is being written, and two for each connection. */
const UNCOMMITTED = 32 + 32 + 8;
const launcher = builtForTests();

let folder: string;
let data: string;
let server: FtpServer;
let sent: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-kill-'));
  data = join(folder, 'data');
  sent = [];
  mkdirSync(join(folder, 'tree/below'), { recursive: true });
  server = await ftpServer({ folder: join(folder, 'tree'), onSent: (path) => sent.push(path) });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function writeSmall(many: number): void {
  for (let i = 0; i < many; i++) writeOld(join(folder, `tree/${i}.txt`), `file ${i}\n`.repeat(50));
}

function writeOld(path: string, content: string | Buffer): void {
  writeFileSync(path, content);
  utimesSync(path, 1_700_000_000, 1_700_000_000);
}

function track(...options: readonly string[]): ChildProcess {
  return spawn(
    process.execPath,
    [launcher, '--json', 'track', server.url, '--project', 'files', ...options],
    { env: { ...process.env, TIDEMARK_DATA: data }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
}

/** The last event of a visit. */
async function ended(visit: ChildProcess): Promise<unknown> {
  let last = '';
  for await (const line of createInterface({ input: visit.stdout as NodeJS.ReadableStream })) last = line;
  return JSON.parse(last);
}

async function killed(visit: ChildProcess): Promise<void> {
  visit.kill('SIGKILL');
  await once(visit, 'exit');
}

async function flags(): Promise<unknown> {
  const store = await openStore({ kind: 'sqlite', folder: data, access: 'read' });
  const [run] = await store.runs.list(1);
  const totals = await store.visits.flagTotals(run?.id ?? 0);
  await store.close();
  return totals;
}

/** Bytes of the big file that are on the disk. */
function received(): number {
  return globSync(join(data, 'unfinished/*/*.part')).reduce((sum, path) => sum + statSync(path).size, 0);
}

test('kill -9 in the middle of a large file: complete files are not fetched again, and the file resumes', async () => {
  const small = 200;
  writeSmall(small);
  // Fetched last: files are visited from the top of the tree down.
  writeOld(join(folder, 'tree/below/big.bin'), Buffer.alloc(BIG, 'tide'));
  const interrupted = track('--bandwidth', '2M');
  while (received() < 2 * 1024 * 1024) await setTimeout(20);
  await killed(interrupted);
  const before = received();
  expect(before).toBeLessThan(BIG);
  expect(sent.filter((path) => path.endsWith('.txt'))).toHaveLength(small);

  const resumed = await ended(track());
  expect(resumed).toMatchObject({ event: 'ended', state: 'finished', bytes: BIG - before });
  expect(sent.filter((path) => path.endsWith('.txt'))).toHaveLength(small);
  expect(await flags()).toMatchObject({ NEW: small + 1, ERR: 0 });
  expect(received()).toBe(0);

  const store = await openStore({ kind: 'sqlite', folder: data, access: 'read' });
  const page = await store.pages.find(1, `${server.url}below/big.bin`);
  const content = await store.contents.read(page?.sha256 ?? new Uint8Array());
  expect(Buffer.alloc(BIG, 'tide').equals(content)).toBe(true);
  await store.close();
});

test('kill -9 among small files: only the latest are fetched again', async () => {
  const small = 1000;
  writeSmall(small);
  const interrupted = track();
  while (sent.length < small / 2) await setTimeout(1);
  await killed(interrupted);
  expect(sent.length).toBeLessThan(small);

  expect(await ended(track())).toMatchObject({ event: 'ended', state: 'finished' });
  expect(new Set(sent).size).toBe(small);
  expect(sent.length - small).toBeLessThanOrEqual(UNCOMMITTED);
  expect(await flags()).toMatchObject({ NEW: small, ERR: 0 });
});
