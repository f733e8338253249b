import { compiledDetectors } from '../../crawl/compiled-detectors.ts';
import type { LookedAt, ObservedRun, VisitLook } from '../../crawl/events/visit-look.ts';
import type { Run } from '../../crawl/tables/run.ts';
import type { NewText } from '../../crawl/track/changed-text.ts';
import type { PageVersion } from '../../crawl/track/page-version.ts';
import type { JudgedVisit, NewTextReader } from '../../crawl/visit-observer.ts';
import type { Store } from '../../database/store.ts';
import {
  DetectError,
  type Detector,
  type DetectorDefinition,
  type DetectorInput,
  DetectorSet,
  detectorInputOf,
  type Match,
  type PageEvent,
  ResultsMemory,
  saysMoreThanNew,
  titleIn,
} from '../../detect/index.ts';
import { readForComparison } from '../../document/index.ts';
import { contentSetting, type FeatureSet } from '../../fingerprint/index.ts';
import { SeenMemory, type SegmentChange } from '../../track/index.ts';
import type { FoundVisit } from './tables/found-match.ts';

/** The detectors of a run; null for a project without detectors, whose pages are then not read for them. */
export async function detectorLook(
  { definition, store, run }: ObservedRun,
  reader: NewTextReader,
): Promise<VisitLook | null> {
  if (definition.detectors.length === 0) return null;
  const { detectors, stemmers } = await compiledDetectors(definition.detectors);
  return new DetectorLook({
    run,
    store,
    reader,
    detectors: new DetectorSet(detectors, stemmers),
    repeated: new NearDuplicateMatches(definition.detectors, detectors),
  });
}

interface LookOptions {
  readonly run: Run;
  readonly store: Pick<Store, 'found'>;
  readonly reader: NewTextReader;
  readonly detectors: DetectorSet;
  readonly repeated: NearDuplicateMatches;
}

/** Applies the detectors of the project to visits. */
class DetectorLook implements VisitLook {
  readonly #options: LookOptions;

  constructor(options: LookOptions) {
    this.#options = options;
  }

  async look(judged: JudgedVisit, event: PageEvent): Promise<LookedAt> {
    const { detectors } = this.#options;
    const { page, version, news } = judged;
    const newText = await this.#newText(judged);
    if (newText !== null && !detectors.mayFindIn(newText.leaves)) return this.#nothingFound(newText);
    const { now, before, changes } = newText === null ? changedText(judged) : allOf(newText);
    const read = detectorInputOf({
      pageId: page.id,
      url: page.url,
      event,
      now,
      before,
      changes,
      seen: judged.seen ?? SeenMemory.empty,
      sources: () => ({ now: version?.html ?? null, before: news?.last.html ?? null }),
    });
    const { matches: all, results } = await this.#newMatches(read);
    const matches = this.#options.repeated.without(all, version);
    const reported = this.#options.run.number === 1 ? matches.filter(saysMoreThanNew) : matches;
    const found: readonly FoundVisit[] = [{ pageId: page.id, matches: reported, results }];
    return { title: read.title, changes, matches: reported, rows: { found } };
  }

  /** The matches that were not reported before, and the new memory of reported results. Without any match, the stored memory is not read. */
  async #newMatches(news: DetectorInput): Promise<Pick<FoundVisit, 'matches' | 'results'>> {
    const { detectors, store } = this.#options;
    const all = detectors.detect(news, ResultsMemory.empty);
    if (all.matches.length === 0) return { matches: [], results: null };
    const stored = await store.found.results(Number(news.pageId));
    const memory = stored === null ? null : memoryFrom(stored);
    const { matches, memory: after } = memory === null ? all : detectors.detect(news, memory);
    const isOld = after === (memory ?? ResultsMemory.empty);
    return { matches, results: isOld ? null : after.toBytes() };
  }

  /** The result for a page that no detector can match. A first run reports nothing else about it, so its title is not needed there. */
  #nothingFound(text: NewText): LookedAt {
    const title = this.#options.run.number === 1 ? '' : titleIn(text.now);
    return { title, changes: [], matches: [], rows: {} };
  }

  /** The whole text of a new page; null for any other page. */
  async #newText({ page, visit, version, news }: JudgedVisit): Promise<NewText | null> {
    if (news !== null || visit.flag !== 'NEW' || version === null) return null;
    return this.#options.reader.newText(page, version);
  }
}

/** The input of detectors for a page that is not new: its changes. */
function changedText({ version, news }: JudgedVisit) {
  if (news === null)
    return { now: version?.hasText ? version.snapshot.segments : [], before: null, changes: [] };
  const changes: readonly SegmentChange[] = news.changes.map(({ change }) => change);
  return { ...news.leaves, changes };
}

/** The input of detectors for a new page. */
const allOf = ({ now, changes }: NewText) => ({
  now,
  before: null,
  changes: changes.map(({ change }) => change),
});

/** Null for a damaged memory: reporting a result twice is better than no longer looking at the page. */
function memoryFrom(stored: Uint8Array): ResultsMemory | null {
  try {
    return ResultsMemory.fromBytes(stored);
  } catch (error) {
    if (!(error instanceof DetectError)) throw error;
    return null;
  }
}

/** Pages per detector that later matches are compared with. */
const MOST_COMPARED = 500;
/** Bytes of text compared per page; of a longer page, only the beginning. */
const MOST_BYTES = 256 * 1024;

/**
 * Users want to read each similar text once. So a match of a similarity detector is left out when it has already matched another page of the run with
 * nearly the same text as a whole: a print view, an archive, a mirror.
 */
class NearDuplicateMatches {
  readonly #method = contentSetting();
  /** By the name of the detector. */
  readonly #reported: ReadonlyMap<string, FeatureSet[]>;

  /** `detectors` are in the order of `definitions`. */
  constructor(definitions: readonly DetectorDefinition[], detectors: readonly Detector[]) {
    const similar = detectors.filter((_, place) => 'similar' in (definitions[place] ?? {}));
    this.#reported = new Map(similar.map(({ name }) => [name, []]));
  }

  without(matches: readonly Match[], version: PageVersion | null): readonly Match[] {
    if (version?.document.type !== 'html' || !matches.some(({ detector }) => this.#reported.has(detector)))
      return matches;
    const { body, contentType } = version;
    const text = this.#method.fingerprint(readForComparison(body.subarray(0, MOST_BYTES), contentType));
    const repeated = new Set(
      [...this.#reported].flatMap(([detector, reported]) => (this.#isNear(text, reported) ? [detector] : [])),
    );
    for (const [detector, reported] of this.#reported) {
      const isNew = !repeated.has(detector) && matches.some((match) => match.detector === detector);
      if (isNew && reported.length < MOST_COMPARED) reported.push(text);
    }
    return matches.filter(({ detector }) => !repeated.has(detector));
  }

  #isNear(text: FeatureSet, reported: readonly FeatureSet[]): boolean {
    return reported.some((other) => this.#method.isNearDuplicate(text, other));
  }
}
