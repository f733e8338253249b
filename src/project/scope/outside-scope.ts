import { isEmbedded, type ScopeRule } from './candidate.ts';
import { covers, type ScopePrefix } from './scope-prefix.ts';

/** Rejects links that lead out of the crawl's part of the web. What a page embeds is part of it, wherever it lies. */
export const outsideScope = (prefixes: readonly ScopePrefix[]): ScopeRule => ({
  name: 'outside scope',
  decide: (candidate) =>
    isEmbedded(candidate) || prefixes.some((prefix) => covers(prefix, candidate.host, candidate.path))
      ? 'none'
      : 'reject',
  reason: ({ host, path }) =>
    `${host}${path} is not below ${prefixes.map(({ host: wanted, path: start }) => wanted + start).join(' or ')}`,
});
