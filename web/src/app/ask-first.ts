import { homeQuery } from '../features/home/home-query.ts';
import { account } from '../shared/api/account.ts';
import { api } from '../shared/api/api.ts';
import { isUnreachable } from '../shared/api/problem-words.ts';
import { projectPartsQuery } from '../shared/api/projects-query.ts';
import { queryClient } from '../shared/api/query-client.ts';

/** Asks who is here and what the first view needs, at once and side by side: drawing waits for all of it. */
export function askFirst(path: string): void {
  void findOutWho();
  if (path === '/welcome') return;
  void queryClient.prefetchInfiniteQuery(projectPartsQuery);
  if (path === '/') void queryClient.prefetchQuery(homeQuery);
}

const WAIT_MS = 1000;

/** A server that does not answer yet is asked again. */
async function findOutWho(): Promise<void> {
  for (;;) {
    try {
      account.set(await api.whoAmI({}));
      return;
    } catch (error) {
      if (!isUnreachable(error)) return account.set(null);
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }
}
