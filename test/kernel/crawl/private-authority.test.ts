import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { certificate } from '../../fixtures/servers/certificates.ts';
import { runTidemark } from '../cli/run-tidemark.ts';

let folder: string;
let server: Server;
let url: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-authority-'));
  server = createServer(certificate, (_, response) => response.end('<title>inside</title>')).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const crawl = (environment: Readonly<Record<string, string>>) =>
  runTidemark(['crawl', url, '--project', 'inside', '--attempts', '1'], {
    environment: { TIDEMARK_DATA: mkdtempSync(join(folder, 'data-')), ...environment },
  });

test('a server with an unknown certificate is not visited, and the message says what to do', async () => {
  const { exitCode, stderr } = await crawl({});
  expect(exitCode).toBe(1);
  expect(stderr).toContain('self-signed certificate');
  expect(stderr).toContain('TIDEMARK_CA_FILE');
});

test('TIDEMARK_CA_FILE makes its certificate known', async () => {
  const file = join(folder, 'authorities.pem');
  writeFileSync(file, certificate.cert);
  const { exitCode, stdout } = await crawl({ TIDEMARK_CA_FILE: file });
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('1 page')]);
});

test.each([
  ['does not exist', 'none.pem', null],
  ['has no certificate', 'notes.txt', 'remember the milk'],
])('a file that %s is refused before anything is fetched', async (_, name, content) => {
  const file = join(folder, name);
  if (content !== null) writeFileSync(file, content);
  const { exitCode, stderr } = await crawl({ TIDEMARK_CA_FILE: file });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`TIDEMARK_CA_FILE: ${file}`);
  expect(stderr).toContain('CONFIG_INVALID');
});
