import { homeQuery } from '../features/reports/home/home-query.ts';
import { account } from '../shared/api/account.ts';
import { api } from '../shared/api/api.ts';
import { isUnreachable } from '../shared/api/problem-words.ts';
import { projectPartsQuery } from '../shared/api/projects-query.ts';
import { queryClient } from '../shared/api/query-client.ts';

/** Asks who is here and what the first view needs, side by side: `firstQuestions` has them too, so browsers have asked already. */
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
/** Drawing once, with everything, is sooner done than drawing grey lines first; but not if the server takes its time. */
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
