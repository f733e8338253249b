import type { DetectStage, JudgedVisit, PageTracker, VisitFindings } from '../../crawl/index.ts';
import {
  compileDetector,
  DetectError,
  DetectorSet,
  eventOfVisit,
  loadStemmers,
  type Match,
  type PageEvent,
  pageNewsOf,
  ResultsMemory,
} from '../../detect/index.ts';
import { type NotificationRule, notificationRules, planOutbox } from '../../notify/index.ts';
import { anyPattern } from '../../project/index.ts';
import type { FoundVisit, Run, Store } from '../../store/index.ts';
import { SeenMemory, type SegmentChange } from '../../track/index.ts';
import type { RunDefinition } from '../run/define-run.ts';
import type { RunParts } from '../run/runner.ts';
import { occasionsOf } from './visit-occasions.ts';

/** The stage of a project that looks for something, or tells somebody. */
export async function visitDetector(
  { definition, surroundings, run }: Pick<RunParts, 'definition' | 'surroundings' | 'run'>,
  tracker: Pick<PageTracker, 'newText'>,
): Promise<DetectStage> {
  return new VisitDetector({
    project: definition.project,
    run,
    found: surroundings.store.found,
    tracker,
    detectors: await detectorsOf(definition),
    rules: notificationRules(definition.notify, { hasDetectors: definition.detectors.length > 0 }),
    now: Date.now,
  });
}

/** Null when there are none: then pages are not read for them. */
async function detectorsOf({ detectors }: RunDefinition): Promise<DetectorSet | null> {
  if (detectors.length === 0) return null;
  const stemmers = await loadStemmers();
  const compiled = detectors.map((one) => compileDetector(one, { stemmers, addresses: anyPattern }));
  return new DetectorSet(compiled, stemmers);
}

interface VisitDetectorOptions {
  readonly project: string;
  readonly run: Run;
  readonly found: Pick<Store['found'], 'results'>;
  readonly tracker: Pick<PageTracker, 'newText'>;
  readonly detectors: DetectorSet | null;
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
    const event = visit.flag === null ? null : eventOfVisit(visit.flag, page.lastFlag);
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

  async #look(detectors: DetectorSet, judged: JudgedVisit, event: PageEvent) {
    const { page, visit, version, news } = judged;
    const { now, before, changes } = await this.#textOf(judged);
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
    const stored = await this.#options.found.results(visit.pageId);
    const memory = (stored === null ? null : memoryFrom(stored)) ?? ResultsMemory.empty;
    const { matches, memory: after } = detectors.detect(read, memory);
    const found: FoundVisit = {
      pageId: page.id,
      matches: this.#options.run.number === 1 ? matches.filter(saysMoreThanNew) : matches,
      results: after === memory ? null : after.toBytes(),
    };
    return { title: read.title, changes, found };
  }

  /** What detectors read: what changed, or all of a page that is new. */
  async #textOf({ page, visit, version, news }: JudgedVisit) {
    if (news !== null) {
      const changes: readonly SegmentChange[] = news.changes.map(({ change }) => change);
      return { ...news.leaves, changes };
    }
    if (visit.flag === 'NEW' && version !== null) {
      const { now, changes } = await this.#options.tracker.newText(page, version);
      return { now, before: null, changes: changes.map(({ change }) => change) };
    }
    return { now: version?.hasText ? version.snapshot.segments : [], before: null, changes: [] };
  }
}

/** In a first run every page is new, and so is all of its text: that alone is nothing to tell. */
const saysMoreThanNew = ({ words, number }: Match): boolean => words.length > 0 || number !== null;

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
