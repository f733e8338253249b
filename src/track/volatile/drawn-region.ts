import { hashText, type Segment } from '../../document/index.ts';
import { compareSegments } from '../compare/compare-segments.ts';
import { placeName } from '../compare/place-texts.ts';
import type { LinkIdentity } from '../compare/segment-links.ts';
import type { Agreement } from './agreement.ts';
import type { Snapshot } from './snapshot.ts';

/** What each version has at one kind of place between two leaves that all of them have. */
interface Region {
  readonly last: readonly Segment[];
  /** This fetch first, then the others of its visit. */
  readonly draws: readonly (readonly Segment[])[];
  /** Whether all fetches have the same there; or the same in another order; or something else each. */
  readonly is: 'agreed' | 'shuffled' | 'drawn';
}

/**
 * The parts of a page between leaves that stayed: the last version and all fetches of this visit have those in the same
 * words and order. Where the fetches differ in between, something is drawn, and what stood there before has made way.
 */
export class DrawnRegions {
  readonly #regions = new Map<Segment, Region>();
  /** The same for each kind of place on the whole page: what stayed in a list that is shuffled does not part it. */
  readonly #wholes = new Map<string, Region>();

  constructor(
    agreement: Agreement,
    identity: LinkIdentity,
    last: Snapshot,
    now: Snapshot,
    twins: readonly Snapshot[],
  ) {
    const all = [last, now, ...twins].map(({ segments }) => segments);
    const places = all.map((segments) => new Map(segments.map((segment, place) => [segment, place])));
    let from = all.map(() => 0);
    const close = (to: readonly number[]): void => {
      const parts = all.map((segments, one) => segments.slice(from[one], to[one]));
      for (const region of regionsOf(parts)) {
        for (const segment of [...region.last, ...(region.draws[0] ?? [])])
          this.#regions.set(segment, region);
      }
      from = to.map((place) => place + 1);
    };
    for (const { flag, before, after } of compareSegments(last.segments, now.segments, identity)) {
      if (flag !== 'same') continue;
      const partners = agreement.steadyPartners(after);
      if (partners === null) continue;
      close([before, after, ...partners].map((segment, one) => places[one]?.get(segment) ?? 0));
    }
    close(all.map((segments) => segments.length));
    for (const region of regionsOf(all)) {
      const [some] = [...region.last, ...region.draws.flat()];
      if (some !== undefined) this.#wholes.set(placeName(some), region);
    }
  }

  /** What the fetches of this visit make of the part where a leaf stands, or stood. */
  kindAt(segment: Segment): Region['is'] {
    const whole = this.#wholes.get(placeName(segment))?.is ?? 'drawn';
    return whole === 'drawn' ? (this.#regions.get(segment)?.is ?? 'agreed') : whole;
  }

  /** Whether this fetch has the leaf's words as often at places of its kind: then it is another leaf that is gone. */
  isStillThere(before: Segment): boolean {
    const [last, now] = this.#counts(before);
    return now >= last;
  }

  /** Whether the last version had the leaf's words as often at places of its kind: then it is another leaf that came. */
  stoodThere(after: Segment): boolean {
    const [last, now] = this.#counts(after);
    return last >= now;
  }

  #counts(segment: Segment): readonly [number, number] {
    const whole = this.#wholes.get(placeName(segment));
    const text = hashText(segment);
    const count = (segments: readonly Segment[] = []): number =>
      segments.filter((one) => hashText(one) === text).length;
    return [count(whole?.last), count(whole?.draws[0])];
  }

  /** Whether something is drawn where the leaf stood, and as much of it as stood there before. */
  madeWay(before: Segment): boolean {
    if (this.kindAt(before) !== 'drawn') return false;
    return [this.#regions.get(before), this.#wholes.get(placeName(before))].every(
      (region) => region !== undefined && hasRoom(region),
    );
  }
}

/** Where some fetches have more than others, there may also be more than any of them has, by as much. */
function hasRoom({ last, draws }: Region): boolean {
  const lengths = draws.map(({ length }) => length);
  return last.length <= 2 * Math.max(...lengths) - Math.min(...lengths);
}

/** What each of several parts has at each kind of place; the part of the last version comes first. */
function regionsOf(parts: readonly (readonly Segment[])[]): readonly Region[] {
  const groups = parts.map((segments) => Map.groupBy(segments, placeName));
  return [...new Set(groups.flatMap((group) => [...group.keys()]))].map((name) => {
    const [last = [], ...draws] = groups.map((group) => group.get(name) ?? []);
    return { last, draws, is: kindOf(draws) };
  });
}

function kindOf(draws: readonly (readonly Segment[])[]): Region['is'] {
  const [own = [], ...others] = draws.map((segments) => segments.map(hashText));
  if (others.every((other) => other.join() === own.join())) return 'agreed';
  const sorted = own.toSorted().join();
  return others.every((other) => other.toSorted().join() === sorted) ? 'shuffled' : 'drawn';
}
