import { hashText, type Segment } from '../../document/index.ts';
import { compareSegments } from '../compare/compare-segments.ts';
import { counterName, KindsOfText } from '../compare/place-texts.ts';
import type { SegmentChange } from '../compare/segment-change.ts';
import { asWritten, type LinkIdentity, sameWords } from '../compare/segment-links.ts';
import { similarity } from '../compare/similarity.ts';
import { type Hunk, hunksOf } from './hunks.ts';
import { comparableTokens } from './leaf-tokens.ts';
import { linkDifferences } from './link-difference.ts';
import { mergeRules } from './merge-rules.ts';
import { isInList, placeOf, type Surroundings, sharedList, steadyNeighbours } from './place.ts';
import type { Snapshot } from './snapshot.ts';
import { shapeOf, type ValueShape, widerShape } from './value-shape.ts';
import type { SegmentPlace, SegmentRule, VolatileRule } from './volatile-rule.ts';

/** A leaf of which less than this stays the same is volatile as a whole. */
const steadyShare = 0.5;
/** One of which less than this stays the same is not even the same line. */
const alike = 0.4;

/**
 * What differs between two fetches of the same moment is noise (X1). Times that ran on between the two are not learned:
 * they are known as such by the Date of the response.
 */
export function learnVolatile(
  first: Snapshot,
  second: Snapshot,
  identity: LinkIdentity = asWritten,
): readonly VolatileRule[] {
  const changes = compareSegments(first.segments, second.segments, identity);
  const around = steadyNeighbours(changes);
  const counters = new KindsOfText(first.segments, second.segments, counterName);
  const isShuffled = (segment: Segment, list: string): boolean =>
    counters.areMostlyTheSame(segment) &&
    new KindsOfText(first.segments, second.segments, ({ path }) =>
      isInList(path, list) ? list : '',
    ).areMostlyTheSame(segment);
  const rules = changes.flatMap((change, place) =>
    rulesOf(change, around[place] as Surroundings, isShuffled, [first.at, second.at], identity),
  );
  return mergeRules([], rules);
}

function rulesOf(
  change: SegmentChange,
  around: Surroundings,
  isShuffled: (segment: Segment, list: string) => boolean,
  [firstAt, secondAt]: readonly [number | null, number | null],
  identity: LinkIdentity,
): readonly VolatileRule[] {
  switch (change.flag) {
    case 'same':
      return [];
    case 'moved':
      return orderRules(change.before, change.after, around, isShuffled);
    case 'changed':
      return [
        // One that has other numbers elsewhere is rather two that stayed.
        ...(change.isMoved && saysTheSame(change, firstAt, secondAt)
          ? orderRules(change.before, change.after, around, isShuffled)
          : []),
        ...wordRules(change.before, change.after, around, firstAt, secondAt),
        ...linkRules(change.before, change.after, around, [firstAt, secondAt], identity),
      ];
    default: {
      const segment = (change.before ?? change.after) as Segment;
      const texts: readonly [string, string] = [change.before?.text ?? '', change.after?.text ?? ''];
      const evidence = `only one of two fetches of the same moment had a ${segment.kind} there`;
      return [segmentRule(placeOf(segment.path, around), true, texts, evidence, [segment])];
    }
  }
}

function saysTheSame(
  { before, after }: Extract<SegmentChange, { readonly flag: 'changed' }>,
  firstAt: number | null,
  secondAt: number | null,
): boolean {
  return (
    sameWords(before, after) || hunksOf(...comparableTokens(before, firstAt, after, secondAt)).length === 0
  );
}

/** The same leaf elsewhere: a list in any order, or one advert that two places drew. */
function orderRules(
  before: Segment,
  after: Segment,
  around: Surroundings,
  isShuffled: (segment: Segment, list: string) => boolean,
): readonly VolatileRule[] {
  if (before.path === after.path) return [];
  const list = sharedList(before.path, after.path);
  // Of a list that shows some of many, what two fetches share has not moved: each place drew it.
  if (list === null || !isShuffled(before, list)) {
    const evidence = `two fetches of the same moment had the same ${before.kind} at different places`;
    return [before, after].map(({ path, text }) =>
      segmentRule(placeOf(path, around), list === null, [text, ''], evidence, [before]),
    );
  }
  return [
    {
      kind: 'order',
      id: `order ${list}`,
      place: placeOf(list, around),
      examples: [before.path, after.path],
      evidence: `two fetches of the same moment had the same ${before.kind} at different places of one list`,
      isOff: false,
      agreements: 0,
    },
  ];
}

function segmentRule(
  place: SegmentPlace,
  mayBeAbsent: boolean,
  examples: readonly [string, string],
  evidence: string,
  seen: readonly Segment[],
): SegmentRule {
  return {
    kind: 'segment',
    id: `segment ${place.path}`,
    place,
    mayBeAbsent,
    texts: seen.map(hashText),
    lines: [],
    words: [],
    examples,
    evidence,
    isOff: false,
    agreements: 0,
  };
}

/** Of a line that is the page's own only some words are drawn: with other words in the rest, it is an edit (`knowsText`). */
function lineRule(
  place: SegmentPlace,
  examples: readonly [string, string],
  evidence: string,
  seen: readonly Segment[],
  [old, now]: readonly [readonly string[], readonly string[]],
): SegmentRule {
  const rule = segmentRule(place, false, examples, evidence, seen);
  const drawn = hunksOf(old, now).flatMap(({ removed, added }) => [...removed, ...added]);
  const isOwn = isOwnLine(old, now);
  const words = isOwn || similarity(old, now) >= alike ? [...new Set(drawn)] : [];
  return isOwn ? { ...rule, texts: [], lines: rule.texts, words } : { ...rule, words };
}

/** A number that both draws have is the page's own, a price beside a greeting; and so are words, when most of them stay. */
function isOwnLine(old: readonly string[], now: readonly string[]): boolean {
  const [said, again] = [old.filter(isWord), now.filter(isWord)];
  if (said.some((word) => isNumber(word) && again.includes(word))) return true;
  return similarity(said, again) >= steadyShare;
}

const isWord = (token: string): boolean => /^[\p{L}\p{N}]/u.test(token);
const isNumber = (token: string): boolean => /^\p{N}/u.test(token);

function wordRules(
  before: Segment,
  after: Segment,
  around: Surroundings,
  firstAt: number | null,
  secondAt: number | null,
): readonly VolatileRule[] {
  if (sameWords(before, after)) return [];
  const [old, now] = comparableTokens(before, firstAt, after, secondAt);
  const hunks = hunksOf(old, now);
  if (hunks.length === 0) return [];
  const place = placeOf(before.path, around);
  if (similarity(old, now) < steadyShare && !isLabelledNumber(old, now)) {
    const evidence = 'two fetches of the same moment had other words there';
    return [lineRule(place, [before.text, after.text], evidence, [before, after], [old, now])];
  }
  const values = hunks.filter((hunk) => shapeOfHunk(hunk) !== 'words');
  const rules = values.map((hunk): VolatileRule => {
    const shape = shapeOfHunk(hunk);
    return {
      kind: 'value',
      id: `value ${place.path} ${JSON.stringify([hunk.before, hunk.after])}`,
      place,
      value: { before: hunk.before, after: hunk.after, shape },
      examples: [hunk.removed.join(' '), hunk.added.join(' ')],
      evidence: `two fetches of the same moment had different ${shape === 'number' ? 'numbers' : 'codes'} there`,
      isOff: false,
      agreements: 0,
    };
  });
  if (values.length === hunks.length) return rules;
  const evidence = 'two fetches of the same moment had other words there';
  const texts: readonly [string, string] = [before.text, after.text];
  return [...rules, lineRule(place, texts, evidence, [before, after], [old, now])];
}

function shapeOfHunk({ removed, added }: Hunk): ValueShape {
  return widerShape(shapeOf(removed), shapeOf(added));
}

/** "Visits: 12" keeps little of itself, and yet it is a value with a label; a lone number is a counter. */
function isLabelledNumber(old: readonly string[], now: readonly string[]): boolean {
  const hunks = hunksOf(old, now);
  const isLabelled = hunks.some(({ before, after }) =>
    [...before, ...after].some((token) => /\p{L}/u.test(token)),
  );
  return hunks.every(({ removed, added }) => {
    const shape = widerShape(shapeOf(removed), shapeOf(added));
    return shape === 'number' || (shape === 'code' && isLabelled);
  });
}

function linkRules(
  before: Segment,
  after: Segment,
  around: Surroundings,
  [firstAt, secondAt]: readonly [number | null, number | null],
  identity: LinkIdentity,
): readonly VolatileRule[] {
  const differences = linkDifferences(before, after, identity);
  const place = placeOf(before.path, around);
  if (differences === null) {
    const evidence = 'two fetches of the same moment had other links there';
    const urls = (segment: Segment): string => segment.links.map(({ url }) => url).join(' ');
    const tokens = comparableTokens(before, firstAt, after, secondAt);
    return [lineRule(place, [urls(before), urls(after)], evidence, [before, after], tokens)];
  }
  return differences.flatMap(({ index, parameters }) => {
    const old = before.links[index];
    const now = after.links[index];
    if (old === undefined || now === undefined) return [];
    return (parameters ?? [null]).map(
      (parameter): VolatileRule => ({
        kind: 'link',
        id: `link ${place.path} ${index} ${parameter ?? ''}`,
        place,
        link: { index, kind: old.kind, parameter },
        addresses: [old.url, now.url],
        examples: [old.url, now.url],
        evidence: 'two fetches of the same moment had different addresses there',
        isOff: false,
        agreements: 0,
      }),
    );
  });
}
