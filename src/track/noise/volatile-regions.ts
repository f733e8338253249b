import { hashText, type Segment } from '../../document/index.ts';
import { compareSegments, type Snapshot } from '../compare/compare-segments.ts';
import { placeKind } from '../compare/segment-likeness.ts';
import type { LinkIdentity } from '../compare/segment-links.ts';
import type { TwinAgreement } from './twin-agreement.ts';

/** What each version has at one kind of place between two fixed segments. */
interface Region {
  readonly last: readonly Segment[];
  /** One list for each fetch of this visit, the first fetch first. */
  readonly fetches: readonly (readonly Segment[])[];
  readonly state: RegionState;
}

/** All fetches of this visit have the same there, or the same in another order, or each something else. */
type RegionState = 'steady' | 'shuffled' | 'rotating';

/**
 * The regions between fixed segments, which the last version and all fetches of this visit have in the same words and
 * order. Where the fetches differ, the content rotates, and it may have replaced what was there before.
 */
export class VolatileRegions {
  readonly #regions = new Map<Segment, Region>();
  /** For each kind of place the whole page as one region: fixed segments do not divide a list that is shuffled. */
  readonly #wholePage = new Map<string, Region>();

  constructor(
    agreement: TwinAgreement,
    identity: LinkIdentity,
    last: Snapshot,
    now: Snapshot,
    twins: readonly Snapshot[],
  ) {
    const versions = [last, now, ...twins].map(({ segments }) => segments);
    const places = versions.map((segments) => new Map(segments.map((segment, place) => [segment, place])));
    let from = versions.map(() => 0);
    const endRegion = (to: readonly number[]): void => {
      const parts = versions.map((segments, version) => segments.slice(from[version], to[version]));
      for (const region of regionsOf(parts)) {
        for (const segment of [...region.last, ...(region.fetches[0] ?? [])])
          this.#regions.set(segment, region);
      }
      from = to.map((place) => place + 1);
    };
    for (const { flag, before, after } of compareSegments(last.segments, now.segments, identity)) {
      if (flag !== 'same') continue;
      const partners = agreement.identicalPartners(after);
      if (partners === null) continue;
      endRegion([before, after, ...partners].map((segment, version) => places[version]?.get(segment) ?? 0));
    }
    endRegion(versions.map((segments) => segments.length));
    for (const region of regionsOf(versions)) {
      const [any] = [...region.last, ...region.fetches.flat()];
      if (any !== undefined) this.#wholePage.set(placeKind(any), region);
    }
  }

  /** The state of the region where a segment is, or was. */
  stateAt(segment: Segment): RegionState {
    const state = this.#wholePage.get(placeKind(segment))?.state ?? 'rotating';
    return state === 'rotating' ? (this.#regions.get(segment)?.state ?? 'steady') : state;
  }

  /** Whether places of its kind still have the text of an old segment as often: then another segment is gone. */
  isStillThere(before: Segment): boolean {
    const [last, now] = this.#countText(before);
    return now >= last;
  }

  /** Whether places of its kind already had the text of a new segment as often: then another segment came. */
  wasAlreadyThere(after: Segment): boolean {
    const [last, now] = this.#countText(after);
    return last >= now;
  }

  /** How often places of its kind have the text of a segment, in the last version and in this fetch. */
  #countText(segment: Segment): readonly [number, number] {
    const region = this.#wholePage.get(placeKind(segment));
    const text = hashText(segment);
    const count = (segments: readonly Segment[] = []): number =>
      segments.filter((one) => hashText(one) === text).length;
    return [count(region?.last), count(region?.fetches[0])];
  }

  /** Whether the content where an old segment was rotates, and there is as much of it as before. */
  isReplaced(before: Segment): boolean {
    if (this.stateAt(before) !== 'rotating') return false;
    return [this.#regions.get(before), this.#wholePage.get(placeKind(before))].every(
      (region) => region !== undefined && hasRoom(region),
    );
  }
}

/** Where some fetches have more than others, there may as well be more than any of them has, by the same margin. */
function hasRoom({ last, fetches }: Region): boolean {
  const lengths = fetches.map(({ length }) => length);
  return last.length <= 2 * Math.max(...lengths) - Math.min(...lengths);
}

/** Splits parts of several versions by kind of place; the last version comes first. */
function regionsOf(parts: readonly (readonly Segment[])[]): readonly Region[] {
  const groups = parts.map((segments) => Map.groupBy(segments, placeKind));
  return [...new Set(groups.flatMap((group) => [...group.keys()]))].map((kind) => {
    const [last = [], ...fetches] = groups.map((group) => group.get(kind) ?? []);
    return { last, fetches, state: stateOf(fetches) };
  });
}

function stateOf(fetches: readonly (readonly Segment[])[]): RegionState {
  const [own = [], ...others] = fetches.map((segments) => segments.map(hashText));
  if (others.every((other) => other.join() === own.join())) return 'steady';
  const sorted = own.toSorted().join();
  return others.every((other) => other.toSorted().join() === sorted) ? 'shuffled' : 'rotating';
}
