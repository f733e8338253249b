import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readConfig } from '../../src/config/index.ts';
import { startDemoSite } from '../../src/features/demo/start-demo-site.ts';
import { Passwords } from '../../src/features/people/password-hash.ts';
import { type TidemarkClient, tidemarkClient } from '../../src/main/client.ts';
import { startServer } from '../../src/main/server/start-server.ts';
import { goodPassword } from '../features/people/people-for-test.ts';
import { eventsIn, logInOverHttp, tokenOf } from '../kernel/http/started-server.ts';
import { builtWeb } from './built-web.ts';
import { startHarbourApplication } from './harbour-application.ts';
import { startTownSite } from './town-site.ts';

/** A server with its pages, and two sites on loopback to watch. Nobody has logged in yet. */
export interface ServedDemo {
  readonly url: string;
  /** Where its data is. */
  readonly folder: string;
  /** With which the administrator chooses a password: the first thing that a new server prints. */
  readonly firstLink: string;
  /** Asks as the administrator, once a password was chosen: this one. */
  client(): Promise<TidemarkClient>;
  readonly password: string;
  /** Where the magazine and the town are. */
  readonly magazine: string;
  readonly town: string;
  /** The magazine has its second edition, and the town writes on. */
  publish(): void;
  /** Runs a project to its end, with everything that follows. */
  run(project: string): Promise<void>;
  /** Explores an application, which changes after the first time, as a project of its own. */
  explore(project: string, times: number): Promise<void>;
  /** Stops the server as an operator would, and starts it again at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Hashing as slowly as for real passwords would be half of the test. */
const cheap = new Passwords({ log2n: 4, r: 8, p: 1 });

export async function servedDemo(): Promise<ServedDemo> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-web-'));
  const webFolder = await builtWeb();
  const magazine = await startDemoSite();
  const town = await startTownSite();
  const harbour = await startHarbourApplication();
  const config = readConfig({ data: folder, databaseUrl: '' }, { TIDEMARK_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const begin = (port: number) =>
    startServer({ config, host: '127.0.0.1', port, log: null, webFolder, passwords: cheap });
  let server = await begin(0);
  let isUp = true;
  const { url, firstLink } = server;
  let known: Promise<TidemarkClient> | null = null;
  const client = () => {
    known ??= logInOverHttp(url, 'admin', goodPassword)
      .then((cookie) => tokenOf(url, cookie, { name: 'the test', scope: 'admin' }))
      .then((token) => tidemarkClient({ url, token }));
    return known;
  };
  return {
    url,
    folder,
    firstLink: firstLink ?? '',
    client,
    password: goodPassword,
    magazine: magazine.url,
    town: town.url,
    publish() {
      magazine.publish('second');
      town.moveOn();
    },
    async run(project) {
      const leaving = new AbortController();
      const asked = await client();
      const events = await asked.watchRuns({ project }, { signal: leaving.signal });
      const { number } = await asked.startRun({ project, body: {} });
      for await (const { event, data } of eventsIn(events))
        if (event === 'settled' && (data as { readonly run: number }).run === number) break;
      leaving.abort();
    },
    async explore(project, times) {
      const asked = await client();
      await asked.addProject({
        body: {
          file: `name: ${project}
source: ${harbour.url}
states: { contexts: 2 }
`,
        },
      });
      for (let exploration = 1; exploration <= times; exploration++) {
        await asked.startExploration({ project, body: { screenshots: true } });
        for (let isOver = false; !isOver; ) {
          await setTimeout(200);
          const { items } = await asked.listExplorations({ project });
          isOver = items[0]?.number === exploration && items[0].progress === null;
        }
        harbour.moveOn();
      }
    },
    async stop() {
      if (!isUp) return;
      isUp = false;
      await server.close();
    },
    async start() {
      server = await begin(Number(new URL(url).port));
      isUp = true;
    },
    async close() {
      if (isUp) await server.close();
      await magazine.close();
      await town.close();
      await harbour.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
