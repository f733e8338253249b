import { hashText, type Segment, splitTokens } from '../../document/index.ts';
import type { SegmentChange } from '../compare/compare-segments.ts';
import { leastShared, placeKind, sameWords, similarity } from '../compare/segment-likeness.ts';
import { isInList, sharedList } from './rule-place.ts';
import { comparableTokens, hunksOf } from './token-differences.ts';
import type { SegmentRule, VolatileRule } from './volatile-rule.ts';

/** A segment before a change, if there was one, and after it, each with the Date of its response. */
export interface TextChange {
  readonly before: Segment | null;
  readonly beforeAt: number | null;
  readonly after: Segment;
  readonly afterAt: number | null;
}

/**
 * Whether earlier fetches showed what a segment says now. In a line of the page's own, only the rotating words are known:
 * "€ 25 (with tax)" that becomes "€ 27 (with tax)" is a price change, even if the line was seen like that before.
 */
export function knowsText(rule: SegmentRule, { before, beforeAt, after, afterAt }: TextChange): boolean {
  const text = hashText(after);
  if (rule.texts.includes(text)) return true;
  if (before === null || rule.lines?.includes(text) !== true) return false;
  const rotating = new Set(rule.words);
  return hunksOf(...comparableTokens(before, beforeAt, after, afterAt)).every(({ removed, added }) =>
    [...removed, ...added].every((word) => rotating.has(word)),
  );
}

/**
 * Whether earlier fetches showed this text at the same place, or at another place of the same list: an advert that comes
 * back is no news, even if all fetches of this visit have it.
 */
export function isKnownText(change: TextChange, rules: readonly VolatileRule[]): boolean {
  const { after } = change;
  const active = rules.filter((rule) => rule.kind === 'segment' && !rule.isOff);
  const knowing = active.filter((rule) => rule.kind === 'segment' && knowsText(rule, change));
  if (knowing.some(({ place }) => place.path === after.path)) return true;
  // One advert among paragraphs does not make the paragraphs a list of adverts.
  return knowing.some(({ place: { path } }) => {
    const list = sharedList(path, after.path);
    return (
      list !== null && active.filter(({ place }) => sharedList(place.path, after.path) === list).length > 1
    );
  });
}

/**
 * The words known to rotate in the line of a segment, or in lines like it. Where the fetches of this visit agree
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
    if (rule.kind !== 'segment' || rule.isOff || placeKind(rule.place) !== placeKind(after)) continue;
    if (isSameLine || !isSteady) for (const word of rule.words ?? []) words.add(word);
    if (isSteady || rule.place.path !== after.path) continue;
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
        rule.link.index === index &&
        rule.addresses?.includes(url),
    );
  });
}
