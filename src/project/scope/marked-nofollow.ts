import type { ScopeRule } from './candidate.ts';

/** Rejects links that their page asks crawlers not to follow. */
export const markedNofollow: ScopeRule = {
  name: 'nofollow',
  decide: ({ nofollow }) => (nofollow ? 'reject' : 'none'),
  reason: () => 'the page asks crawlers not to follow this link',
};
