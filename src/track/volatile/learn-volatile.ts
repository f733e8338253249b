import { hashText, type Segment } from '../../document/index.ts';
import { compareSegments } from '../compare/compare-segments.ts';
import type { SegmentChange } from '../compare/segment-change.ts';
import { asWritten, type LinkIdentity, sameWords } from '../compare/segment-links.ts';
import { similarity } from '../compare/similarity.ts';
import { comparableTokens, hunksOf } from './hunks.ts';
import { linkDifferences } from './link-difference.ts';
import { placeOf, type Surroundings, sharedList, steadyNeighbours } from './place.ts';
import type { Snapshot } from './snapshot.ts';
import { shapeOf, widerShape } from './value-shape.ts';
import type { SegmentPlace, VolatileRule } from './volatile-rule.ts';

/** A leaf of which less than this stays the same is volatile as a whole. */
const steadyShare = 0.5;

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
  const rules = new Map<string, VolatileRule>();
  for (const [place, change] of changes.entries()) {
    for (const rule of rulesOf(change, around[place] as Surroundings, first.at, second.at, identity)) {
      rules.set(rule.id, rule);
    }
  }
  return [...rules.values()];
}

function rulesOf(
  change: SegmentChange,
  around: Surroundings,
  firstAt: number | null,
  secondAt: number | null,
  identity: LinkIdentity,
): readonly VolatileRule[] {
  switch (change.flag) {
    case 'same':
      return [];
    case 'moved':
      return orderRules(change.before, change.after, around);
    case 'changed':
      return [
        ...(change.isMoved ? orderRules(change.before, change.after, around) : []),
        ...wordRules(change.before, change.after, around, firstAt, secondAt),
        ...linkRules(change.before, change.after, around, identity),
      ];
    default: {
      const segment = (change.before ?? change.after) as Segment;
      const texts: readonly [string, string] = [change.before?.text ?? '', change.after?.text ?? ''];
      const evidence = `only one of two fetches of the same moment had a ${segment.kind} there`;
      return [segmentRule(placeOf(segment.path, around), true, texts, evidence, [segment])];
    }
  }
}

/** The same leaf elsewhere: a list in any order, or one advert that two places drew. */
function orderRules(before: Segment, after: Segment, around: Surroundings): readonly VolatileRule[] {
  if (before.path === after.path) return [];
  const list = sharedList(before.path, after.path);
  if (list === null) {
    const evidence = `two fetches of the same moment had the same ${before.kind} at different places`;
    return [before, after].map(({ path, text }) =>
      segmentRule(placeOf(path, around), true, [text, ''], evidence, [before]),
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
): VolatileRule {
  return {
    kind: 'segment',
    id: `segment ${place.path}`,
    place,
    mayBeAbsent,
    texts: seen.map(hashText),
    examples,
    evidence,
    isOff: false,
    agreements: 0,
  };
}

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
    return [segmentRule(place, false, [before.text, after.text], evidence, [before, after])];
  }
  return hunks.map((hunk): VolatileRule => {
    const shape = widerShape(shapeOf(hunk.removed), shapeOf(hunk.added));
    return {
      kind: 'value',
      id: `value ${place.path} ${JSON.stringify([hunk.before, hunk.after])}`,
      place,
      value: { before: hunk.before, after: hunk.after, shape },
      examples: [hunk.removed.join(' '), hunk.added.join(' ')],
      evidence: `two fetches of the same moment had different ${shape === 'number' ? 'numbers' : shape === 'code' ? 'codes' : 'words'} there`,
      isOff: false,
      agreements: 0,
    };
  });
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
  identity: LinkIdentity,
): readonly VolatileRule[] {
  const differences = linkDifferences(before, after, identity);
  const place = placeOf(before.path, around);
  if (differences === null) {
    const evidence = 'two fetches of the same moment had other links there';
    const urls = (segment: Segment): string => segment.links.map(({ url }) => url).join(' ');
    return [segmentRule(place, false, [urls(before), urls(after)], evidence, [before, after])];
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
        examples: [old.url, now.url],
        evidence: 'two fetches of the same moment had different addresses there',
        isOff: false,
        agreements: 0,
      }),
    );
  });
}
