import { getOrInsert } from '../base/index.ts';
import { hashText, type Leaves, type Segment, type TokenId, wordId } from '../document/index.ts';
import type { Detector } from './compile-detectors.ts';
import { DetectorIndex } from './index-of-all/detector-index.ts';
import type { ResultsMemory } from './memory/results-memory.ts';
import type { ChangedSegment, DetectorInput, Match, MatchPlace } from './model/detector-input.ts';
import type { Finding, ReadSegment, Subject } from './model/detector-kind.ts';
import { isStemLanguage, type StemLanguage, type Stemmers, stemLanguages } from './stem/stemmers.ts';
import { SegmentReading } from './words/segment-reading.ts';

/** The matches of a visit, and the memory to store with the page. */
interface Detected {
  readonly matches: readonly Match[];
  readonly memory: ResultsMemory;
}

/** All detectors of a project, with one index over them. Its answers do not depend on earlier pages. */
export class DetectorSet {
  readonly #stemmers: Stemmers;
  readonly #sides: readonly DetectorsOfOneSide[];

  constructor(detectors: readonly Detector[], stemmers: Stemmers) {
    this.#stemmers = stemmers;
    this.#sides = (['added', 'removed'] as const).map((where) => {
      const ofSide = detectors.filter(({ scope }) => scope.in === where);
      return new DetectorsOfOneSide(where, ofSide, stemmers);
    });
  }

  /**
   * Whether a detector may find something on a new page with these leaves. If none can, `detect` would find nothing, and no segments need
   * to be made for it.
   */
  mayFindIn(leaves: Leaves): boolean {
    return this.#sides.some((side) => side.mayFindIn(leaves));
  }

  /** Called once for each visited page. Matches are in the order of the page; those about the page as a whole come last. */
  detect(input: DetectorInput, memory: ResultsMemory): Detected {
    const read = (text: string) => new SegmentReading(text, input, this.#stemmers);
    const reported = new Reported(memory);
    const matches = this.#sides.flatMap((side) => side.matches(input, read, reported));
    return { matches, memory: reported.memory() };
  }
}

/** Results of this visit and of all earlier ones. */
class Reported {
  readonly #before: ResultsMemory;
  readonly #now = new Map<string, TokenId>();
  readonly #passing = new Set<string>();

  constructor(before: ResultsMemory) {
    this.#before = before;
  }

  /** Whether a result is reported for the first time; remembers it. */
  isFirst(detector: Detector, content: string): boolean {
    const result = wordId(`${detector.identity}\n${content}`);
    if (this.#before.has(result) || this.#now.has(hashText(result))) return false;
    this.#now.set(hashText(result), result);
    return true;
  }

  /** The same for events that may happen again: they are remembered only during this visit. */
  isFirstAtThisVisit(detector: Detector, what: string): boolean {
    const result = `${detector.identity}\n${what}`;
    if (this.#passing.has(result)) return false;
    this.#passing.add(result);
    return true;
  }

  memory(): ResultsMemory {
    return this.#before.with([...this.#now.values()]);
  }
}

class DetectorsOfOneSide {
  readonly #where: 'added' | 'removed';
  readonly #aboutSegments: readonly Detector[];
  readonly #aboutPages: readonly Detector[];
  readonly #index: DetectorIndex;

  constructor(where: 'added' | 'removed', detectors: readonly Detector[], stemmers: Stemmers) {
    this.#where = where;
    this.#aboutSegments = detectors.filter(({ condition }) => condition.about === 'segment');
    this.#aboutPages = detectors.filter(({ condition }) => condition.about === 'page');
    this.#index = new DetectorIndex(
      this.#aboutSegments.map(({ condition: { needs }, scope }) => ({
        needs,
        readsParts: scope.region !== null,
      })),
      stemmers,
    );
  }

  /** Detectors of removed text find nothing: no text is gone from a new page. */
  mayFindIn(leaves: Leaves): boolean {
    if (this.#aboutPages.length > 0) return true;
    return this.#where === 'added' && this.#aboutSegments.length > 0 && this.#index.leadsAnywhere(leaves);
  }

  matches(
    input: DetectorInput,
    read: (text: string) => SegmentReading,
    reported: Reported,
  ): readonly Match[] {
    if (this.#aboutSegments.length === 0 && this.#aboutPages.length === 0) return [];
    const where = this.#where;
    const all = new SegmentsToRead(input[where], read);
    const inRegion = new Map<string, ReadonlyMap<ReadSegment, readonly ReadSegment[]>>();
    const regionOf = (selector: string) =>
      getOrInsert(inRegion, selector, () => segmentsInRegion(selector, input, where, all.list(), read));
    const segmentsOf = (region: string | null): readonly ReadSegment[] =>
      region === null ? all.list() : [...regionOf(region).values()].flat();
    const page = new PageLanguage(input);
    const matches: Match[] = [];
    for (const [place, { segment: leaf, label }] of this.#aboutSegments.length === 0
      ? []
      : input[where].entries()) {
      for (const number of this.#index.possible(leaf, label, page)) {
        const detector = this.#aboutSegments[number];
        const segment = all.at(place);
        if (detector === undefined || !isInScope(detector, input, segment)) continue;
        const { region } = detector.scope;
        for (const one of region === null ? [segment] : (regionOf(region).get(segment) ?? [])) {
          if (!one.isUnread && !detector.condition.readsAgain && one.surroundings() === null) continue;
          const subject: Subject = {
            input,
            in: where,
            segment: one,
            // Few conditions about a segment use the other segments.
            get segments() {
              return segmentsOf(region);
            },
          };
          const match = matchOf(detector, subject, reported);
          if (match !== null) matches.push(match);
        }
      }
    }
    for (const detector of this.#aboutPages) {
      if (!isInScope(detector, input, null)) continue;
      const segments = segmentsOf(detector.scope.region);
      const match = matchOf(detector, { input, in: where, segment: null, segments }, reported);
      if (match !== null) matches.push(match);
    }
    return matches;
  }
}

function isInScope({ scope }: Detector, input: DetectorInput, segment: ReadSegment | null): boolean {
  if (scope.isInScope !== null && !scope.isInScope(input.url)) return false;
  if (scope.language === null) return true;
  const language = segment === null ? input.language : segment.reading.language;
  return language === null || language === scope.language;
}

function matchOf(detector: Detector, subject: Subject, reported: Reported): Match | null {
  const found = detector.condition.find(subject);
  if (found === null) return null;
  const { input, in: where } = subject;
  const { readsAgain } = detector.condition;
  const isFirst = readsAgain
    ? reported.isFirstAtThisVisit(detector, transitionOf(found))
    : reported.isFirst(detector, contentOf(subject));
  if (!isFirst) return null;
  return {
    detector: detector.name,
    pageId: input.pageId,
    url: input.url,
    title: input.title,
    event: input.event,
    in: where,
    place: placeOf(found, subject),
    words: found.words,
    number: found.number,
    reason: found.reason,
  };
}

/** Identifies a transition: a price that stands on a page twice, and falls in both places, has fallen once. */
const transitionOf = ({ number, reason }: Finding): string =>
  number === null ? reason : `${number.before} ${number.after}`;

/**
 * What surrounds a result: the words of its segment, without mark-up and punctuation, and those of its row or card if the segment has few
 * words; for a page, all text that detectors had not read before.
 */
function contentOf({ segment, segments }: Subject): string {
  const all = segment === null ? segments.filter(({ isUnread }) => isUnread) : [segment];
  const words = all.map(({ reading }) => reading.words.join(' '));
  const around = segment?.surroundings() ?? null;
  return (around === null ? words : [...words, around]).join('\n');
}

function placeOf({ words, shownBy }: Finding, { segment, segments }: Subject): MatchPlace | null {
  const shown = segment ?? segments.find((one) => one.segment === shownBy?.segment);
  if (shown === undefined) return null;
  const { segment: leaf, reading } = shown;
  const sentence = reading.sentenceText(reading.sentenceAt(words[0]?.start ?? 0));
  return { segment: hashText(leaf), path: leaf.path, text: leaf.text, sentence };
}

/** The language of a page, if it has a stemmer. Computed once, on demand. */
class PageLanguage {
  readonly #input: Pick<DetectorInput, 'language'>;
  #number: number | undefined;

  constructor(input: Pick<DetectorInput, 'language'>) {
    this.#input = input;
  }

  get language(): StemLanguage | null {
    return stemLanguages[this.number - 1] ?? null;
  }

  /** 0 for none. */
  get number(): number {
    if (this.#number === undefined) {
      const { language } = this.#input;
      this.#number = language !== null && isStemLanguage(language) ? stemLanguages.indexOf(language) + 1 : 0;
    }
    return this.#number;
  }
}

/** Most characters to search for leaves that are part of a longer segment: a page with 20,000 of both would take minutes. */
const MOST_SEARCHED = 100_000_000;

/**
 * The new text within a region: its leaves that were not in the region before, if they are, or are part of, a segment that is new on the
 * page. So noise stays excluded, and a leaf that only moved into the region is not new.
 */
function segmentsInRegion(
  selector: string,
  input: DetectorInput,
  where: 'added' | 'removed',
  segments: readonly ReadSegment[],
  read: (text: string) => SegmentReading,
): ReadonlyMap<ReadSegment, readonly ReadSegment[]> {
  const region = input.region(selector);
  const inside = new Map<ReadSegment, ReadSegment[]>();
  if (region === null) return inside;
  const [leaves, others] = where === 'added' ? [region.now, region.before] : [region.before, region.now];
  const known = new Set((others ?? []).map(hashText));
  const byHash = new Map(segments.map((one) => [hashText(one.segment), one]));
  let left = MOST_SEARCHED;
  const around = (leaf: Segment) =>
    segments.find(({ segment }) => {
      left -= segment.text.length + 1;
      return left >= 0 && contains(segment, leaf);
    });
  for (const leaf of leaves ?? []) {
    if (known.has(hashText(leaf))) continue;
    const origin = byHash.get(hashText(leaf)) ?? (left > 0 ? around(leaf) : undefined);
    if (origin === undefined) continue;
    const reading = leaf.text === origin.segment.text ? origin.reading : read(leaf.text);
    const one = { ...origin, segment: { ...leafFacts(leaf), path: origin.segment.path }, reading };
    getOrInsert(inside, origin, () => []).push(one);
  }
  return inside;
}

const contains = ({ text }: Segment, leaf: Segment): boolean => leaf.text !== '' && text.includes(leaf.text);

/** Copies the fields one by one: leaves compute them on demand, so spread syntax does not copy them. */
function leafFacts({ kind, text, tokens, high, low, links, path }: Segment): Segment {
  return { kind, text, tokens, high, low, links, path };
}

/** The segments of a page with their words. Each is made on demand: the index rules out nearly all of them. */
class SegmentsToRead {
  readonly #input: readonly ChangedSegment[];
  readonly #read: (text: string) => SegmentReading;
  readonly #made = new Map<number, ReadSegment>();
  #list: readonly ReadSegment[] | undefined;

  constructor(input: readonly ChangedSegment[], read: (text: string) => SegmentReading) {
    this.#input = input;
    this.#read = read;
  }

  at(place: number): ReadSegment {
    return getOrInsert(this.#made, place, () => {
      const changed = this.#input[place] as ChangedSegment;
      return { ...changed, reading: this.#read(changed.segment.text) };
    });
  }

  list(): readonly ReadSegment[] {
    this.#list ??= this.#input.map((_, place) => this.at(place));
    return this.#list;
  }
}
