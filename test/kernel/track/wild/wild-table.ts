import type { WildVisit } from './watch-wild.ts';

/** A line for each kind of site: pages, false alarms and misses at each visit, and requests for each page, and for each on which nothing changed. */
export function wildTable(watched: ReadonlyMap<string, readonly WildVisit[]>): string {
  const numbers = [...new Set([...watched.values()].flat().map(({ visit }) => visit))].sort();
  const heads = [
    'site',
    ...numbers.flatMap((visit) => [`pages ${visit}`, 'false', 'missed', 'req/page', 'req/same']),
  ];
  const rows = [...watched].map(([name, visits]) => [
    name,
    ...numbers.flatMap((number) => cellsOf(visits.filter(({ visit }) => visit === number))),
  ]);
  const all = [...watched.values()].flat();
  const sum = ['all', ...numbers.flatMap((number) => cellsOf(all.filter(({ visit }) => visit === number)))];
  return [heads, ...rows, sum]
    .map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(7) : cell.padStart(9))).join(''))
    .join('\n');
}

function cellsOf(visits: readonly WildVisit[]): readonly string[] {
  const sum = (of: (visit: WildVisit) => number): number =>
    visits.reduce((total, visit) => total + of(visit), 0);
  const ratio = (one: number, other: number): string => (one / Math.max(1, other)).toFixed(2);
  const pages = sum((visit) => visit.pages);
  const count = (kind: string): string =>
    String(visits.flatMap(({ mistakes }) => mistakes).filter(({ is }) => is === kind).length);
  return [
    String(pages),
    count('false alarm'),
    count('miss'),
    ratio(
      sum((visit) => visit.requests),
      pages,
    ),
    ratio(
      sum((visit) => visit.sameRequests),
      sum((visit) => visit.samePages),
    ),
  ];
}
