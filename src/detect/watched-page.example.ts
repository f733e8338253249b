import { type Segment, segmentHtml } from '../document/index.ts';
import { compareSegments, SeenMemory, type SegmentChange } from '../track/index.ts';
import { compileDetector } from './compile-detectors.ts';
import { DetectorSet } from './detector-set.ts';
import { detectorInputOf } from './input/detector-input-of.ts';
import { ResultsMemory } from './memory/results-memory.ts';
import type { Match, PageEvent } from './model/detector-input.ts';
import type { DetectorDefinition } from './model/detector-kind.ts';
import { loadStemmers } from './stem/stemmers.ts';

const stemmers = await loadStemmers();

/** `match: ['/news/']`: the address contains one of them, which is enough here. */
const addresses = (patterns: NonNullable<DetectorDefinition['match']>) => (url: string) =>
  patterns.some((pattern) => url.includes(typeof pattern === 'string' ? pattern : pattern.glob));

export function detectorSet(definitions: readonly DetectorDefinition[]): DetectorSet {
  return new DetectorSet(
    definitions.map((definition) => compileDetector(definition, { stemmers, addresses })),
    stemmers,
  );
}

/** A page over several visits, with the memories that are kept between them. */
export class WatchedPage {
  readonly #detectors: DetectorSet;
  readonly #pageId: number;
  url: string;
  #seen = SeenMemory.empty;
  #results = ResultsMemory.empty;
  #html: string | null = null;
  #leaves: readonly Segment[] | null = null;

  constructor(detectors: DetectorSet, url = 'https://example.org/', pageId = 1) {
    this.#detectors = detectors;
    this.url = url;
    this.#pageId = pageId;
  }

  /** What the detectors say about the page as it is now. */
  visit(html: string, event: PageEvent = this.#html === null ? 'new' : 'updated'): readonly Match[] {
    const now = segmentHtml(Buffer.from(html)).leaves;
    const before = this.#leaves;
    const changes: readonly SegmentChange[] =
      before === null
        ? now.map((after) => ({ flag: 'new', before: null, after }))
        : compareSegments(before, now);
    const sources = { now: html, before: this.#html };
    const matches = this.#detect(event, now, changes, () => sources);
    this.#html = html;
    this.#leaves = now;
    this.#seen = this.#seen.with(now);
    return matches;
  }

  /** A visit without a page. */
  miss(event: 'missing' | 'failing'): readonly Match[] {
    return this.#detect(event, [], [], () => ({ now: null, before: null }));
  }

  /** As when the program ends and starts again. */
  restart(): void {
    this.#results = ResultsMemory.fromBytes(this.#results.toBytes()) ?? ResultsMemory.empty;
    this.#seen = SeenMemory.fromBytes(this.#seen.toBytes()) ?? SeenMemory.empty;
  }

  /** As after an upgrade that reads pages in another way. */
  forgetSeen(): void {
    this.#seen = SeenMemory.empty;
    this.#leaves = null;
  }

  #detect(
    event: PageEvent,
    now: readonly Segment[],
    changes: readonly SegmentChange[],
    sources: () => { readonly now: string | null; readonly before: string | null },
  ): readonly Match[] {
    const input = detectorInputOf({
      pageId: this.#pageId,
      url: this.url,
      event,
      now,
      before: this.#leaves,
      changes,
      seen: this.#seen,
      sources,
    });
    const { matches, memory } = this.#detectors.detect(input, this.#results);
    this.#results = memory;
    return matches;
  }
}

/** What one detector finds on a page that is visited for the first time, and then in these versions. */
export function foundBy(
  definition: DetectorDefinition,
  ...versions: readonly string[]
): readonly (readonly string[])[] {
  const page = new WatchedPage(detectorSet([definition]));
  return versions.map((html) =>
    page
      .visit(html)
      .map(({ words, reason }) => (words.length > 0 ? words.map(({ text }) => text).join(' ') : reason)),
  );
}
