import type { Occasion, OccasionChange, OccasionPage } from '../../../crawl/events/occasion.ts';
import { moreInWords } from '../../../crawl/events/occasion.ts';
import { ChangeGrouper, keysIn } from '../../../track/index.ts';

/**
 * Occasions as a message tells them: the same change on many pages is one, as in reports (`track/reported`). Those of many pages
 * come first, the others stay in their order. The same occasions always make the same groups.
 */
export function groupOccasions(occasions: readonly Occasion[]): readonly Occasion[] {
  const several: Occasion[] = [];
  const alone = new Map<number, Occasion>();
  for (const group of groupsOf(occasions)) {
    if (pagesOf(group.places, occasions).length > 1) several.push(groupedOccasion(group, occasions));
    else for (const place of group.places) alone.set(place, ownOccasion(occasions[place], group.keys));
  }
  return [...several, ...[...alone].sort(([a], [b]) => a - b).map(([, occasion]) => occasion)];
}

/** Whether some of them are reported as one, because several pages have the same change. */
export function haveEqualChanges(occasions: readonly Occasion[]): boolean {
  return groupsOf(occasions).some(({ places }) => pagesOf(places, occasions).length > 1);
}

interface OccasionGroup {
  /** Which changes of the pages, by their keys; null for an occasion that has none. */
  readonly keys: ReadonlySet<string> | null;
  /** Places in the list of occasions. */
  readonly places: readonly number[];
}

function groupsOf(occasions: readonly Occasion[]): readonly OccasionGroup[] {
  const grouper = new ChangeGrouper();
  const others = new Map<string, number[]>();
  for (const [place, occasion] of occasions.entries()) {
    if (occasion.changes !== undefined && occasion.changes.length > 0)
      grouper.add(place, bytesOf(occasion.changes));
    else others.set(likeness(occasion, place), [...(others.get(likeness(occasion, place)) ?? []), place]);
  }
  return [
    ...grouper.groups().map(({ keys, pages }) => ({ keys: new Set(keys), places: pages })),
    ...[...others.values()].map((places) => ({ keys: null, places })),
  ];
}

const bytesOf = (changes: readonly OccasionChange[]): Uint8Array =>
  Buffer.from(changes.map(({ key }) => key).join(''), 'hex');

const keyOf = ({ key }: OccasionChange): string => keysIn(Buffer.from(key, 'hex'))[0] ?? '';

/** What the same words found on another page, or the same failure, have in common; all else is like nothing. */
function likeness({ kind, detector, words, place, reason, page }: Occasion, index: number): string {
  if (kind === 'match' && words.length > 0) return JSON.stringify([kind, detector, words, place]);
  if (kind === 'failing') return JSON.stringify([kind, reason.replaceAll(page.url, '')]);
  return String(index);
}

/** The pages of some occasions, each once. */
function pagesOf(places: readonly number[], occasions: readonly Occasion[]): readonly OccasionPage[] {
  const pages = places.flatMap((place) => occasions[place]?.page ?? []);
  return [...new Map(pages.map((page) => [page.id, page])).values()];
}

const MOST_OTHERS = 50;

function groupedOccasion({ keys, places }: OccasionGroup, occasions: readonly Occasion[]): Occasion {
  const all = places.flatMap((place) => occasions[place] ?? []);
  const [first = all[0]] = all;
  if (first === undefined) throw new TypeError('a group has at least one occasion');
  const pages = pagesOf(places, occasions);
  const sinces = all.flatMap(({ since }) => since ?? []);
  return {
    ...ownOccasion(first, keys),
    otherPages: pages.slice(1, 1 + MOST_OTHERS),
    pageCount: pages.length,
    at: Math.max(...all.map(({ at }) => at)),
    since: sinces.length === 0 ? null : Math.min(...sinces),
  };
}

/** Of a page, the changes that belong to the group: the first in words, the others counted. */
function ownOccasion(occasion: Occasion | undefined, keys: ReadonlySet<string> | null): Occasion {
  if (occasion === undefined) throw new TypeError('a group names occasions that there are');
  const { changes = [], moreChanges = 0, ...rest } = occasion;
  if (keys === null || changes.length === 0) return rest;
  const own = changes.filter((change) => keys.has(keyOf(change)));
  const shown = own.find(({ words }) => words.length > 0) ?? own[0];
  if (shown === undefined) return rest;
  const isAll = own.length === changes.length;
  const more = own.length - 1 + (isAll ? moreChanges : 0);
  return {
    ...rest,
    words: shown.words,
    place: shown.place,
    part: shown.part,
    reason: shown.words.length === 0 ? rest.reason : moreInWords(more),
  };
}
