import type { PageProtocol } from '../protocol/listing-spider.ts';
import { HttpFetcher, type HttpOptions } from './http-fetcher.ts';

/** HTTP and HTTPS. Log-ins travel in the session of each request: two visitors may share the connections. */
export function httpProtocol(options: HttpOptions): PageProtocol {
  return {
    schemes: ['http:', 'https:'],
    capabilities: { lists: false, robots: true },
    start: async () => new HttpFetcher(options),
  };
}
