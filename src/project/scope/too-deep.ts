import { isEmbedded, type ScopeRule } from './candidate.ts';

/** Rejects links deeper than the user allows. What the deepest pages embed still belongs to them. */
export const tooDeep = (maxDepth: number): ScopeRule => ({
  name: 'too deep',
  decide: (candidate) => (candidate.depth > maxDepth + (isEmbedded(candidate) ? 1 : 0) ? 'reject' : 'none'),
  reason: ({ depth }) => `${depth} links from the start; at most ${maxDepth} are followed`,
});
