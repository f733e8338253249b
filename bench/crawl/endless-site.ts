import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { EndlessSiteVisits } from './endless-site-server.ts';

export interface EndlessSite {
  readonly url: string;
  /** What happened since the last call. */
  takeVisits(): Promise<EndlessSiteVisits>;
  stop(): Promise<void>;
}

/** A site with `hubs` thousand URLs that wait to be visited, in its own process. */
export async function endlessSite(hubs: number): Promise<EndlessSite> {
  const server = fork(new URL('./endless-site-server.ts', import.meta.url), [String(hubs)]);
  const [port] = (await once(server, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}/`,
    async takeVisits() {
      server.send('take');
      const [visits] = (await once(server, 'message')) as [EndlessSiteVisits];
      return visits;
    },
    async stop() {
      server.kill();
      await once(server, 'exit');
    },
  };
}
