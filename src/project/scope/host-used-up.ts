import type { Budgets } from './budgets.ts';
import type { ScopeRule } from './candidate.ts';

/** Rejects further pages of a host that has given as many as the user wants of one host. */
export const hostUsedUp = (maxPagesPerHost: number, budgets: Budgets): ScopeRule => ({
  name: 'pages per host',
  decide: ({ host }) => (budgets.pagesOf(host) >= maxPagesPerHost ? 'reject' : 'none'),
  reason: ({ host }) => `${host} has given ${maxPagesPerHost} pages, the most allowed for one host`,
});
