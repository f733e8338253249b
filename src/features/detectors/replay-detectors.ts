import { comparedParts } from '../../crawl/equality/compared-parts.ts';
import { pagesOf } from '../../crawl/history/in-parts.ts';
import { readVersion } from '../../crawl/history/read-version.ts';
import { FileReader } from '../../crawl/list/compare-files.ts';
import type { ListedPage } from '../../crawl/tables/page.ts';
import type { Project } from '../../crawl/tables/project.ts';
import type { PageVisit } from '../../crawl/tables/visit.ts';
import { type PageView, viewedSnapshot, viewForBoth } from '../../crawl/track/equality/equality.ts';
import type { PageVersion } from '../../crawl/track/page-version.ts';
import { linkIdentities, SiteKnowledge } from '../../crawl/track/site-knowledge.ts';
import { textOfNewPage } from '../../crawl/track/text-of-new-page.ts';
import type { Store } from '../../database/store.ts';
import {
  type Detector,
  DetectorSet,
  detectorInputOf,
  eventOfVisit,
  type FlagsBefore,
  type Match,
  ResultsMemory,
  type Stemmers,
  saysMoreThanNew,
} from '../../detect/index.ts';
import { judgeVersions, SeenMemory, type SegmentChange } from '../../track/index.ts';

/** The number of visits of a page that are replayed. */
const mostVisits = 1000;

interface ReplayOptions {
  readonly detectors: readonly Detector[];
  readonly stemmers: Stemmers;
  /** Called with the number of replayed pages. */
  readonly onProgress?: (pages: number) => void;
}

/**
 * What detectors would have found in all stored data of a project, in chronological order. It reads the versions of each page in the order of its runs,
 * and reports each result once.
 */
export async function replayDetectors(
  store: Store,
  project: Project,
  { detectors, stemmers, onProgress }: ReplayOptions,
): Promise<readonly ReplayedMatch[]> {
  const set = new DetectorSet(detectors, stemmers);
  const knowledge = new SiteKnowledge(await store.learned.list(project.id));
  const partsOf = await comparedParts(project.settings);
  const [firstRun] = (await store.runs.list(project.id)).toReversed();
  const files = new FileReader();
  const context = {
    store,
    files,
    knowledge,
    viewOf: (url: string) => partsOf(url).view,
    detectors: set,
  };
  const found: ReplayedMatch[] = [];
  let count = 0;
  try {
    for await (const page of pagesOf(store, project.id)) {
      const visits = (await store.visits.ofPage(page.id, mostVisits)).toReversed();
      found.push(...(await replayPage(page, visits, context)));
      onProgress?.(++count);
    }
  } finally {
    await files.close();
  }
  return found
    .filter(({ runId, match }) => runId !== firstRun?.id || saysMoreThanNew(match))
    .toSorted((a, b) => a.at - b.at);
}

/** What a detector would have found at a visit. */
export interface ReplayedMatch {
  readonly at: number;
  readonly runId: number;
  readonly match: Match;
}

interface ReplayContext {
  readonly store: Pick<Store, 'contents' | 'reported' | 'visits'>;
  readonly files: FileReader;
  readonly knowledge: SiteKnowledge;
  readonly viewOf: (url: string) => PageView;
  readonly detectors: DetectorSet;
}

/** A page as it was at the replayed visit. */
interface ReplayState {
  readonly flags: FlagsBefore;
  readonly last: PageVersion | null;
  readonly seen: SeenMemory;
  readonly memory: ResultsMemory;
}

/** The input of the detectors at one visit. */
interface ReplayedText {
  readonly now: Parameters<typeof detectorInputOf>[0]['now'];
  readonly before: Parameters<typeof detectorInputOf>[0]['before'];
  readonly changes: readonly SegmentChange[];
}

const noText: ReplayedText = { now: [], before: null, changes: [] };

/**
 * What detectors would have found on a page at its visits, oldest first. As in a run, each detector remembers what it reported before. Both the noise of
 * that run and the noise known now are ignored.
 */
async function replayPage(
  page: Pick<ListedPage, 'id' | 'url'>,
  visits: readonly PageVisit[],
  context: ReplayContext,
): Promise<readonly ReplayedMatch[]> {
  const matches: ReplayedMatch[] = [];
  let state: ReplayState = {
    flags: [null, null],
    last: null,
    seen: SeenMemory.empty,
    memory: ResultsMemory.empty,
  };
  for (const visit of visits) {
    if (visit.flag === null) continue;
    const event = eventOfVisit(visit.flag, state.flags);
    const now = await versionOf(visit, context);
    if (event !== null) {
      const text = now === null ? noText : await textOf(page, visit, state.last, now, context);
      const sources = { now: now?.html ?? null, before: state.last?.html ?? null };
      const news = detectorInputOf({
        ...text,
        pageId: page.id,
        url: page.url,
        event,
        seen: state.seen,
        sources: () => sources,
      });
      const { matches: found, memory } = context.detectors.detect(news, state.memory);
      matches.push(...found.map((match) => ({ at: visit.at, runId: visit.runId, match })));
      state = { ...state, memory };
    }
    state = {
      ...state,
      flags: [visit.flag, state.flags[0]],
      last: now ?? state.last,
      seen: now?.hasText ? state.seen.with(now.snapshot.segments) : state.seen,
    };
  }
  return matches;
}

/** Null when the visit brought no new version. */
async function versionOf(visit: PageVisit, { store, files }: ReplayContext): Promise<PageVersion | null> {
  const { flag, sha256 } = visit;
  if (sha256 === null || (flag !== 'NEW' && flag !== 'UPD')) return null;
  return readVersion(store, files, { visit, sha256 });
}

async function textOf(
  { id, url }: Pick<ListedPage, 'id' | 'url'>,
  { runId }: PageVisit,
  last: PageVersion | null,
  now: PageVersion,
  { store, knowledge, viewOf }: ReplayContext,
): Promise<ReplayedText> {
  const host = URL.parse(url)?.host ?? '';
  if (last === null) {
    const { now: leaves, changes } = textOfNewPage(host, now, viewOf(url), knowledge);
    return { now: leaves, before: null, changes: changes.map(({ change }) => change) };
  }
  if (!last.hasText || !now.hasText) return noText;
  const view = viewForBoth(viewOf(url), last, now);
  const [before, after] = [viewedSnapshot(view, last), viewedSnapshot(view, now)];
  const reported = await store.reported.find(runId, id);
  const noise = new Set(
    reported?.changes.flatMap((one) => (one.isNoise ? [`${one.path}\n${one.after}`] : [])),
  );
  const identity = linkIdentities(now.url, knowledge);
  const changes = judgeVersions(before, after, knowledge.pageRules(host), identity)
    .filter(({ isNoise }) => !isNoise)
    .map(({ change }) => change)
    .filter(({ after: one }) => one === null || !noise.has(`${one.path}\n${one.text}`));
  return { now: after.segments, before: before.segments, changes };
}
