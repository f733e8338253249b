import type { UrlToken } from '../fields/url-token.ts';
import { type AlignedGroup, type Alignment, hostIn, placeKey } from './align-links.ts';

/** The evidence that one place is volatile: the values that aligned links of the two lists have there. */
export interface VolatilityEvidence {
  readonly key: string;
  /** Every occurrence, to find out what the places have in common. */
  readonly tokens: readonly UrlToken[];
  /** How many different links (once masked) have each value. */
  readonly a: ReadonlyMap<string, number>;
  readonly b: ReadonlyMap<string, number>;
  /** How many masked links match exactly one link of each list, so that the value selects nothing there. */
  readonly oneToOne: number;
  /** How many masked links match as many links of one list as of the other, few of them: a page linked twice. */
  readonly balanced: number;
  readonly groups: number;
  /** Scheme and host of the links, masked. */
  readonly hosts: readonly string[];
  /** The part of the pages on these hosts whose links have a value at this place, in the list where it is smaller. */
  readonly coverage: number;
  /** Whether values that replace each other share words (`topic-42-x.html`, `topic-42-y.html`): then only a part is volatile. */
  readonly sharesWords: boolean;
  /** Whether such a word is a part of its own (`item,x` and `item,y`), so that the rest can be judged without it. */
  readonly sharesParts: boolean;
}

interface Observation {
  readonly group: AlignedGroup;
  readonly a: readonly UrlToken[];
  readonly b: readonly UrlToken[];
}

/** Collects the evidence for each place: named parameters by name, unnamed places by the values that belong together. */
export function collectEvidence({ groups, pages }: Alignment): readonly VolatilityEvidence[] {
  const summarize = (key: string, observations: readonly Observation[]) => {
    const hosts = [...new Set(observations.map(({ group }) => hostIn(group.remainder)))];
    return { ...summaryOf(key, observations), hosts, coverage: coverageOf(observations, hosts, pages) };
  };
  const byKey = new Map<string, Observation[]>();
  for (const group of groups) {
    for (let i = 0; ; i++) {
      const a = group.a.flatMap(({ suspects }) => suspects[i] ?? []);
      const b = group.b.flatMap(({ suspects }) => suspects[i] ?? []);
      const first = a[0];
      if (first === undefined || b.length === 0) break;
      const key = placeKey(first);
      const list = byKey.get(key);
      if (list === undefined) byKey.set(key, [{ group, a, b }]);
      else list.push({ group, a, b });
    }
  }
  return [...byKey].flatMap(([key, observations]) =>
    observations[0]?.a[0]?.name === null || observations[0]?.a[0]?.part !== null
      ? splitByValues(observations).map((cluster) => summarize(key, cluster))
      : [summarize(key, observations)],
  );
}

/**
 * Two ids in one path must not be mixed up: observations that share a value belong together. Those that share none
 * (every link has an id of its own) belong together by position.
 */
function splitByValues(observations: readonly Observation[]): readonly (readonly Observation[])[] {
  const clusters = new Map<string, Observation[]>();
  const root = new Map<string, string>();
  const find = (node: string): string => {
    let at = node;
    for (let up = root.get(at); up !== undefined && up !== at; up = root.get(at)) at = up;
    return at;
  };
  for (const { a, b } of observations) {
    const nodes = [...a.map(({ value }) => `a${value}`), ...b.map(({ value }) => `b${value}`)];
    const top = find(nodes[0] ?? '');
    for (const node of nodes) {
      if (!root.has(node)) root.set(node, top);
      root.set(find(node), top);
    }
  }
  for (const observation of observations) {
    const cluster = find(`a${observation.a[0]?.value}`);
    const list = clusters.get(cluster);
    if (list === undefined) clusters.set(cluster, [observation]);
    else list.push(observation);
  }
  const alone = new Map<string, Observation[]>();
  const together: Observation[][] = [];
  for (const cluster of clusters.values()) {
    if (cluster.length > 1) {
      together.push(cluster);
      continue;
    }
    const token = cluster[0]?.a[0];
    const position = `${token?.field.index} ${token?.field.before} ${token?.part?.fromEnd}`;
    alone.set(position, [...(alone.get(position) ?? []), ...cluster]);
  }
  return [...together, ...alone.values()];
}

function coverageOf(
  observations: readonly Observation[],
  hosts: readonly string[],
  pages: Alignment['pages'],
): number {
  const total = { a: 0, b: 0 };
  for (const host of hosts) {
    total.a += pages.get(host)?.a ?? 0;
    total.b += pages.get(host)?.b ?? 0;
  }
  const links = new Set(observations.map(({ group }) => group)).size;
  return Math.min(1, links / Math.max(1, total.a, total.b));
}

/** A page is rarely linked more often than this. */
const OFTEN_LINKED = 3;

/** One word in so many may be shared by chance: three letters of eight hexadecimal digits often are. */
const SHARED_BY_CHANCE = 6;

function summaryOf(
  key: string,
  observations: readonly Observation[],
): Omit<VolatilityEvidence, 'coverage' | 'hosts'> {
  return {
    key,
    tokens: observations.flatMap(({ a, b }) => [...a, ...b]),
    a: countLinks(observations, 'a'),
    b: countLinks(observations, 'b'),
    oneToOne: observations.filter(({ group }) => group.a.length === 1 && group.b.length === 1).length,
    balanced: observations.filter(
      ({ group }) => group.a.length === group.b.length && group.a.length <= OFTEN_LINKED,
    ).length,
    groups: observations.length,
    sharesWords:
      observations.filter(({ a, b }) => shareWord(a[0]?.value ?? '', b[0]?.value ?? '')).length *
        SHARED_BY_CHANCE >=
      observations.length,
    sharesParts: observations.some(({ a, b }) => sharePart(a[0]?.value ?? '', b[0]?.value ?? '')),
  };
}

function shareWord(a: string, b: string): boolean {
  const words = new Set(a.match(/[a-z]{3,}/gi));
  return (b.match(/[a-z]{3,}/gi) ?? []).some((word) => words.has(word));
}

function sharePart(a: string, b: string): boolean {
  const parts = new Set(a.split(/[^a-z0-9]+/i).filter((part) => /^[a-z]{3,}$/i.test(part)));
  return parts.size > 0 && b.split(/[^a-z0-9]+/i).some((part) => parts.has(part));
}

function countLinks(observations: readonly Observation[], side: 'a' | 'b'): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const observation of observations) {
    for (const value of new Set(observation[side].map((token) => token.value))) {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return counts;
}

/** How many links have any of the values. */
export function totalOf(counts: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}
