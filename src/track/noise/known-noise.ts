import { type Segment, splitTokens } from '../../document/index.ts';
import type { SegmentChange } from '../compare/compare-segments.ts';
import { leastShared, placeKind, sameWords, similarity } from '../compare/segment-likeness.ts';
import type { DrawnTexts } from './drawn-text.ts';
import { isInList, sharedList } from './rule-place.ts';
import { anyLink, type VolatileRule } from './volatile-rule.ts';

/**
 * Whether a text was drawn before, and its place is known for drawing texts: an advert that comes back is no news, even if
 * all fetches of this visit have it. If the text before was drawn, too, a place of the same kind is enough.
 */
export function isKnownText(
  before: Segment | null,
  after: Segment,
  texts: DrawnTexts,
  rules: readonly VolatileRule[],
): boolean {
  if (!texts.knows(after)) return false;
  const places = rules.flatMap(({ kind, isOff, place }) => (kind === 'segment' && !isOff ? [place] : []));
  if (before !== null && texts.knows(before))
    return places.some((place) => placeKind(place) === placeKind(after));
  if (places.some(({ path }) => path === after.path)) return true;
  // One advert among paragraphs does not make the paragraphs a list of adverts.
  const lists = places.flatMap(({ path }) => sharedList(path, after.path) ?? []);
  return lists.some((list, index) => lists.indexOf(list) !== index);
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
      !isOff &&
      kind !== 'order' &&
      kind !== 'time' &&
      kind !== 'visitor' &&
      (place.path === path || (kind === 'list' && isInList(path, place.path))),
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
