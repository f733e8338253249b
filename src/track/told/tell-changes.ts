import type { Segment } from '../../document/index.ts';
import { isTooLong } from '../budget/comparison-budget.ts';
import { segmentOf } from '../compare/compare-segments.ts';
import type { LinkIdentity } from '../compare/segment-links.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import type { JudgedChange } from '../noise/judged-change.ts';
import { cutTexts } from './cut-texts.ts';
import { areaOf } from './page-area.ts';
import type { ToldChange, ToldPage, ToldPlace } from './told-change.ts';
import { placesOf } from './told-places.ts';

/** What is kept of one page: more than anybody reads, and little beside the page itself. */
const mostChanges = 500;
const mostNoise = 100;
const mostCharacters = 300_000;
const mostLinks = 50;
const longestAddress = 2000;

export interface ComparedVersions {
  readonly last: Snapshot;
  readonly now: Snapshot;
  readonly identity: LinkIdentity;
  /** Whether they are whole pages. Default: yes. */
  readonly isWhole?: boolean;
}

/** What a run tells about a page, from its judgement of every difference. */
export function tellChanges(judged: readonly JudgedChange[], versions: ComparedVersions): ToldPage {
  const [real, noise] = [judged.filter((one) => !one.isNoise), judged.filter((one) => one.isNoise)];
  const kept = [...real.slice(0, mostChanges), ...noise.slice(0, mostNoise)];
  const places = new Places(kept, versions);
  const changes: ToldChange[] = [];
  let left = mostCharacters;
  for (const one of kept) {
    if (left <= 0) break;
    const told = tell(one, places, versions.identity);
    left -= (told.before?.length ?? 0) + (told.after?.length ?? 0);
    changes.push(told);
  }
  const more = Math.max(real.length - changes.filter(({ isNoise }) => !isNoise).length, 0);
  return { changes, more, isWhole: versions.isWhole ?? true };
}

/** The places of both versions, each looked up where it is. */
class Places {
  readonly #before: ReadonlyMap<Segment, ToldPlace>;
  readonly #after: ReadonlyMap<Segment, ToldPlace>;

  constructor(judged: readonly JudgedChange[], { last, now }: ComparedVersions) {
    const [before, after] = [new Set<Segment>(), new Set<Segment>()];
    for (const { change } of judged) {
      if (change.before !== null) before.add(change.before);
      if (change.after !== null) after.add(change.after);
    }
    this.#before = placesIn(last, before);
    this.#after = placesIn(now, after);
  }

  of({ change }: JudgedChange): ToldPlace {
    const { before, after } = change;
    return (after === null ? this.before(before) : this.#after.get(after)) ?? nowhere;
  }

  before(segment: Segment): ToldPlace {
    return this.#before.get(segment) ?? nowhere;
  }
}

/** Of a version with too many parts, only the areas are told: the headings would be searched for in all of it. */
function placesIn(version: Snapshot, wanted: ReadonlySet<Segment>): ReadonlyMap<Segment, ToldPlace> {
  if (!isTooLong(version)) return placesOf(version.segments, wanted);
  return new Map([...wanted].map((segment) => [segment, { area: areaOf(segment), heading: null }]));
}

const nowhere: ToldPlace = { area: 'main', heading: null };

function tell(judged: JudgedChange, places: Places, identity: LinkIdentity): ToldChange {
  const { change, isNoise, reason, rules } = judged;
  const { flag, before, after } = change;
  const { kind, path } = segmentOf(change);
  const isMoved = flag === 'moved' || (flag === 'changed' && change.isMoved);
  return {
    flag: flag === 'same' ? 'moved' : flag,
    kind,
    path,
    ...places.of(judged),
    ...cutTexts(before?.text ?? null, after?.text ?? null),
    links: differenceOf(linksOf(before, identity), linksOf(after, identity)),
    movedFrom: isMoved && before !== null ? { ...places.before(before), path: before.path } : null,
    isNoise,
    reason,
    rules: rules.map(({ id }) => id),
  };
}

const none: ToldChange['links'] = { added: [], removed: [] };

function linksOf(segment: Segment | null, identity: LinkIdentity): readonly string[] {
  return segment === null ? [] : segment.links.map((link) => identity(link).slice(0, longestAddress));
}

/** What only one of two lists has, each as often as it has it more. */
function differenceOf(before: readonly string[], after: readonly string[]): ToldChange['links'] {
  if (before.length + after.length === 0) return none;
  return {
    added: without(after, before).slice(0, mostLinks),
    removed: without(before, after).slice(0, mostLinks),
  };
}

function without(list: readonly string[], other: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const value of other) counts.set(value, (counts.get(value) ?? 0) + 1);
  return list.filter((value) => {
    const left = counts.get(value) ?? 0;
    counts.set(value, left - 1);
    return left <= 0;
  });
}
