import { type Segment, splitTokens } from '../../document/index.ts';
import type { SegmentChange } from '../compare/compare-segments.ts';
import { leastShared, placeKind, sameWords, similarity } from '../compare/segment-likeness.ts';
import { knowsText } from './drawn-text.ts';
import { isInList, sharedList } from './rule-place.ts';
import { anyLink, type VolatileRule } from './volatile-rule.ts';

/**
 * Whether earlier fetches showed this text at the same place, or at another place of the same list: an advert that comes
 * back is no news, even if all fetches of this visit have it.
 */
export function isKnownText(segment: Segment, rules: readonly VolatileRule[]): boolean {
  const active = rules.filter((rule) => rule.kind === 'segment' && !rule.isOff);
  const knowing = active.filter((rule) => rule.kind === 'segment' && knowsText(rule, segment));
  if (knowing.some(({ place }) => place.path === segment.path)) return true;
  // One advert among paragraphs does not make the paragraphs a list of adverts.
  return knowing.some(({ place: { path } }) => {
    const list = sharedList(path, segment.path);
    return (
      list !== null && active.filter(({ place }) => sharedList(place.path, segment.path) === list).length > 1
    );
  });
}

/**
 * The words known to be drawn in the line of a segment, or in lines like it. Where the fetches of this visit agree
 * (`isSteady`), only words of a line that is otherwise the same count; where they differ, those of its examples as well.
 */
export function rotatingWords(
  { before, after }: SegmentChange,
  isSteady: boolean,
  rules: readonly VolatileRule[],
): ReadonlySet<string> {
  const words = new Set<string>();
  if (before === null || after === null) return words;
  const isSameLine = similarity(before.tokens, after.tokens) >= leastShared;
  for (const rule of rules) {
    if (rule.isOff || placeKind(rule.place) !== placeKind(after)) continue;
    if (rule.kind === 'value' && (isSameLine || !isSteady))
      for (const word of rule.value.words ?? []) words.add(word);
    if (rule.kind !== 'segment' || isSteady || rule.place.path !== after.path) continue;
    for (const text of rule.examples) for (const word of splitTokens(text)) words.add(word);
  }
  return words;
}

/** Whether a rule says that something at the path of a segment is volatile. */
export function isVolatilePlace({ path }: Segment, rules: readonly VolatileRule[]): boolean {
  return rules.some(
    ({ kind, place, isOff }) =>
      !isOff && kind !== 'order' && (place.path === path || (kind === 'list' && isInList(path, place.path))),
  );
}

/** Whether the words are the same, and earlier fetches showed all addresses that differ. */
export function hasOnlyKnownLinks(before: Segment, after: Segment, rules: readonly VolatileRule[]): boolean {
  if (!sameWords(before, after)) return false;
  return after.links.every(({ url }, index) => {
    if (before.links[index]?.url === url) return true;
    return rules.some(
      (rule) =>
        rule.kind === 'link' &&
        !rule.isOff &&
        rule.place.path === after.path &&
        (rule.link.index === index || rule.link.index === anyLink.index) &&
        rule.addresses?.includes(url),
    );
  });
}
