import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ScriptedFtpServer, scriptedFtpServer } from '../../../fixtures/servers/scripted-ftp-server.ts';
import { sftpServer } from '../../../fixtures/servers/sftp-server.ts';
import { FileTree } from './file-tree.ts';
import { VisitedSite } from './visited-site.ts';

const FOLDERS = 6;
/** How many files are queued together. */
const PIECE = 1000;
let perFolder = 5;
const files = () => FOLDERS * perFolder;

let site: VisitedSite;
let server: ScriptedFtpServer;
/** The command that gets no end: LIST of the last folder, a log-in, or none. */
let endless: 'LIST' | 'USER' | 'RETR' | null;
let onEndless: () => void;

beforeEach(async () => {
  endless = null;
  onEndless = () => undefined;
  perFolder = 5;
  let folder = '/';
  const line = (kind: string, name: string) => `${kind}rw-r--r-- 1 ftp ftp 40 Jan 01 2020 ${name}\r\n`;
  site = await VisitedSite.open();
  server = await scriptedFtpServer({
    reply: (command, argument) => {
      if (command === 'CWD') folder = argument;
      if (command !== endless || (endless === 'LIST' && folder !== `/f${FOLDERS - 1}`)) return null;
      onEndless();
      return endless === 'USER' ? '' : '150 here it comes';
    },
    list: (of) =>
      of === '/'
        ? Array.from({ length: FOLDERS }, (_, i) => line('d', `f${i}`)).join('')
        : Array.from({ length: perFolder }, (_, i) => line('-', `${i}.txt`)).join(''),
    send: (data, path) => {
      data.end(`content of ${path}`.padEnd(40));
      return 'complete';
    },
  });
});
afterEach(async () => {
  await server.close();
  await site.close();
});

const timeIsOver = { state: 'paused', reason: '1 seconds passed', resumeAt: null, errors: 0 };

test.each(['LIST', 'USER', 'RETR'] as const)(
  'a limit of time ends a first run whose %s never ends; the next run finds everything',
  async (command) => {
    endless = command;
    const first = await site.visit(server.url, { settings: { maxTime: 1, concurrency: 1 } });
    expect(first.ending).toMatchObject({ ...timeIsOver, pages: 0 });
    expect(first.ending.isTrouble ?? false).toBe(false);
    endless = null;
    const next = await site.visit(server.url, { settings: { maxTime: null } });
    expect(next.ending).toMatchObject({ state: 'finished', pages: files(), errors: 0 });
    expect(next.flags).toEqual({ NEW: files(), SAM: 0, UPD: 0, MIS: 0, ERR: 0 });
  },
);

test('files that were listed as before until the time was over are not visited again, and none is missing', async () => {
  await site.visit(server.url);
  endless = 'LIST';
  const second = await site.visit(server.url, { settings: { maxTime: 1 } });
  expect(second.ending).toMatchObject(timeIsOver);
  expect(second.flags).toMatchObject({ MIS: 0, ERR: 0 });
  endless = null;
  const resumed = await site.visit(null, { settings: { maxTime: null } });
  expect(resumed.ending).toMatchObject({ state: 'finished', errors: 0 });
  expect(resumed.ending.pages).toBe(files() - second.ending.pages);
  expect(resumed.flags).toEqual({ NEW: 0, SAM: files(), UPD: 0, MIS: 0, ERR: 0 });
  expect(resumed.due).toBe(files());
});

test('a listing is queued piece by piece while it comes, and the resumed run queues no file twice', async () => {
  perFolder = 250;
  endless = 'LIST';
  const pausing = new AbortController();
  onEndless = () => pausing.abort();
  const settings = { concurrency: 1, maxPages: 20 };
  const first = await site.visit(server.url, { settings, signal: pausing.signal });
  expect(first.ending).toMatchObject({ state: 'paused', reason: 'interrupted', pages: 0, queued: PIECE });
  endless = null;
  const next = await site.visit(server.url, { settings });
  expect(next.ending).toMatchObject({ state: 'paused', reason: '20 files requested', pages: 20 });
  expect(next.events).toContainEqual({ event: 'listed', queued: files() });
  expect(next.ending.queued).toBe(files() - 20);
});

test('a limit of time ends a listing over SFTP that never comes', async () => {
  const tree = new FileTree();
  const options = { folder: tree.folder, password: 'low water' };
  const silent = await sftpServer({ ...options, ignoresFolders: true });
  const hosts = join(tree.folder, 'known_hosts');
  writeFileSync(hosts, silent.knownHosts);
  const overSftp = await VisitedSite.open({ TIDEMARK_KNOWN_HOSTS: hosts });
  const url = silent.url.replace('://', '://ann:low%20water@');
  const { ending, flags } = await overSftp.visit(url, { settings: { maxTime: 1 } });
  expect(ending).toMatchObject({ ...timeIsOver, pages: 0 });
  expect(flags).toMatchObject({ NEW: 0, MIS: 0, ERR: 0 });
  await overSftp.close();
  await silent.close();
  tree.close();
});
