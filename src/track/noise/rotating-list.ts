import { hashText, type Segment } from '../../document/index.ts';
import type { SegmentChange } from '../compare/compare-segments.ts';
import { sameWords, similarity } from '../compare/segment-likeness.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { isHeading } from './element-tree.ts';
import { PagePlaces } from './page-places.ts';
import { itemKey, targetsOf } from './rotating-text.ts';
import {
  hasSurroundings,
  isBelow,
  isInList,
  kindOfList,
  placeOf,
  type Surroundings,
  surroundingsOfPlace,
} from './rule-place.ts';
import { shownTokens } from './token-differences.ts';
import { isPureDraw, type ListRule, mergeListRules, type VolatileRule } from './volatile-rule.ts';

/** Items that share less are two items, not one that says something else now. */
const mostlyKept = 0.5;

/** What two fetches of one moment have at a place with several items. */
class RotatingPlace {
  readonly name: string;
  readonly first: readonly Segment[];
  readonly second: readonly Segment[];
  /** How many items both have in the same order. */
  readonly kept: number;
  /** Items that only one of them has, or that are elsewhere in the other. */
  readonly rotating: readonly Segment[];

  constructor(
    name: string,
    [first = [], second = []]: readonly (readonly Segment[])[],
    changes: readonly SegmentChange[],
  ) {
    this.name = name;
    this.first = first;
    this.second = second;
    const isKept = (change: SegmentChange): boolean =>
      change.flag === 'same' || (change.flag === 'changed' && isOneItem(change));
    this.kept = changes.filter(isKept).length;
    this.rotating = changes.flatMap((change) =>
      isKept(change) ? [] : [change.before, change.after].filter((segment) => segment !== null),
    );
  }

  /** Whether the list as a whole shows some of many, rather than having an advert between its items. */
  get isRotating(): boolean {
    const [one, other] = [this.first, this.second].map((segments) => new Set(segments.map(itemKey)));
    const apart = one?.symmetricDifference(other ?? new Set()).size ?? 0;
    return apart > 1 && apart / 2 >= this.kept && areAlike([...this.first, ...this.second]);
  }
}

/** Items of a list are built alike; a counter, an advert and a greeting that follow each other are not. */
function areAlike(segments: readonly Segment[]): boolean {
  const forms = Map.groupBy(segments, ({ tokens, links }) => {
    const tags = tokens.filter((token) => /^<\/?[a-z]/.test(token));
    return `${tags.join('')} ${links.map(({ kind }) => kind).join(' ')}`;
  });
  const most = Math.max(...[...forms.values()].map(({ length }) => length));
  return most >= alike * segments.length;
}

const alike = 0.8;

/** Whether a pair is one item with another number or token in it, and not two items. */
function isOneItem({ before, after }: Extract<SegmentChange, { flag: 'changed' }>): boolean {
  if (sameWords(before, after)) return true;
  const shared = similarity(shownTokens(before.tokens), shownTokens(after.tokens));
  return shared >= mostlyKept && targetsOf(before) === targetsOf(after);
}

/** The lists that show some of many, by two fetches of one moment. */
export function rotatingPlaces(
  changes: readonly SegmentChange[],
  places: PagePlaces,
): readonly RotatingPlace[] {
  const byPlace = new Map<string, SegmentChange[]>();
  for (const change of changes) {
    const names = new Set(
      [change.before, change.after].flatMap((one) => (one === null ? [] : places.placeOf(one))),
    );
    for (const name of names) {
      if (!name.includes('[*]')) continue;
      // A pair at two places is an item that went here, and one that came there.
      const there: SegmentChange =
        names.size === 1
          ? change
          : { flag: 'new', before: null, after: (change.after ?? change.before) as Segment };
      const known = byPlace.get(name);
      if (known === undefined) byPlace.set(name, [there]);
      else known.push(there);
    }
  }
  return [...byPlace]
    .map(([name, there]) => new RotatingPlace(name, places.segmentsAt(name), there))
    .filter(({ isRotating }) => isRotating);
}

/** A rotating list as a rule. */
export function listRule(
  { name, first, second, kept, rotating }: RotatingPlace,
  around: Surroundings,
): ListRule {
  const sizes = [first.length, second.length];
  const items = [...new Set(rotating.map(itemKey))];
  return {
    kind: 'list',
    id: idOfList(name, around.before),
    place: placeOf(name, around),
    items,
    draws: { seen: items.length, unseen: items.length },
    least: Math.min(...sizes),
    most: Math.max(...sizes),
    varies: first.length !== second.length,
    mostKept: kept,
    kept,
    shown: Math.max(...sizes),
    examples: [textsApart(first, second), textsApart(second, first)],
    evidence: 'two fetches at the same moment had different items in this list',
    isOff: false,
    agreements: 0,
  };
}

/** The list below a heading is the same on all pages, whatever stands above. */
function idOfList(name: string, before: Segment | null): string {
  if (before === null || !isHeading(before)) return `list ${name}`;
  return `list ${kindOfList(name)} below ${hashText(before)}`;
}

function textsApart(own: readonly Segment[], other: readonly Segment[]): string {
  const known = new Set(other.map(hashText));
  return own.find((segment) => !known.has(hashText(segment)))?.text ?? '';
}

/** Where known rules about rotating lists hold on a page. */
export class RotatingLists {
  readonly #rules = new Map<string, ListRule>();
  readonly #places: PagePlaces;

  /** `changes` from the last version to this one; `hasTwins`: further fetches tell what was kept on purpose. */
  constructor(
    rules: readonly VolatileRule[],
    changes: readonly SegmentChange[],
    places: PagePlaces,
    hasTwins: boolean,
  ) {
    this.#places = places;
    const lists = rules.filter((rule): rule is ListRule => rule.kind === 'list' && !rule.isOff);
    if (lists.length === 0) return;
    for (const place of places.names) {
      const rule = this.#ruleOf(place, lists, changes);
      if (rule === undefined || !this.#hasItsLength(place, rule)) continue;
      if (hasTwins || this.#isAnotherDraw(place, rule, changes)) this.#rules.set(place, rule);
    }
  }

  /**
   * What is known about the list at a place. Counts in its path do not tell which list it is, so the heading above it or its
   * items count first; it may have been learned on several pages, where it has different counts.
   */
  #ruleOf(
    place: string,
    lists: readonly ListRule[],
    changes: readonly SegmentChange[],
  ): ListRule | undefined {
    const kind = kindOfList(place);
    const alike = lists.filter(({ place: { path } }) => kindOfList(path) === kind || isSameList(place, path));
    if (alike.length === 0) return undefined;
    const around = surroundingsOfPlace(changes, (segment) => this.#places.placeOf(segment) === place);
    const shown = this.#places.segmentsAt(place).flat().map(itemKey);
    const known = alike.filter((rule) => isBelow(rule.place, around.before) || knowsMost(rule, shown));
    const [first, ...others] =
      known.length > 0 ? known : alike.filter(({ place: { path } }) => isSameList(place, path));
    return first === undefined ? undefined : others.reduce(mergeListRules, first);
  }

  /** Whether the list is as long as it was, if it always shows the same number: otherwise something was added or removed. */
  #hasItsLength(place: string, { varies, most }: ListRule): boolean {
    const [now = 0, last = 0, ...twins] = this.#places.segmentsAt(place).map(({ length }) => length);
    if (varies) return Math.min(now, ...twins) <= most;
    return [now, ...twins].some((length) => length === last);
  }

  /**
   * Whether both versions may be draws of the list. Another number of items, or more of them kept than ever: perhaps an
   * edit, or another list.
   */
  #isAnotherDraw(place: string, rule: ListRule, changes: readonly SegmentChange[]): boolean {
    const isThere = (segment: Segment): boolean => this.#places.placeOf(segment) === place;
    const sizes = this.#places.segmentsAt(place).map(({ length }) => length);
    const kept = changes.filter(({ flag, after }) => flag === 'same' && isThere(after)).length;
    return (
      sizes.every((size) => size >= rule.least && size <= rule.most) &&
      kept <= mostKeptIn(rule, sizes) &&
      (hasSurroundings(rule.place, surroundingsOfPlace(changes, isThere)) ||
        knowsMost(rule, this.#places.segmentsAt(place).flat().map(itemKey)))
    );
  }

  /** The rule of the list that a segment is in. */
  ruleFor(segment: Segment): ListRule | undefined {
    return this.#rules.get(this.#places.placeOf(segment));
  }

  /** Whether a segment is an item that its list is known to show now and then. */
  knows(segment: Segment): boolean {
    return this.ruleFor(segment)?.items.includes(itemKey(segment)) ?? false;
  }
}

/** Two draws share some items by chance. A list that only some visitors have shows each of them what it showed before. */
function mostKeptIn({ least, mostKept }: ListRule, sizes: readonly number[]): number {
  return least === 0 ? Number.POSITIVE_INFINITY : Math.max(mostKept, Math.floor(Math.min(...sizes) / 2));
}

/** Whether most of what a place shows is known from a list. */
function knowsMost({ items }: ListRule, shown: readonly string[]): boolean {
  const known = new Set(items);
  return shown.length > 1 && shown.filter((key) => known.has(key)).length > shown.length / 2;
}

/** A list of one has the path of its only item for a name. */
function isSameList(name: string, list: string): boolean {
  return name === list || (!name.includes('[*]') && isInList(name, list));
}

/** From this many on, draws need not be counted. */
const enoughSeen = 100;

/** What one more fetch shows of the lists that are known to rotate, as rules to merge with these. */
export function observeLists(rules: readonly VolatileRule[], { segments }: Snapshot): readonly ListRule[] {
  const rotating = rules.filter(
    (rule): rule is ListRule => rule.kind === 'list' && !rule.isOff && isPureDraw(rule),
  );
  if (rotating.length === 0) return [];
  const places = new PagePlaces([segments], []);
  return places.names.flatMap((name) => {
    const [shown = []] = places.segmentsAt(name);
    const items = [...new Set(shown.map(itemKey))];
    const above = segments[segments.indexOf(shown[0] as Segment) - 1] ?? null;
    const rule = rotating.find(
      (one) =>
        kindOfList(one.place.path) === kindOfList(name) &&
        (isBelow(one.place, above) || knowsMost(one, items)) &&
        shown.length >= one.least &&
        shown.length <= one.most,
    );
    if (rule === undefined) return [];
    const isNews = items.some((item) => !rule.items.includes(item)) || (rule.draws?.seen ?? 0) < enoughSeen;
    return isNews ? [{ ...rule, items, kept: 0, shown: 0 }] : [];
  });
}
