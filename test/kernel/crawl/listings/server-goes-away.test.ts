import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '../../../features/projects/run-command.ts';
import {
  type FtpScript,
  type ScriptedFtpServer,
  scriptedFtpServer,
} from '../../../fixtures/servers/scripted-ftp-server.ts';
import { FileTree } from './file-tree.ts';
import { VisitedSite } from './visited-site.ts';

const FOLDERS = 12;
const PER_FOLDER = 5;
const FILES = FOLDERS * PER_FOLDER;
const settings = { attempts: 1, concurrency: 2 };

let site: VisitedSite;
let server: ScriptedFtpServer | null = null;

beforeEach(async () => {
  site = await VisitedSite.open();
});
afterEach(async () => {
  await server?.close();
  server = null;
  await site.close();
});

/** A tree of a dozen folders on a server that stops answering when the test says so. */
async function serve(script: FtpScript = {}) {
  let isAway = false;
  let lists = 0;
  let sends = 0;
  const after = { lists: Number.POSITIVE_INFINITY, sends: Number.POSITIVE_INFINITY };
  const line = (kind: string, name: string) => `${kind}rw-r--r-- 1 ftp ftp 40 Jan 01 2020 ${name}\r\n`;
  server = await scriptedFtpServer({
    refuses: () => (isAway ? '421 Going down for maintenance' : null),
    reply: (command) => {
      if (command === 'LIST' && ++lists > after.lists) isAway = true;
      if (command === 'RETR' && ++sends > after.sends) isAway = true;
      return isAway ? '421 Going down for maintenance' : null;
    },
    list: (folder) =>
      folder === '/'
        ? Array.from({ length: FOLDERS }, (_, i) => line('d', `f${i}`)).join('')
        : Array.from({ length: PER_FOLDER }, (_, i) => line('-', `${i}.txt`)).join(''),
    send: (data: Socket, path: string) => {
      data.end(`content of ${path}`.padEnd(40));
      return 'complete';
    },
    ...script,
  });
  return {
    url: server.url,
    goAway: (when: Partial<typeof after> = { lists: 0 }) => {
      lists = 0;
      sends = 0;
      Object.assign(after, when);
    },
    comeBack: () => {
      Object.assign(after, { lists: Number.POSITIVE_INFINITY, sends: Number.POSITIVE_INFINITY });
      isAway = false;
    },
  };
}

const paused = {
  state: 'paused',
  isTrouble: true,
  errors: 0,
  reason: expect.stringMatching(/^the server no longer answers: .*Going down for maintenance/) as string,
};

describe('a server that goes away pauses the run, which goes on later', () => {
  test.each([
    ['while its first folders are listed', 3],
    ['while its last folder is listed', FOLDERS],
  ])('%s', async (_, lists) => {
    const { url, goAway, comeBack } = await serve();
    expect((await site.visit(url, { settings })).flags).toMatchObject({ NEW: FILES });
    goAway({ lists });
    expect((await site.visit(url, { settings })).ending).toMatchObject(paused);
    comeBack();
    const { flags, ending } = await site.visit(url, { settings });
    expect(ending).toMatchObject({ state: 'finished', errors: 0 });
    expect(flags).toEqual({ NEW: 0, SAM: FILES, UPD: 0, MIS: 0, ERR: 0 });
  });

  test('while files are fetched, and is still away when the run is resumed', async () => {
    const { url, goAway, comeBack } = await serve();
    goAway({ sends: 20 });
    const first = await site.visit(url, { settings });
    expect(first.ending).toMatchObject({ ...paused, pages: 20 });
    expect((await site.visit(url, { settings })).ending).toMatchObject({ ...paused, pages: 0 });
    comeBack();
    goAway({ lists: 5 });
    expect((await site.visit(url, { settings })).ending).toMatchObject({ ...paused, pages: 0 });
    comeBack();
    const last = await site.visit(url, { settings });
    expect(last.ending).toMatchObject({ state: 'finished', pages: FILES - 20, errors: 0 });
    expect(last.flags).toEqual({ NEW: FILES, SAM: 0, UPD: 0, MIS: 0, ERR: 0 });
  });

  test('one folder that makes the server hang up is a problem of that folder', async () => {
    const { url } = await serve({
      reply: (command, argument) => (command === 'CWD' && argument === '/f3' ? '421 Oops' : null),
    });
    const { ending, flags } = await site.visit(url, { settings });
    expect(ending).toMatchObject({ state: 'finished', errors: 1 });
    expect(flags).toMatchObject({ NEW: FILES - PER_FOLDER, ERR: 1 });
  });

  test('the command says so, and ends with 1', async () => {
    const { url, goAway, comeBack } = await serve();
    const track = () => runCommand(['track', url, '--attempts', '1', '--data', `${site.data}-cli`]);
    goAway({ lists: 4 });
    const away = await track();
    expect([away.exitCode, away.stdout]).toEqual([
      1,
      expect.stringContaining('the server no longer answers'),
    ]);
    comeBack();
    expect((await track()).exitCode).toBe(0);
  });
});

test('files that were missing before are not reported as missing again; they are reported when they are back', async () => {
  const tree = new FileTree();
  for (const name of ['a.txt', 'b/c.txt', 'b/d.txt']) tree.write(name, name);
  await site.visit(tree.url);
  tree.remove('b');
  expect((await site.visit(tree.url)).flags).toMatchObject({ MIS: 2, SAM: 1 });
  const again = await site.visit(tree.url);
  expect(again.flags).toEqual({ NEW: 0, SAM: 1, UPD: 0, MIS: 0, ERR: 0 });
  expect(again.due).toBe(1);
  tree.write('b/c.txt', 'b/c.txt');
  const back = await site.visit(tree.url);
  expect(back.rows.find(({ url }) => url.endsWith('c.txt'))).toMatchObject({
    flag: 'SAM',
    reason: expect.stringContaining('back after it was missing') as string,
  });
  tree.remove('b');
  expect((await site.visit(tree.url)).flags).toMatchObject({ MIS: 1 });
  tree.close();
});

test('a report counts as errors what the run did: also new files that could not be fetched', async () => {
  const { url } = await serve({
    send: (data, path) => {
      data.end(path.endsWith('/0.txt') ? 'short' : `content of ${path}`.padEnd(40));
      return 'complete';
    },
  });
  const { ending, flags } = await site.visit(url, { settings: { ...settings, concurrency: 1 } });
  expect(ending.errors).toBe(FOLDERS);
  expect(flags).toMatchObject({ NEW: FILES - FOLDERS, ERR: FOLDERS });
});
