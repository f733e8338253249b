import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../src/store/index.ts';
import { type FtpServer, ftpServer } from '../servers/ftp-server.ts';

const SMALL = 200;
const BIG = 12 * 1024 * 1024;
const launcher = join(import.meta.dirname, '../../bin/tidemark.js');

let folder: string;
let data: string;
let server: FtpServer;
const sent: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-kill-'));
  data = join(folder, 'data');
  mkdirSync(join(folder, 'tree/below'), { recursive: true });
  for (let i = 0; i < SMALL; i++) writeOld(join(folder, `tree/${i}.txt`), `file ${i}\n`.repeat(50));
  // Comes last: files are visited from the top of the tree down.
  writeOld(join(folder, 'tree/below/big.bin'), Buffer.alloc(BIG, 'tide'));
  server = await ftpServer({ folder: join(folder, 'tree'), onSent: (path) => sent.push(path) });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

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

/** Bytes of the big file that are on the disk. */
function received(): number {
  return globSync(join(data, 'unfinished/*/*.part')).reduce((sum, path) => sum + statSync(path).size, 0);
}

test('kill -9 in the middle of a large file: nothing that was complete comes again, and the file goes on', async () => {
  const killed = track('--bandwidth', '2M');
  while (received() < 2 * 1024 * 1024) await setTimeout(20);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const before = received();
  expect(before).toBeLessThan(BIG);
  expect(sent.filter((path) => path.endsWith('.txt'))).toHaveLength(SMALL);

  const resumed = track();
  let last = '';
  for await (const line of createInterface({ input: resumed.stdout as NodeJS.ReadableStream })) last = line;
  expect(JSON.parse(last)).toMatchObject({ event: 'ended', state: 'finished', bytes: BIG - before });
  expect(sent.filter((path) => path.endsWith('.txt'))).toHaveLength(SMALL);

  const store = await openStore({ kind: 'sqlite', folder: data, access: 'read' });
  const [run] = await store.runs.list(1);
  expect(await store.visits.flagTotals(run?.id ?? 0)).toMatchObject({ NEW: SMALL + 1, ERR: 0 });
  const page = await store.pages.find(1, `${server.url}below/big.bin`);
  const content = await store.contents.read(page?.sha256 ?? new Uint8Array());
  expect(Buffer.alloc(BIG, 'tide').equals(content)).toBe(true);
  await store.close();
  expect(received()).toBe(0);
}, 60_000);
