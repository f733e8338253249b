import type { ScopeRule } from './candidate.ts';

/** Accepts seeds: what was asked for by name needs no further reason. */
export const typedByTheUser: ScopeRule = {
  name: 'typed by the user',
  decide: ({ kind }) => (kind === 'seed' ? 'accept' : 'none'),
  reason: () => 'the crawl starts here',
};
