import { joinParts, partTokens, type UrlToken } from '../fields/url-token.ts';
import { explains, type IdentityRule } from '../identity-rule.ts';
import type { TokenizedLink } from './align-links.ts';

/**
 * The second pass: what known rules explain is settled, the rest is cut into parts. Parts that always occur
 * side by side (the groups of a UUID) are one token.
 */
export function neighbouringParts(
  a: readonly TokenizedLink[],
  b: readonly TokenizedLink[],
  known: readonly IdentityRule[],
): { readonly a: readonly TokenizedLink[]; readonly b: readonly TokenizedLink[] } {
  const partsA = a.map((link) => readParts(link, known));
  const partsB = b.map((link) => readParts(link, known));
  const foreignToA = countParts(partsB);
  const foreignToB = countParts(partsA);
  return {
    a: partsA.map((link) => joinNeighbours(link, foreignToB, foreignToA)),
    b: partsB.map((link) => joinNeighbours(link, foreignToA, foreignToB)),
  };
}

interface PartedLink extends Omit<TokenizedLink, 'tokens'> {
  /** The parts of each field that no rule explains; a field with only one part stays whole. */
  readonly fields: readonly (readonly UrlToken[])[];
}

function readParts({ url, tokens, settled }: TokenizedLink, known: readonly IdentityRule[]): PartedLink {
  const explained = tokens.filter((token) => known.some((rule) => explains(rule, token)));
  const open = explained.length === 0 ? tokens : tokens.filter((token) => !explained.includes(token));
  return {
    url,
    settled: [...settled, ...explained],
    fields: open.map((token) => {
      const parts = partTokens(token.field);
      return parts.length > 0 ? parts : [token];
    }),
  };
}

interface PartCounts {
  readonly single: ReadonlyMap<string, number>;
  readonly pairs: ReadonlyMap<string, number>;
}

function countParts(links: readonly PartedLink[]): PartCounts {
  const single = new Map<string, number>();
  const pairs = new Map<string, number>();
  for (const { fields } of links) {
    for (const parts of fields) {
      let previous: string | null = null;
      for (const { value } of parts) {
        single.set(value, (single.get(value) ?? 0) + 1);
        if (previous !== null)
          pairs.set(`${previous} ${value}`, (pairs.get(`${previous} ${value}`) ?? 0) + 1);
        previous = value;
      }
    }
  }
  return { single, pairs };
}

function joinNeighbours(
  { url, settled, fields }: PartedLink,
  own: PartCounts,
  other: PartCounts,
): TokenizedLink {
  const tokens: UrlToken[] = [];
  for (const parts of fields) {
    let run: UrlToken[] = [];
    const flush = () => {
      const joined = joinParts(run) ?? run[0];
      if (joined !== undefined) tokens.push(joined);
      run = [];
    };
    for (const part of parts) {
      const last = run.at(-1);
      if (last !== undefined && !belongTogether(last.value, part.value, own, other)) flush();
      run.push(part);
    }
    flush();
  }
  return { url, settled, tokens };
}

function belongTogether(left: string, right: string, own: PartCounts, other: PartCounts): boolean {
  if (other.single.has(left) || other.single.has(right)) return false;
  const together = own.pairs.get(`${left} ${right}`);
  return (
    together !== undefined &&
    together > 1 &&
    own.single.get(left) === together &&
    own.single.get(right) === together
  );
}
