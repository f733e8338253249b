import { QueryCache, QueryClient } from '@tanstack/react-query';
import { account } from './account.ts';
import { isNotLoggedIn, isUnreachable } from './problem-words.ts';

/** Answers stay cached while they are shown; events of the server refresh them. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (isNotLoggedIn(error)) account.set(null);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      networkMode: 'always',
      // A refused request is not retried; one without an answer is, because the server may be away for a moment only.
      retry: (count, error) => isUnreachable(error) && count < 2,
    },
    mutations: { networkMode: 'always' },
  },
});
