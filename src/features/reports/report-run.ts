import { inParts } from '../../crawl/history/in-parts.ts';
import { runNumbered } from '../../crawl/history/page-versions.ts';
import {
  type AliasTotals,
  type ChangedPage,
  type ChangedPictures,
  type FlagTotals,
  flaggedDue,
  type ReportPage,
  type RuleLine,
  type RunReport,
  type SourceRate,
} from '../../crawl/history/run-report.ts';
import { runNotices } from '../../crawl/run/run-notices.ts';
import type { Project } from '../../crawl/tables/project.ts';
import type { Run } from '../../crawl/tables/run.ts';
import type { FlaggedVisit } from '../../crawl/tables/visit.ts';
import { StoreError } from '../../database/errors.ts';
import type { Store } from '../../database/store.ts';
import { changedWords, type PageDiff } from '../../presentation/diff/page-diff.ts';
import { estimateChangeRate, type Flag } from '../../track/index.ts';
import { diffIn, PageDiffer } from './diff-page.ts';
import { namedRules } from './learned-rules.ts';
import { runSummary } from './run-summary.ts';

/** How many updated pages are compared to find those that changed most; the oldest pages first. */
const mostCompared = 60;
const mostChanged = 5;
/** Among more pages than this, near-duplicates are searched only on request: a thousand pages take about a second. */
const mostSearched = 500;

/** Whether the report of a run with these totals reads its pages. */
export const readsPages = (
  { NEW, SAM, UPD }: FlagTotals,
  { nearDuplicates = false }: ReportRequest,
): boolean => nearDuplicates || NEW + SAM + UPD <= mostSearched;

interface ReportRequest {
  /** The number of the run; the newest when left out. */
  readonly run?: number | undefined;
  /** Whether near-duplicates are searched for, however many pages there are. */
  readonly nearDuplicates?: boolean | undefined;
}

/** What a run found. Throws APP_RUN_UNKNOWN. */
export async function reportRun(
  store: Store,
  project: Project,
  { run: number, nearDuplicates }: ReportRequest = {},
): Promise<RunReport> {
  const runs = await store.runs.list(project.id);
  const run = runNumbered(runs, number);
  const totals = await store.visits.flagTotals(run.id);
  const differ = await PageDiffer.of(store, project);
  const diff = (page: Pick<FlaggedVisit, 'pageId' | 'url' | 'identity'>) => diffIn(differ, run, page);
  return {
    project: project.name,
    startUrl: project.startUrl,
    run: run.number,
    state: run.state,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    totals,
    knownPages: run.knownPages,
    notReached: run.knownPages === null ? null : Math.max(run.knownPages.due - flaggedDue(totals), 0),
    aliases: await aliasTotals(store, project, run, totals),
    nearDuplicates: readsPages(totals, { nearDuplicates })
      ? await (await import('./near-duplicates.ts')).nearDuplicatesOfRun(store, project, run)
      : null,
    changedMost: await changedMost(store, run, runs, diff),
    sourceRate: await sourceRate(store, run, runs),
    rules: await rulesOf(store, project, run),
    summary: await runSummary({ store, project, run, runs, totals, diff }),
    notices: [...(await runNotices(store, run)), ...(await notesOf(store, project, run))],
    pages: (flags) => reportPages(store, run, flags),
    pictures: () => reportPictures(store, run),
    diff: async (file) => {
      const page = await store.pages.find(project.id, Number(file));
      return page === null ? null : diff({ ...page, pageId: page.id });
    },
  };
}

async function* reportPages(store: Store, run: Run, flags: readonly Flag[]): AsyncGenerator<ReportPage> {
  const visits = inParts(({ after, limit }) => store.visits.flagged(run.id, { after, limit, flags }));
  for await (const { pageId, url, identity, flag, reason } of visits)
    yield { file: String(pageId), url, identity, flag, reason };
}

/** The updated pages with the most words added or removed, and how often each has changed. */
async function changedMost(
  store: Store,
  run: Run,
  runs: readonly Run[],
  diff: (page: FlaggedVisit) => Promise<PageDiff | null>,
): Promise<readonly ChangedPage[]> {
  const pages = await store.visits.flagged(run.id, { limit: mostCompared, flags: ['UPD'] });
  const compared = [];
  for (const page of pages) {
    const changes = (await diff(page))?.changes ?? null;
    const words = changes === null ? null : changedWords(changes);
    if (words !== 0) compared.push({ page, words });
  }
  compared.sort((a, b) => (b.words ?? -1) - (a.words ?? -1));
  const newest = newestRuns(run, runs);
  return Promise.all(
    compared.slice(0, mostChanged).map(async ({ page: { pageId, url, identity }, words }) => {
      const visits = await Promise.all(newest.map(({ id }) => store.visits.find(id, pageId)));
      const changedRuns = visits.filter((visit) => visit?.flag === 'UPD').length;
      return { file: String(pageId), url, identity, words, changedRuns };
    }),
  );
}

/** The aliases known when the run ended, and their share of all addresses. */
async function aliasTotals(
  store: Store,
  project: Project,
  { id, knownPages }: Run,
  totals: FlagTotals,
): Promise<AliasTotals> {
  const all = await store.aliases.list(project.id);
  const known = all.filter(({ sinceRunId }) => sinceRunId <= id).length;
  const requestsSaved = knownPages?.aliases ?? 0;
  const addresses =
    (knownPages?.due ?? flaggedDue(totals)) + (knownPages?.notDue ?? 0) + requestsSaved + totals.NEW;
  return { known, requestsSaved, reductionRate: addresses === 0 ? 0 : known / addresses };
}

/** Rules known when the run ended that are switched on. */
async function rulesOf(store: Store, project: Project, run: Run): Promise<readonly RuleLine[]> {
  const rules = await namedRules(store, project);
  return rules
    .filter(
      ({ stored, content }) =>
        content.kind !== 'site' && stored.state === 'on' && stored.sinceRunId <= run.id,
    )
    .map(({ id, says, content }) => ({ id, says, evidence: content.rule.evidence }));
}

/** Notes on how the site behaves. The note that a second log-in is not possible appears only once. */
async function notesOf(store: Store, project: Project, run: Run): Promise<readonly string[]> {
  const rules = await namedRules(store, project);
  return rules.flatMap(({ id, says, content, stored }) => {
    if (content.kind !== 'site' || stored.state !== 'on' || stored.sinceRunId > run.id) return [];
    if (content.rule.fact === 'one session' && stored.sinceRunId !== run.id) return [];
    return [`${says} (tidemark learned off ${id} takes that back).`];
  });
}

/** How many runs are used: a year-old run says little about next week. */
const mostRuns = 10;
const day = 86_400_000;

/** A run and the ones before it, newest first. */
function newestRuns(run: Run, runs: readonly Run[]): readonly Run[] {
  return runs.filter(({ number }) => number <= run.number).slice(0, mostRuns);
}

/** How often a page of the source changes, from the totals of its newest runs: each visit is one sample. */
async function sourceRate(store: Store, run: Run, runs: readonly Run[]): Promise<SourceRate> {
  const newest = newestRuns(run, runs);
  const samples = [];
  for (const [place, { id, startedAt }] of newest.entries()) {
    const before = newest[place + 1];
    if (before === undefined) break;
    const { SAM, UPD } = await store.visits.flagTotals(id);
    const days = (startedAt - before.startedAt) / day;
    samples.push({ days, hasChanged: true, count: UPD }, { days, hasChanged: false, count: SAM });
  }
  return { ...estimateChangeRate(samples), runs: newest.length };
}

/** How many earlier visits are searched for the previous picture. */
const MOST_VISITS = 100;

/** The stored pictures of the pages that a run found updated. */
async function* reportPictures(store: Store, run: Run): AsyncGenerator<ChangedPictures> {
  const updated = inParts(({ after, limit }) =>
    store.visits.flagged(run.id, { after, limit, flags: ['UPD'] }),
  );
  for await (const { pageId, url, identity } of updated) {
    const after = await pictureOf(store, run.id, pageId);
    if (after === null) continue;
    yield {
      page: { file: String(pageId), url, identity },
      before: await pictureBefore(store, run.id, pageId),
      after,
    };
  }
}

/** The newest picture that was taken before the run. */
async function pictureBefore(store: Store, runId: number, pageId: number): Promise<Uint8Array | null> {
  for (const visit of await store.visits.ofPage(pageId, MOST_VISITS)) {
    const picture = visit.runId < runId ? await pictureOf(store, visit.runId, pageId) : null;
    if (picture !== null) return picture;
  }
  return null;
}

async function pictureOf(store: Store, runId: number, pageId: number): Promise<Uint8Array | null> {
  const picture = (await store.renderings.find(runId, pageId))?.picture ?? null;
  if (picture === null) return null;
  try {
    return await store.contents.read(picture);
  } catch (error) {
    if (error instanceof StoreError && error.decision === 'skip') return null;
    throw error;
  }
}
