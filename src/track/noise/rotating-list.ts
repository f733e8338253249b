import { hashText, type Segment } from '../../document/index.ts';
import type { SegmentChange } from '../compare/compare-segments.ts';
import { sameWords, similarity } from '../compare/segment-likeness.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { chanceOfSameDraw, chanceOfSharing } from './draw-chances.ts';
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

/** Smallest similarity of a changed pair that is one item. Below this, the pair is two items. */
const mostlyKept = 0.5;

/** The items that two simultaneous fetches have at one place. */
class RotatingPlace {
  readonly name: string;
  readonly first: readonly Segment[];
  readonly second: readonly Segment[];
  /** Number of items that both fetches have in the same order. */
  readonly kept: number;
  /** Items that only one fetch has, or that are elsewhere in the other. */
  readonly rotating: readonly Segment[];

  constructor(
    name: string,
    [first = [], second = []]: readonly (readonly Segment[])[],
    changes: readonly SegmentChange[],
  ) {
    this.name = name;
    this.first = first;
    this.second = second;
    const shared = wordsOfAll([...first, ...second]);
    const isKept = (change: SegmentChange): boolean =>
      change.flag === 'same' || (change.flag === 'changed' && isOneItem(change, shared));
    this.kept = changes.filter(isKept).length;
    this.rotating = changes.flatMap((change) =>
      isKept(change) ? [] : [change.before, change.after].filter((segment) => segment !== null),
    );
  }

  /** Whether the whole list is a selection from a larger pool, rather than a fixed list with an advert between its items. */
  get isRotating(): boolean {
    const [one, other] = [this.first, this.second].map((segments) => new Set(segments.map(itemKey)));
    const apart = one?.symmetricDifference(other ?? new Set()).size ?? 0;
    if (areHeadings(this.first) && areHeadings(this.second)) return false;
    return apart > 1 && apart / 2 >= this.kept && areAlike([...this.first, ...this.second]);
  }
}

/** Whether the segments have the same structure, as items of a list do. A counter, an advert and a greeting in a row do not. */
function areAlike(segments: readonly Segment[]): boolean {
  const forms = Map.groupBy(segments, ({ tokens, links }) => {
    const tags = tokens.filter((token) => /^<\/?[a-z]/.test(token));
    return `${tags.join('')} ${links.map(({ kind }) => kind).join(' ')}`;
  });
  const most = Math.max(...[...forms.values()].map(({ length }) => length));
  return most >= alike * segments.length;
}

const alike = 0.8;

/** Headings of sections side by side: a section that is sometimes missing does not make them a list. Those of news lead to them. */
function areHeadings(segments: readonly Segment[]): boolean {
  return segments.every((segment) => segment.kind === 'heading' && segment.links.length === 0);
}

/**
 * Whether a pair is one item with another number or token in it, and not two items. Words that all items of the list have do not
 * show that: "About the mill", "About the quay".
 */
function isOneItem(
  { before, after }: Extract<SegmentChange, { flag: 'changed' }>,
  wordsOfList: ReadonlySet<string>,
): boolean {
  if (sameWords(before, after)) return true;
  if (targetsOf(before) !== targetsOf(after)) return false;
  const [all, nowAll] = [shownTokens(before.tokens), shownTokens(after.tokens)];
  const [own, now] = [all, nowAll].map((tokens) => tokens.filter((token) => !wordsOfList.has(token)));
  const hasOwn = own !== undefined && now !== undefined && own.length > 0 && now.length > 0;
  return (hasOwn ? similarity(own, now) : similarity(all, nowAll)) >= mostlyKept;
}

/** With fewer items, what they share may be what one item keeps. */
const fewestItems = 4;

/** The words that every item has. */
function wordsOfAll(items: readonly Segment[]): ReadonlySet<string> {
  const [first, ...others] = items.map(({ tokens }) => new Set(shownTokens(tokens)));
  if (first === undefined || items.length < fewestItems) return new Set();
  return others.reduce((shared, words) => shared.intersection(words), first);
}

/** The rotating lists, according to two simultaneous fetches. */
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
      // A pair at two places counts as an item that left one place, and an item that is new at the other.
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

/** The id of a list. A list below a heading has the same id on all pages, whatever is above the heading. */
function idOfList(name: string, before: Segment | null): string {
  if (before === null || !isHeading(before)) return `list ${name}`;
  return `list ${kindOfList(name)} below ${hashText(before)}`;
}

function textsApart(own: readonly Segment[], other: readonly Segment[]): string {
  const known = new Set(other.map(hashText));
  return own.find((segment) => !known.has(hashText(segment)))?.text ?? '';
}

/** What is less likely than this is no chance: several fetches that agree in a list, on one of thousands of pages. */
const neverByChance = 1e-4;
/** Below this, a further fetch is worth its cost. */
const rarely = 0.01;

/** The known list rules that apply to a page, by place. */
export class RotatingLists {
  readonly #rules = new Map<string, ListRule>();
  /** Places in which the fetches of this visit agree as draws do not. */
  readonly #refuted = new Set<string>();
  readonly #places: PagePlaces;

  /** `changes` lead from the last version to this one. `hasTwins`: twin fetches show which items were kept on purpose. */
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
      const holds = hasTwins ? this.#mayAgree(place, rule) : this.#isAnotherDraw(place, rule, changes);
      if (holds) this.#rules.set(place, rule);
      else if (hasTwins) this.#refuted.add(place);
    }
  }

  /**
   * The rule for the list at a place. The counts in a path do not identify a list, so the heading above the list or its
   * items are compared first. Rules from several pages, where the list has different counts, are merged.
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

  /** Whether the list has its usual length, if that length is fixed. Otherwise an item was added or removed. */
  #hasItsLength(place: string, { varies, most }: ListRule): boolean {
    const [now = 0, last = 0, ...twins] = this.#places.segmentsAt(place).map(({ length }) => length);
    if (varies) return Math.min(now, ...twins) <= most;
    return [now, ...twins].some((length) => length === last);
  }

  /**
   * Whether both versions may be selections of the list. If the number of items is out of range, or more items are kept than
   * ever, the change may be an edit, or the list another one.
   */
  #isAnotherDraw(place: string, rule: ListRule, changes: readonly SegmentChange[]): boolean {
    const isThere = (segment: Segment): boolean => this.#places.placeOf(segment) === place;
    const sizes = this.#places.segmentsAt(place).map(({ length }) => length);
    const kept = changes.filter(({ flag, after }) => flag === 'same' && isThere(after)).length;
    return (
      sizes.every((size) => size >= rule.least && size <= rule.most) &&
      kept <= mostKeptIn(rule, sizes) &&
      this.#shareByChance(place, rule) &&
      (hasSurroundings(rule.place, surroundingsOfPlace(changes, isThere)) ||
        knowsMost(rule, this.#places.segmentsAt(place).flat().map(itemKey)))
    );
  }

  /**
   * Whether the fetches of this visit may be draws of the list. Fetches that have all the same items are so by chance if there are few to
   * choose from; otherwise this is another list, which has its items in any order.
   */
  #mayAgree(place: string, rule: ListRule): boolean {
    const [now = [], , ...twins] = this.#places.segmentsAt(place).map((segments) => segments.map(itemKey));
    if (now.length < 2 || twins.length === 0) return true;
    const shown = now.toSorted().join();
    if (twins.some((twin) => twin.toSorted().join() !== shown)) return true;
    const rotating = new Set(rule.items);
    const drawn = new Set(now).intersection(rotating).size;
    return chanceOfSameDraw(rotating.size, drawn) ** twins.length > neverByChance;
  }

  /** Whether two versions share no more items than two draws of a list do. */
  #shareByChance(place: string, rule: ListRule): boolean {
    if (!isPureDraw(rule)) return true;
    const [now = new Set<string>(), last = new Set<string>()] = this.#places
      .segmentsAt(place)
      .map((segments) => new Set(segments.map(itemKey)));
    const shared = now.intersection(last).size;
    const pool = new Set([...rule.items, ...now, ...last]).size;
    return chanceOfSharing(pool, last.size, now.size, shared) > rarely;
  }

  /** The rule of the list that a segment is in. */
  ruleFor(segment: Segment): ListRule | undefined {
    return this.#rules.get(this.#places.placeOf(segment));
  }

  /** Whether the fetches of this visit show that the list of a segment is no rotating one. */
  isRefutedAt(segment: Segment): boolean {
    return this.#refuted.has(this.#places.placeOf(segment));
  }

  /** Whether a segment is an item that its list is known to show now and then. */
  knows(segment: Segment): boolean {
    return this.ruleFor(segment)?.items.includes(itemKey(segment)) ?? false;
  }
}

/**
 * The most items that two selections may share by chance. A list that only some visitors get shows each of them the same
 * items again, so it has no limit.
 */
function mostKeptIn({ least, mostKept }: ListRule, sizes: readonly number[]): number {
  return least === 0 ? Number.POSITIVE_INFINITY : Math.max(mostKept, Math.floor(Math.min(...sizes) / 2));
}

/** Whether most items of a place are known items of a list. */
function knowsMost({ items }: ListRule, shown: readonly string[]): boolean {
  const known = new Set(items);
  return shown.length > 1 && shown.filter((key) => known.has(key)).length > shown.length / 2;
}

/** Whether a place is this list. A list with one item has the path of that item as its name. */
function isSameList(name: string, list: string): boolean {
  return name === list || (!name.includes('[*]') && isInList(name, list));
}

/** Once this many items were seen, a fetch without a new item is not counted. */
const enoughSeen = 100;

/** What one more fetch shows of the known rotating lists, as rules to merge with the given ones. */
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
