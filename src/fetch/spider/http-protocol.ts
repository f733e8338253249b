import { HttpFetcher, type HttpOptions } from '../http-fetcher.ts';
import type { PageProtocol } from './spider.ts';

/** HTTP and HTTPS. Log-ins travel in the session of each request: two visitors may share the connections. */
export function httpProtocol(options: HttpOptions): PageProtocol {
  return {
    schemes: ['http:', 'https:'],
    capabilities: { lists: false, robots: true },
    start: async () => new HttpFetcher(options),
  };
}
