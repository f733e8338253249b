import type { PageFetcher } from '../../fetch/index.ts';

/** Asks `mayAsk` before every request. */
export function whileAllowed(fetcher: PageFetcher, mayAsk: (() => Promise<void>) | undefined): PageFetcher {
  if (mayAsk === undefined) return fetcher;
  return {
    fetch: async (request) => {
      await mayAsk();
      return fetcher.fetch(request);
    },
  };
}
