import { getOrInsert } from '../../base/index.ts';
import { hashText, type Segment } from '../../document/index.ts';
import type { PagePlaces } from './page-places.ts';
import type { TwinAgreement, VisitFetches } from './twin-agreement.ts';

/** What each version has at one place between two fixed segments. */
interface Region {
  readonly last: readonly Segment[];
  /** One list for each fetch of this visit, the first fetch first. */
  readonly fetches: readonly (readonly Segment[])[];
  readonly state: RegionState;
}

/** All fetches of this visit have the same content there, or the same in another order, or different content. */
type RegionState = 'steady' | 'shuffled' | 'rotating';

/**
 * The regions between fixed segments. The last version and all fetches of this visit have fixed segments in the same words and
 * order. Where the fetches differ, the content rotates, and it may have replaced what was there before.
 */
export class VolatileRegions {
  readonly #places: PagePlaces;
  readonly #regions = new Map<Segment, Region>();
  /** Each place as one region: fixed segments do not divide a list that is shuffled. */
  readonly #wholePlaces = new Map<string, Region>();
  /** By place: how often each version has each text. Cached, because it is needed for every item of a list. */
  readonly #counts = new Map<string, readonly ReadonlyMap<string, number>[]>();
  /** By place, for the same reason: the texts of each fetch, and whether only rotating ones are new there. */
  readonly #textsOfFetches = new Map<string, readonly (readonly string[])[]>();
  readonly #onlyRotates = new Map<string, boolean>();

  constructor(agreement: TwinAgreement, { last, now, twins, changes, places }: VisitFetches) {
    this.#places = places;
    const versions = [last, now, ...twins].map(({ segments }) => segments);
    const orders = versions.map((segments) => new Map(segments.map((segment, at) => [segment, at])));
    let from = versions.map(() => 0);
    const endRegion = (to: readonly number[]): void => {
      const parts = versions.map((segments, version) => segments.slice(from[version], to[version]));
      for (const region of this.#regionsOf(parts).values()) {
        for (const segment of [...region.last, ...(region.fetches[0] ?? [])])
          this.#regions.set(segment, region);
      }
      from = to.map((at) => at + 1);
    };
    for (const { flag, before, after } of changes) {
      if (flag !== 'same' || !places.areAtOnePlace(before, after)) continue;
      const partners = agreement.identicalPartners(after);
      if (partners === null) continue;
      endRegion([before, after, ...partners].map((segment, version) => orders[version]?.get(segment) ?? 0));
    }
    endRegion(versions.map((segments) => segments.length));
    this.#wholePlaces = this.#regionsOf(versions);
  }

  /** Splits parts of several versions by place; the last version comes first. */
  #regionsOf(parts: readonly (readonly Segment[])[]): Map<string, Region> {
    const groups = parts.map((segments) => Map.groupBy(segments, (segment) => this.#places.placeOf(segment)));
    const places = new Set(groups.flatMap((group) => [...group.keys()]));
    return new Map(
      [...places].map((place) => {
        const [last = [], ...fetches] = groups.map((group) => group.get(place) ?? []);
        return [place, { last, fetches, state: stateOf(fetches) }];
      }),
    );
  }

  /** Whether some other fetch has the text of a segment more often at its place than this one. */
  isMoreFrequentInTwin(segment: Segment): boolean {
    const [own = 0, ...others] = this.#countText(segment).slice(1);
    return others.some((count) => count > own);
  }

  /** The state of the region where a segment is, or was. */
  stateAt(segment: Segment): RegionState {
    const state = this.#wholePlaces.get(this.#places.placeOf(segment))?.state ?? 'rotating';
    return state === 'rotating' ? (this.#regions.get(segment)?.state ?? 'steady') : state;
  }

  /** Whether all fetches of this visit have the same at the place of a segment. */
  isSteady(segment: Segment): boolean {
    return this.#wholePlaces.get(this.#places.placeOf(segment))?.state === 'steady';
  }

  /** Whether a segment is elsewhere in another fetch, while all others at its place keep their order: so does an advert between entries. */
  movesAlone(segment: Segment): boolean {
    const own = hashText(segment);
    const place = this.#places.placeOf(segment);
    const texts = getOrInsert(this.#textsOfFetches, place, () =>
      (this.#wholePlaces.get(place)?.fetches ?? []).map((segments) => segments.map(hashText)),
    );
    const [first, ...others] = texts.map((ofFetch) => ofFetch.filter((text) => text !== own).join());
    return others.every((other) => other === first);
  }

  /** Whether its place still has the text of an old segment as often: then another segment is gone. */
  isStillThere(before: Segment): boolean {
    const [last = 0, now = 0] = this.#countText(before);
    return now >= last;
  }

  /** Whether every fetch of this visit has the text of a segment at its place, more often than the last version. */
  isAddedToAll(after: Segment): boolean {
    const [last = 0, ...fetches] = this.#countText(after);
    return fetches.every((count) => count > last);
  }

  /** Whether its place already had the text of a new segment as often: then another segment came. */
  wasAlreadyThere(after: Segment): boolean {
    const [last = 0, now = 0] = this.#countText(after);
    return last >= now;
  }

  /** How often the place of a segment has its text, in the last version and in each fetch of this visit. */
  #countText(segment: Segment): readonly number[] {
    const place = this.#places.placeOf(segment);
    const region = this.#wholePlaces.get(place);
    if (region === undefined) return [];
    const counts = this.#counts.get(place) ?? [region.last, ...region.fetches].map(countTexts);
    this.#counts.set(place, counts);
    return counts.map((texts) => texts.get(hashText(segment)) ?? 0);
  }

  /** Whether the location of an old segment shows as much content as before. */
  hasRoomAt(before: Segment): boolean {
    const region = this.#wholePlaces.get(this.#places.placeOf(before));
    return region !== undefined && hasRoom(region);
  }

  /**
   * Whether all that every fetch shows at the place of an old segment was there before, among as many others as in each fetch: then the old
   * segment was one of those others, wherever they stand.
   */
  isOneOfTheRotating(before: Segment): boolean {
    const place = this.#places.placeOf(before);
    return getOrInsert(this.#onlyRotates, place, () => this.#rotatesOnlyAt(place, before));
  }

  #rotatesOnlyAt(place: string, before: Segment): boolean {
    const region = this.#wholePlaces.get(place);
    if (region === undefined || region.state !== 'rotating' || region.last.length < 2) return false;
    const { last, fetches } = region;
    if (fetches.some(({ length }) => length !== last.length)) return false;
    this.#countText(before);
    const [old = new Map<string, number>(), ...others] = this.#counts.get(place) ?? [];
    const [first = new Map<string, number>(), ...twins] = others;
    const isRotating = (text: string): boolean => twins.some((twin) => !twin.has(text));
    return [...first].every(([text, count]) => isRotating(text) || (old.get(text) ?? 0) >= count);
  }

  /** Whether the content where an old segment was rotates, and there is as much of it as before. */
  isReplaced(before: Segment): boolean {
    if (this.stateAt(before) !== 'rotating') return false;
    return [this.#regions.get(before), this.#wholePlaces.get(this.#places.placeOf(before))].every(
      (region) => region !== undefined && hasRoom(region),
    );
  }
}

function countTexts(segments: readonly Segment[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const segment of segments) counts.set(hashText(segment), (counts.get(hashText(segment)) ?? 0) + 1);
  return counts;
}

/** If fetches differ in how much they have, another fetch may have still more, by the same margin. */
function hasRoom({ last, fetches }: Region): boolean {
  const lengths = fetches.map(({ length }) => length);
  return last.length <= 2 * Math.max(...lengths) - Math.min(...lengths);
}

function stateOf(fetches: readonly (readonly Segment[])[]): RegionState {
  const [own = [], ...others] = fetches.map((segments) => segments.map(hashText));
  if (others.every((other) => other.join() === own.join())) return 'steady';
  const sorted = own.toSorted().join();
  return others.every((other) => other.toSorted().join() === sorted) ? 'shuffled' : 'rotating';
}
