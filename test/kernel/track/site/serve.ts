import { createServer } from 'node:http';
import { listenOnLoopback } from '../../../fixtures/servers/loopback-server.ts';
import { send } from './reply.ts';
import type { Site } from './site.ts';
import { SiteAnswers } from './site-answers.ts';

/** The site on loopback. */
export interface ServedSite {
  readonly site: Site;
  readonly origin: string;
  /** The path and query of every request, in order. */
  readonly requests: readonly string[];
  /** Called with the number of every request before it is answered. */
  onRequest: (count: number) => void;
  /** Days pass: the site gets its next state, and all sessions end. */
  advance(): void;
  /** The number of the current visit, from 1. */
  visit(): number;
  close(): Promise<void>;
}

export async function serveSite(site: Site): Promise<ServedSite> {
  const answers = new SiteAnswers(site);
  const requests: string[] = [];
  const server = createServer(({ url: target = '/', headers }, response) => {
    served.onRequest(requests.push(target));
    send(answers.to({ target, headers }), response);
  });
  const { origin, close } = await listenOnLoopback(server);
  const served: ServedSite = {
    site,
    origin,
    requests,
    onRequest: () => undefined,
    advance: () => answers.advance(),
    visit: () => answers.visit,
    close,
  };
  return served;
}
