import { QueryCache, QueryClient } from '@tanstack/react-query';
import { account } from './account.ts';
import { isNotLoggedIn, isUnreachable } from './problem-words.ts';

/** Answers are kept while they are shown; what happens on the server comes by events and makes them fresh. */
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
      // A refusal stays a refusal; a server that is away for a moment comes back.
      retry: (count, error) => isUnreachable(error) && count < 2,
    },
    mutations: { networkMode: 'always' },
  },
});
