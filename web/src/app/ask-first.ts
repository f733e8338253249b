import { homeQuery } from '../features/reports/home/home-query.ts';
import { account } from '../shared/api/account.ts';
import { api } from '../shared/api/api.ts';
import { isUnreachable } from '../shared/api/problem-words.ts';
import { projectPartsQuery } from '../shared/api/projects-query.ts';
import { queryClient } from '../shared/api/query-client.ts';

/**
 * Requests the account and the data of the first view at the same time. `firstQuestions` lists the same requests, so the browser has usually sent
 * them already.
 */
export function askFirst(path: string): void {
  const shown =
    path === '/welcome'
      ? []
      : [
          queryClient.prefetchInfiniteQuery(projectPartsQuery),
          ...(path === '/' ? [queryClient.prefetchQuery(homeQuery)] : []),
        ];
  void findOutWho(Promise.all(shown));
}

const WAIT_MS = 1000;
/** One rendering with all data is faster than placeholders first, unless the server is slow. */
const TOGETHER_MS = 200;

/** A server that does not answer yet is asked again. */
async function findOutWho(shown: Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      const who = await api.whoAmI({});
      await Promise.race([shown, pause(TOGETHER_MS)]);
      return account.set(who);
    } catch (error) {
      if (!isUnreachable(error)) return account.set(null);
      await pause(WAIT_MS);
    }
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
