import { compiledDetectors } from '../../crawl/compiled-detectors.ts';
import type { DetectStage, JudgedVisit, VisitFindings } from '../../crawl/detect-stage.ts';
import type { RunDefinition } from '../../crawl/run/define-run.ts';
import type { RunParts } from '../../crawl/run/runner.ts';
import { systemClock } from '../../crawl/site/allowed-hours.ts';
import type { QueuedPage, Run } from '../../crawl/tables/records.ts';
import type { NewText } from '../../crawl/track/page-news.ts';
import type { PageVersion } from '../../crawl/track/page-version.ts';
import type { Store } from '../../database/store.ts';
import {
  DetectError,
  type DetectorNews,
  DetectorSet,
  eventOfVisit,
  type PageEvent,
  pageNewsOf,
  ResultsMemory,
  saysMoreThanNew,
  titleIn,
} from '../../detect/index.ts';
import { SeenMemory, type SegmentChange } from '../../track/index.ts';
import { type NotificationRule, notificationRules } from '../notifications/rules/notification-rule.ts';
import { planOutbox } from '../notifications/rules/plan-outbox.ts';
import { NearDuplicateMatches } from './near-duplicate-matches.ts';
import type { FoundVisit } from './tables/found-matches.ts';
import { occasionsOf } from './visit-occasions.ts';

/** Reads the text of a page that has no version to compare with. */
export interface NewTextReader {
  newText(page: QueuedPage, version: PageVersion): NewText | Promise<NewText>;
}

/** The stage of a project that looks for something, or tells somebody. */
export async function visitDetector(
  { definition, surroundings, run }: Pick<RunParts, 'definition' | 'surroundings' | 'run'>,
  reader: NewTextReader,
): Promise<DetectStage> {
  return new VisitDetector({
    project: definition.project,
    run,
    store: surroundings.store,
    reader,
    ...(await detectorsOf(definition)),
    rules: notificationRules(definition.notify, { hasDetectors: definition.detectors.length > 0 }),
    now: (surroundings.clock ?? systemClock).now,
  });
}

/** Null when there are none: then pages are not read for them. */
async function detectorsOf({ detectors: definitions }: RunDefinition) {
  if (definitions.length === 0) return { detectors: null, repeated: new NearDuplicateMatches([], []) };
  const { detectors, stemmers } = await compiledDetectors(definitions);
  const repeated = new NearDuplicateMatches(definitions, detectors);
  return { detectors: new DetectorSet(detectors, stemmers), repeated };
}

interface VisitDetectorOptions {
  readonly project: string;
  readonly run: Run;
  readonly store: Pick<Store, 'found' | 'visits'>;
  readonly reader: NewTextReader;
  readonly detectors: DetectorSet | null;
  readonly repeated: NearDuplicateMatches;
  readonly rules: readonly NotificationRule[];
  readonly now: () => number;
}

/** Looks at each visit with the detectors of the project, and plans what is told about it. */
class VisitDetector implements DetectStage {
  readonly #options: VisitDetectorOptions;

  constructor(options: VisitDetectorOptions) {
    this.#options = options;
  }

  async detect(judged: JudgedVisit): Promise<VisitFindings | null> {
    const { page, visit, news } = judged;
    const failure = await this.#lastFailure(page);
    const before = [page.lastFlag, failure?.flagBefore ?? null] as const;
    const event = visit.flag === null ? null : eventOfVisit(visit.flag, before);
    if (event === null) return null;
    const { project, run, detectors, rules, now } = this.#options;
    const looked = detectors === null ? null : await this.#look(detectors, judged, event);
    const isFirstRun = run.number === 1;
    const occasions = occasionsOf({
      project,
      run,
      page,
      visit,
      event,
      failingSince: failure?.at ?? null,
      isFirstRun,
      title: looked?.title ?? titleOf(judged),
      told: news?.told ?? null,
      changes: looked?.changes ?? [],
      matches: looked?.found.matches ?? [],
    });
    return {
      found: looked?.found ?? null,
      outbox: planOutbox(occasions, { projectId: run.projectId, rules, now: now() }),
    };
  }

  /** The visit before, if it failed: when that was, and the flag of the visit before it. */
  async #lastFailure({ id, lastFlag }: JudgedVisit['page']) {
    if (lastFlag !== 'ERR') return null;
    const { store, run } = this.#options;
    const visits = (await store.visits.ofPage(id, visitsToRead)).filter(({ runId }) => runId !== run.id);
    const [last, lastButOne] = visits;
    return last === undefined ? null : { at: last.at, flagBefore: lastButOne?.flag ?? null };
  }

  async #look(detectors: DetectorSet, judged: JudgedVisit, event: PageEvent) {
    const { page, version, news } = judged;
    const newText = await this.#newText(judged);
    if (newText !== null && !detectors.mayFindIn(newText.leaves)) return this.#nothingFound(page, newText);
    const { now, before, changes } = newText === null ? changedText(judged) : allOf(newText);
    const read = pageNewsOf({
      pageId: page.id,
      url: page.url,
      event,
      now,
      before,
      changes,
      seen: judged.seen ?? SeenMemory.empty,
      sources: () => ({ now: version?.html ?? null, before: news?.last.html ?? null }),
    });
    const { matches: all, results } = await this.#newMatches(detectors, read);
    const matches = this.#options.repeated.without(all, version);
    const found: FoundVisit = {
      pageId: page.id,
      matches: this.#options.run.number === 1 ? matches.filter(saysMoreThanNew) : matches,
      results,
    };
    return { title: read.title, changes, found };
  }

  /** What was not told before, and what is remembered of it. Where nothing is found, what was told before is not asked for. */
  async #newMatches(
    detectors: DetectorSet,
    news: DetectorNews,
  ): Promise<Pick<FoundVisit, 'matches' | 'results'>> {
    const all = detectors.detect(news, ResultsMemory.empty);
    if (all.matches.length === 0) return { matches: [], results: null };
    const stored = await this.#options.store.found.results(Number(news.pageId));
    const memory = stored === null ? null : memoryFrom(stored);
    const { matches, memory: after } = memory === null ? all : detectors.detect(news, memory);
    const isOld = after === (memory ?? ResultsMemory.empty);
    return { matches, results: isOld ? null : after.toBytes() };
  }

  /** A page that no detector can match. In a first run nothing else is told about it: there its title is not needed. */
  #nothingFound({ id: pageId }: QueuedPage, text: NewText) {
    const title = this.#options.run.number === 1 ? '' : titleIn(text.now);
    return { title, changes: [], found: { pageId, matches: [], results: null } };
  }

  /** All of a page that is new; null for any other. */
  async #newText({ page, visit, version, news }: JudgedVisit): Promise<NewText | null> {
    if (news !== null || visit.flag !== 'NEW' || version === null) return null;
    return this.#options.reader.newText(page, version);
  }
}

/** What detectors read of a page that is not new: what changed. */
function changedText({ version, news }: JudgedVisit) {
  if (news === null)
    return { now: version?.hasText ? version.snapshot.segments : [], before: null, changes: [] };
  const changes: readonly SegmentChange[] = news.changes.map(({ change }) => change);
  return { ...news.leaves, changes };
}

/** What they read of one that is new. */
const allOf = ({ now, changes }: NewText) => ({
  now,
  before: null,
  changes: changes.map(({ change }) => change),
});

/** This one, if it is repeated, and the two before. */
const visitsToRead = 3;

/** To tell a result once more is better than to stop looking at a page. */
function memoryFrom(stored: Uint8Array): ResultsMemory | null {
  try {
    return ResultsMemory.fromBytes(stored);
  } catch (error) {
    if (!(error instanceof DetectError)) throw error;
    return null;
  }
}

function titleOf({ version }: JudgedVisit): string {
  return version?.document.type === 'html' ? version.document.html.title : '';
}
