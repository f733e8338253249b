import type { Segment } from '../../document/index.ts';
import { compareSegments, type SegmentChange, segmentOf } from '../compare/compare-segments.ts';
import { counterKind, sameWords, similarity, TextsByKind } from '../compare/segment-likeness.ts';
import { asWritten, type LinkIdentity, linkDifferences } from '../compare/segment-links.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { withPathsOf } from './aligned-paths.ts';
import { PagePlaces } from './page-places.ts';
import { listRule, rotatingPlaces } from './rotating-list.ts';
import { textKey } from './rotating-text.ts';
import {
  isInList,
  pathOfList,
  placeOf,
  type Surroundings,
  sharedList,
  surroundingsOf,
  surroundingsOfPlace,
} from './rule-place.ts';
import {
  comparableTokens,
  drawableWords,
  type Hunk,
  hunksOf,
  shapeOfTokens,
  shownTokens,
  type TokenShape,
  widerShape,
} from './token-differences.ts';
import { visitorRule } from './visitor-line.ts';
import {
  anyLink,
  type LinkRule,
  mergeRules,
  type SegmentPlace,
  type SegmentRule,
  type ValuePlace,
  type ValueRule,
  type VolatileRule,
} from './volatile-rule.ts';

/** A segment that keeps less than this between two fetches is volatile as a whole. */
const mostlyKept = 0.5;

/**
 * Learns from two fetches at the same moment: what differs between them is noise. Times that moved on between the
 * two are not learned; the Date of the response shows them.
 */
export function learnVolatileRules(
  first: Snapshot,
  other: Snapshot,
  identity: LinkIdentity = asWritten,
): readonly VolatileRule[] {
  const second = withPathsOf(first, other);
  const changes = compareSegments(first.segments, second.segments, identity);
  if (changes.every(({ flag }) => flag === 'same')) return [];
  const surroundings = surroundingsOf(changes);
  const places = new PagePlaces([first.segments, second.segments], [changes]);
  const lists = rotatingPlaces(changes, places);
  const names = new Set(lists.map(({ name }) => name));
  const isInRotatingList = (segment: Segment | null): boolean =>
    segment !== null && names.has(places.placeOf(segment));
  const learner = new RuleLearner(first, second, identity);
  const rules = changes.flatMap((change, index) => {
    if (isInRotatingList(change.before) || isInRotatingList(change.after)) return [];
    const around = surroundings[index] as Surroundings;
    const place = places.placeOf(segmentOf(change));
    return learner.learn(change, around).map((rule) => ({ rule, place }));
  });
  const listRules = lists.map((list) =>
    listRule(
      list,
      surroundingsOfPlace(changes, (segment) => places.placeOf(segment) === list.name),
    ),
  );
  return mergeRules([], [...listRules, ...joinValues(rules)]);
}

/** A value that differs in several items of a list is one rule for the list: the column of views, the likes of all posts. */
function joinValues(
  learned: readonly { readonly rule: VolatileRule; readonly place: string }[],
): readonly VolatileRule[] {
  const groups = Map.groupBy(learned, ({ rule, place }) =>
    rule.kind === 'value' ? `${place} ${JSON.stringify([rule.value.before, rule.value.after])}` : rule.id,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (group.length === 1 || first?.rule.kind !== 'value') return group.map(({ rule }) => rule);
    return group.flatMap(({ rule, place }) =>
      rule.kind === 'value' ? [valueAt({ ...rule.place, path: pathOfList(place) }, rule)] : [],
    );
  });
}

class RuleLearner {
  readonly #first: Snapshot;
  readonly #second: Snapshot;
  readonly #identity: LinkIdentity;
  readonly #counters: TextsByKind;
  /** By list: the texts in it. */
  readonly #lists = new Map<string, TextsByKind>();

  constructor(first: Snapshot, second: Snapshot, identity: LinkIdentity) {
    this.#first = first;
    this.#second = second;
    this.#identity = identity;
    this.#counters = new TextsByKind(first.segments, second.segments, counterKind);
  }

  learn(change: SegmentChange, around: Surroundings): readonly VolatileRule[] {
    const { before, after } = change;
    switch (change.flag) {
      case 'same':
        return [];
      case 'moved':
        return this.#orderRules(change.before, change.after, around);
      case 'changed':
        return [
          // If its numbers differ there, these are rather two segments that did not move.
          ...(change.isMoved && this.#saysTheSame(change.before, change.after)
            ? this.#orderRules(change.before, change.after, around)
            : []),
          ...this.#wordRules(change.before, change.after, around),
          ...this.#linkRules(change.before, change.after, around),
          ...this.#visitorRules(change.before, change.after, around),
        ];
      default: {
        const segment = segmentOf(change);
        const evidence = `only one of two fetches at the same moment had this ${segment.kind}`;
        const examples: readonly [string, string] = [before?.text ?? '', after?.text ?? ''];
        return [
          textRule({
            place: placeOf(segment.path, around),
            mayBeAbsent: true,
            examples,
            evidence,
            seen: [segment],
          }),
        ];
      }
    }
  }

  #tokens(before: Segment, after: Segment): readonly [readonly string[], readonly string[]] {
    return comparableTokens(before, this.#first.at, after, this.#second.at);
  }

  #saysTheSame(before: Segment, after: Segment): boolean {
    return sameWords(before, after) || hunksOf(...this.#tokens(before, after)).length === 0;
  }

  /** The same segment elsewhere: a list in any order, or an advert that appeared at two places. */
  #orderRules(before: Segment, after: Segment, around: Surroundings): readonly VolatileRule[] {
    if (before.path === after.path) return [];
    const list = sharedList(before.path, after.path);
    if (list === null || !this.#isShuffled(before, list)) {
      const evidence = `two fetches at the same moment had this ${before.kind} in different places`;
      return [before, after].map(({ path, text }) =>
        textRule({
          place: placeOf(path, around),
          mayBeAbsent: list === null,
          examples: [text, ''],
          evidence,
          seen: [before],
        }),
      );
    }
    return [
      {
        kind: 'order',
        id: `order ${list}`,
        place: placeOf(list, around),
        examples: [before.path, after.path],
        evidence: 'two fetches at the same moment had this list in different orders',
        isOff: false,
        agreements: 0,
      },
    ];
  }

  /** A list that shows some of many items is not shuffled, even if two fetches show the same item at different places. */
  #isShuffled(segment: Segment, list: string): boolean {
    return this.#counters.areMostlyShared(segment) && this.#textsOf(list).areMostlyShared(segment);
  }

  #textsOf(list: string): TextsByKind {
    const listOf = ({ path }: Segment): string => (isInList(path, list) ? list : '');
    const texts =
      this.#lists.get(list) ?? new TextsByKind(this.#first.segments, this.#second.segments, listOf);
    this.#lists.set(list, texts);
    return texts;
  }

  #wordRules(before: Segment, after: Segment, around: Surroundings): readonly VolatileRule[] {
    if (sameWords(before, after)) return [];
    const [old, now] = this.#tokens(before, after);
    const hunks = hunksOf(old, now);
    if (hunks.length === 0) return [];
    const place = placeOf(before.path, around);
    if (isRotatingAsWhole(old, now, hunks)) {
      const evidence = 'two fetches at the same moment had different words';
      return [
        textRule({
          place,
          mayBeAbsent: false,
          examples: [before.text, after.text],
          evidence,
          seen: [before, after],
        }),
      ];
    }
    return hunks.map((hunk) => valueRule(place, hunk));
  }

  #linkRules(before: Segment, after: Segment, around: Surroundings): readonly VolatileRule[] {
    const differences = linkDifferences(before, after, this.#identity);
    const place = placeOf(before.path, around);
    const evidence = 'two fetches at the same moment had different addresses';
    const addresses = (segment: Segment): readonly string[] => segment.links.map(({ url }) => url);
    if (differences === null) {
      const [old, now] = [addresses(before), addresses(after)];
      return [
        linkRule({
          place,
          link: anyLink,
          addresses: [...old, ...now],
          examples: [old.join(' '), now.join(' ')],
          evidence,
        }),
      ];
    }
    return differences.flatMap(({ index, parameters }) => {
      const old = before.links[index];
      const now = after.links[index];
      if (old === undefined || now === undefined) return [];
      const urls = [old.url, now.url] as const;
      return (parameters ?? [null]).map((parameter) =>
        linkRule({
          place,
          link: { index, kind: old.kind, parameter },
          addresses: urls,
          examples: urls,
          evidence,
        }),
      );
    });
  }

  #visitorRules(before: Segment, after: Segment, around: Surroundings): readonly VolatileRule[] {
    if (before.path !== after.path) return [];
    const rule = visitorRule(placeOf(before.path, around), before, after);
    return rule === null ? [] : [rule];
  }
}

/** Whether two texts of one location have only chance similarities. */
function isRotatingAsWhole(old: readonly string[], now: readonly string[], hunks: readonly Hunk[]): boolean {
  const shared = similarity(shownTokens(old), shownTokens(now));
  return shared < mostlyKept && !isLabelledNumber(hunks) && !isOwnLine(old, now);
}

/** A line belongs to the page if both fetches have the same number in it (a price beside a greeting), or most words. */
function isOwnLine(old: readonly string[], now: readonly string[]): boolean {
  const [wordsBefore, wordsAfter] = [old.filter(isWord), now.filter(isWord)];
  if (wordsBefore.some((word) => isNumber(word) && wordsAfter.includes(word))) return true;
  return similarity(wordsBefore, wordsAfter) >= mostlyKept;
}

const isWord = (token: string): boolean => /^[\p{L}\p{N}]/u.test(token);
const isNumber = (token: string): boolean => /^\p{N}/u.test(token);

/** Little of "Visits: 12" stays the same, but it is still a value with a label. A lone number is a counter. */
function isLabelledNumber(hunks: readonly Hunk[]): boolean {
  const isLabelled = hunks.some(({ before, after }) =>
    [...before, ...after].some((token) => /\p{L}/u.test(token)),
  );
  return hunks.every((hunk) => {
    const shape = shapeOfHunk(hunk);
    return shape === 'number' || (shape === 'code' && isLabelled);
  });
}

export function linkRule({
  place,
  link,
  addresses,
  examples,
  evidence,
}: Pick<LinkRule, 'place' | 'link' | 'examples' | 'evidence'> & {
  readonly addresses: readonly string[];
}): LinkRule {
  const id = `link ${place.path} ${link.index} ${link.parameter ?? ''}`;
  const draws = { seen: addresses.length, unseen: addresses.length };
  return { kind: 'link', id, place, link, addresses, draws, examples, evidence, isOff: false, agreements: 0 };
}

/** A text that rotates as a whole. */
export function textRule({
  place,
  mayBeAbsent,
  examples,
  evidence,
  seen,
}: Pick<SegmentRule, 'place' | 'mayBeAbsent' | 'examples' | 'evidence'> & {
  readonly seen: readonly Segment[];
}): SegmentRule {
  return {
    kind: 'segment',
    id: `segment ${place.path}`,
    place,
    mayBeAbsent,
    texts: seen.map(textKey),
    draws: { seen: seen.length, unseen: seen.length },
    examples,
    evidence,
    isOff: false,
    agreements: 0,
  };
}

/** A counter or a token between words that stay. */
export function valueRule(place: SegmentPlace, hunk: Hunk): VolatileRule {
  const shape = shapeOfHunk(hunk);
  return {
    kind: 'value',
    id: `value ${place.path} ${JSON.stringify([hunk.before, hunk.after])}`,
    place,
    value: { before: hunk.before, after: hunk.after, shape, ...(shape === 'words' && rotatingIn(hunk)) },
    examples: [hunk.removed.join(' '), hunk.added.join(' ')],
    evidence: `two fetches at the same moment had different ${nounOfShape[shape]}`,
    isOff: false,
    agreements: 0,
  };
}

/** The same rule at another place. */
export function valueAt(place: SegmentPlace, rule: ValueRule): ValueRule {
  return {
    ...rule,
    place,
    id: `value ${place.path} ${JSON.stringify([rule.value.before, rule.value.after])}`,
  };
}

const nounOfShape = { number: 'numbers', code: 'codes', words: 'words' } as const;

function rotatingIn({ removed, added }: Hunk): Pick<ValuePlace, 'words' | 'draws'> {
  const words = [...new Set([...drawableWords(removed), ...drawableWords(added)])];
  return { words, draws: { seen: words.length, unseen: words.length } };
}

export function shapeOfHunk({ removed, added }: Hunk): TokenShape {
  return widerShape(shapeOfTokens(removed), shapeOfTokens(added));
}

/** Pairs of fetches in a row without a difference after which a rule no longer holds. */
const mostAgreements = 5;

export interface ReviewedRules {
  readonly kept: readonly VolatileRule[];
  readonly withdrawn: readonly { readonly rule: VolatileRule; readonly reason: string }[];
}

/**
 * Checks rules against one more pair of fetches. A rule whose place differs again counts as newly learned. One whose place has
 * not differed for long, or that is contradicted (`confirmChange`), is withdrawn; if it holds after all, it is learned
 * again.
 */
export function reviewRules(
  rules: readonly VolatileRule[],
  first: Snapshot,
  second: Snapshot,
  contradicted: readonly VolatileRule[] = [],
  identity: LinkIdentity = asWritten,
): ReviewedRules {
  const seen = learnVolatileRules(first, second, identity);
  const seenIds = new Set(seen.map(({ id }) => id));
  const contradictedIds = new Set(contradicted.map(({ id }) => id));
  const paths = new Set(first.segments.map(({ path }) => path));
  const kept: VolatileRule[] = [];
  const withdrawn: { rule: VolatileRule; reason: string }[] = [];
  for (const rule of rules) {
    const isOnPage =
      paths.has(rule.place.path) ||
      (isAboutList(rule) && [...paths].some((path) => isInList(path, rule.place.path)));
    const differs =
      seenIds.has(rule.id) ||
      seen.some(({ place }) =>
        isAboutList(rule)
          ? place.path === rule.place.path || isInList(place.path, rule.place.path)
          : place.path === rule.place.path,
      );
    if (contradictedIds.has(rule.id)) {
      withdrawn.push({ rule, reason: 'two fetches at the same moment agreed on new words' });
    } else if (differs) {
      kept.push({ ...rule, agreements: 0 });
    } else if (!isOnPage) {
      kept.push(rule);
    } else if (rule.agreements + 1 >= mostAgreements) {
      withdrawn.push({ rule, reason: `${mostAgreements} pairs of fetches in a row agreed` });
    } else {
      const isAlike = rule.kind === 'visitor' && { alike: rule.alike + 1 };
      kept.push({ ...rule, ...isAlike, agreements: rule.agreements + 1 });
    }
  }
  return { kept, withdrawn };
}

function isAboutList({ kind }: VolatileRule): boolean {
  return kind === 'order' || kind === 'list';
}
