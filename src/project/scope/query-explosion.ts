import type { Budgets } from './budgets.ts';
import type { Candidate, ScopeRule } from './candidate.ts';

/**
 * Up to two parameters name a page (`?id=1042&lang=en`), and a forum may have a million of those. From three on they
 * are mostly choices that multiply: colour, size, order, page.
 */
const fewParameters = 2;

/** Rejects more combinations of parameters once a path has given so many: ten filters of ten values are 10^10 pages. */
export const queryExplosion = (maxQueriesPerPath: number, budgets: Budgets): ScopeRule => ({
  name: 'too many queries',
  decide: (candidate) =>
    hasManyParameters(candidate) && budgets.queriesOf(placeOf(candidate)) >= maxQueriesPerPath
      ? 'reject'
      : 'none',
  reason: (candidate) =>
    `${placeOf(candidate)} has given ${maxQueriesPerPath} pages for different combinations of parameters`,
});

export function noteQuery(candidate: Candidate, budgets: Budgets): void {
  if (hasManyParameters(candidate)) budgets.addQuery(placeOf(candidate));
}

const placeOf = ({ host, path }: Candidate): string => host + path;

const hasManyParameters = ({ query }: Candidate): boolean =>
  query.split(/[&;]/, fewParameters + 1).length > fewParameters;
