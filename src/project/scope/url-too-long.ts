import type { ScopeRule } from './candidate.ts';

/** Rejects names that grow without end: relative links gone wrong, states packed into a query. */
export const urlTooLong = (maxLength: number): ScopeRule => ({
  name: 'URL too long',
  decide: ({ url }) => (url.length > maxLength ? 'reject' : 'none'),
  reason: ({ url }) => `${url.length} characters; at most ${maxLength} are followed`,
});
