import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type FtpScript,
  type ScriptedFtpServer,
  scriptedFtpServer,
} from '../../../fixtures/servers/scripted-ftp-server.ts';
import { VisitedSite } from './visited-site.ts';

const FILES = 40;
const USUAL = 4;
const names = Array.from({ length: FILES }, (_, place) => `${place}.txt`);
const contentOf = (path: string) => `content of ${path}`.padEnd(40);
const refusals = ['421 Too many connections, come back later', '530 Too many connections from your address'];

let site: VisitedSite;
const servers: ScriptedFtpServer[] = [];

beforeEach(async () => {
  site = await VisitedSite.open();
});
afterEach(async () => {
  await site.close();
  for (const server of servers.splice(0)) await server.close();
});

const sendWhole = (data: Socket, path: string) => {
  data.end(contentOf(path));
  return 'complete' as const;
};

/** A server of one folder that otherwise follows the script. */
async function serverOf(script: FtpScript): Promise<ScriptedFtpServer> {
  const server = await scriptedFtpServer({
    list: () => names.map((name) => `-rw-r--r-- 1 ftp ftp 40 Jan 01 2020 ${name}\r\n`).join(''),
    send: sendWhole,
    ...script,
  });
  servers.push(server);
  return server;
}

/** Holds back all files until there are this many connections. */
function waitingFor(many: number, { refuses = () => null, send = sendWhole }: FtpScript = {}): FtpScript {
  const all = Promise.withResolvers<void>();
  return {
    refuses: (connections) => {
      if (connections === many) all.resolve();
      return refuses(connections);
    },
    send: (data, path, offset) => {
      // Like some servers, it reports completion before it sends the data.
      void all.promise.then(() => send(data, path, offset));
      return 'complete';
    },
  };
}

const logIns = ({ commands }: ScriptedFtpServer) => commands.filter((line) => line.startsWith('USER')).length;

test('a server that lists files is visited over four connections, unless the user sets the number', async () => {
  const server = await serverOf(waitingFor(USUAL));
  expect((await site.visit(server.url)).flags).toMatchObject({ NEW: FILES, ERR: 0 });
  expect(logIns(server)).toBe(USUAL);
  const one = await serverOf({});
  await site.visit(one.url, { project: 'one', settings: { concurrency: 1 } });
  await site.visit(one.url, { project: 'one' });
  expect(logIns(one)).toBe(2);
});

test.each([1, 2].flatMap((most) => refusals.map((refusal) => ({ most, refusal }))))(
  'a server that allows $most and says "$refusal" loses no file',
  async ({ most, refusal }) => {
    const refuses = (connections: number) => (connections > most ? refusal : null);
    const server = await serverOf(waitingFor(most + 1, { refuses }));
    const { flags, ending } = await site.visit(server.url);
    expect(flags).toMatchObject({ NEW: FILES, ERR: 0 });
    expect(ending).toMatchObject({ state: 'finished', errors: 0 });
  },
);

test.each(refusals)('a file whose connection broke is fetched over another, after "%s"', async (refusal) => {
  let broken = 0;
  const server = await serverOf(
    waitingFor(USUAL, {
      refuses: (connections) => (broken > 0 && connections > 1 ? refusal : null),
      send: (data, path) => {
        if (broken >= 2) return sendWhole(data, path);
        broken++;
        data.write(contentOf(path).slice(0, 20), () => data.resetAndDestroy());
        return 'broken';
      },
    }),
  );
  const { flags, ending } = await site.visit(server.url);
  expect(broken).toBe(2);
  expect(flags).toMatchObject({ NEW: FILES, ERR: 0 });
  expect(ending).toMatchObject({ state: 'finished', errors: 0 });
});

test('a server that accepts no more connections pauses the run', async () => {
  let isClosing = true;
  let isClosed = false;
  const server = await serverOf({
    refuses: () => (isClosed ? '421 Closing for the night' : null),
    send: (data, path) => {
      isClosed = isClosing;
      data.end(isClosed ? '' : contentOf(path));
      return isClosed ? 'broken' : 'complete';
    },
  });
  // One try for each file: the waits between tries would take most of a minute.
  const { ending } = await site.visit(server.url, { settings: { attempts: 1 } });
  expect(ending).toMatchObject({ state: 'paused', pages: 0, errors: 0 });
  expect(ending.reason).toMatch(/^the server no longer answers: .*Closing for the night/);

  isClosing = false;
  isClosed = false;
  const resumed = await site.visit(server.url);
  expect(resumed.ending).toMatchObject({ state: 'finished', pages: FILES });
  expect((await site.visit(server.url)).flags).toMatchObject({ SAM: FILES, ERR: 0 });
});
