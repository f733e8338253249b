import type { ComparableContent } from '../comparable-content.ts';
import type { FeatureKind } from './feature.ts';

/**
 * D10: how rare features are among some pages, as ln((1 + pages) / (1 + pages with it)). What all of them have weighs
 * nothing; what none of them has weighs most.
 */
export function inverseDocumentFrequency(
  pages: Iterable<ComparableContent>,
  kind: FeatureKind,
): (feature: string) => number {
  const pagesWith = new Map<string, number>();
  let count = 0;
  for (const page of pages) {
    count++;
    const own = new Set(Array.from(kind.of(page), ({ text }) => text));
    for (const text of own) pagesWith.set(text, (pagesWith.get(text) ?? 0) + 1);
  }
  return (feature) => Math.log((1 + count) / (1 + (pagesWith.get(feature) ?? 0)));
}
