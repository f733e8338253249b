import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoSite } from '../../src/app/demo-site/start-demo-site.ts';
import { localGate, startServer } from '../../src/app/server/index.ts';
import { readConfig } from '../../src/config/index.ts';
import { type TidemarkClient, tidemarkClient } from '../../src/publish/contract/client.ts';
import { eventsIn } from '../server/started-server.ts';
import { builtWeb } from './built-web.ts';
import { startTownSite } from './town-site.ts';

/** A server with its pages, and two sites on loopback to watch. */
export interface ServedDemo {
  readonly url: string;
  readonly token: string;
  readonly client: TidemarkClient;
  /** Where the magazine and the town are. */
  readonly magazine: string;
  readonly town: string;
  /** The magazine has its second edition, and the town writes on. */
  publish(): void;
  /** Runs a project to its end, with everything that follows. */
  run(project: string): Promise<void>;
  /** Stops the server, as a restart of the machine would, and starts it again at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const token = 'the-token-of-this-test';

export async function servedDemo(): Promise<ServedDemo> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-web-'));
  const webFolder = await builtWeb();
  const magazine = await startDemoSite();
  const town = await startTownSite();
  const config = readConfig({ data: folder, databaseUrl: '' }, { TIDEMARK_PORT: '0' });
  const begin = (port: number) =>
    startServer({ config, gate: localGate(token), host: '127.0.0.1', port, log: null, webFolder });
  let server = await begin(0);
  const { url } = server;
  const client = tidemarkClient({ url, token });
  return {
    url,
    token,
    client,
    magazine: magazine.url,
    town: town.url,
    publish() {
      magazine.publish('second');
      town.moveOn();
    },
    async run(project) {
      const leaving = new AbortController();
      const events = await client.watchRuns({ project }, { signal: leaving.signal });
      const { number } = await client.startRun({ project, body: {} });
      for await (const { event, data } of eventsIn(events))
        if (event === 'settled' && (data as { readonly run: number }).run === number) break;
      leaving.abort();
    },
    stop: () => server.close(),
    async start() {
      server = await begin(Number(new URL(url).port));
    },
    async close() {
      await server.close();
      await magazine.close();
      await town.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
