import type { HostTurns } from '../../access/index.ts';
import type { PageFetcher } from '../../fetch/index.ts';

/** Waits for its turn before every request. */
export function whileAllowed(fetcher: PageFetcher, turns: HostTurns | undefined): PageFetcher {
  if (turns === undefined) return fetcher;
  return {
    fetch: async (request) => {
      const { host } = new URL(request.url);
      await turns.enter(host);
      try {
        return await fetcher.fetch(request);
      } finally {
        turns.leave(host);
      }
    },
  };
}
