import { inParts } from '../../crawl/history/in-parts.ts';
import { runNumbered } from '../../crawl/history/page-versions.ts';
import { type FlagTotals, shownReason } from '../../crawl/history/run-report.ts';
import type { Project } from '../../crawl/tables/project.ts';
import type { UpdatedPage } from '../../crawl/tables/reported-change.ts';
import type { Run } from '../../crawl/tables/run.ts';
import type { LastingFlag } from '../../crawl/tables/visit.ts';
import type { Store } from '../../database/store.ts';
import { diffChanges, type PageDiff } from '../../presentation/diff/page-diff.ts';
import type {
  ChangeGroup,
  ChangeSummary,
  LastingPages,
  LostPage,
  SummaryPage,
} from '../../presentation/summary/change-summary.ts';
import { ChangeGrouper, type KeyGroup, keysIn, type ReportedChange } from '../../track/index.ts';
import type { PageDiffer } from './diff-page.ts';

interface SummaryParts {
  readonly store: Store;
  readonly project: Project;
  readonly run: Run;
  readonly runs: readonly Run[];
  readonly totals: FlagTotals;
  /** Computes the diff of a page whose changes the run did not store in words; null when its versions no longer exist. */
  readonly diff: (page: UpdatedPage) => Promise<PageDiff | null>;
}

/** What a run reports, without the rest of its report. Throws APP_RUN_UNKNOWN. */
export async function summaryOfRun(
  store: Store,
  project: Project,
  { run: number }: { readonly run?: number | undefined } = {},
): Promise<ChangeSummary> {
  const runs = await store.runs.list(project.id);
  const run = runNumbered(runs, number);
  const totals = await store.visits.flagTotals(run.id);
  let differ: Promise<PageDiffer> | null = null;
  // Loaded late: few runs have pages to compare again, and comparing needs patterns, selectors and rules.
  const diff = async (page: UpdatedPage): Promise<PageDiff | null> => {
    const { diffIn, PageDiffer } = await import('./diff-page.ts');
    differ ??= PageDiffer.of(store, project);
    return diffIn(await differ, run, page);
  };
  return runSummary({ store, project, run, runs, totals, diff });
}

/** What a run reports, from what it stored. Of 100,000 updated pages only ids and keys are in memory. */
export async function runSummary(parts: SummaryParts): Promise<ChangeSummary> {
  const { store, project, run, runs, totals } = parts;
  const grouper = new ChangeGrouper();
  const wordless: number[] = [];
  let isRecomputed = false;
  for await (const { pageId, keys } of updatedKeys(store, run)) {
    if (keys === null || keys.length === 0) wordless.push(pageId);
    else grouper.add(pageId, keys);
    isRecomputed ||= keys === null;
  }
  const groups = grouper.groups();
  const lost = await lostPages(store, run, runs);
  return {
    project: project.name,
    run: run.number,
    isFirst: run.number === 1,
    startFailure: await startFailureOf(store, run, totals),
    visited: totals.NEW + totals.SAM + totals.UPD + totals.MIS + totals.ERR,
    updated: totals.UPD,
    groupCount: groups.length + wordless.length,
    isRecomputed: isRecomputed && (await isFromEarlierVersion(store, run, wordless)),
    newCount: totals.NEW,
    goneCount: lost.gone,
    failedCount: lost.failed,
    lasting: lost.lasting,
    groups: (mostPages, skip = 0) =>
      changeGroups(parts, groups.slice(skip), wordless.slice(Math.max(skip - groups.length, 0)), mostPages),
    newPages: () => newPages(store, run),
    gone: () => newlyLost(store, run, 'MIS'),
    failed: () => newlyLost(store, run, 'ERR'),
  };
}

/** `The start address could not be fetched: connection refused.`; null when it could. */
export async function startFailureOf(
  { visits }: Store,
  { id }: Run,
  { ERR }: FlagTotals,
): Promise<string | null> {
  const failed = ERR === 0 ? null : await visits.startFailure(id);
  return failed === null ? null : `The start address could not be fetched: ${shownReason(failed)}.`;
}

const updatedKeys = (store: Store, run: Run): AsyncGenerator<Pick<UpdatedPage, 'pageId' | 'keys'>> =>
  inParts(({ after, limit }) => store.reported.updatedKeys(run.id, { after, limit }));

async function* changeGroups(
  parts: SummaryParts,
  groups: readonly KeyGroup[],
  wordless: readonly number[],
  mostPages: number,
): AsyncGenerator<ChangeGroup> {
  for (let from = 0; from < groups.length; from += GROUPS)
    yield* await reportedGroups(parts, groups.slice(from, from + GROUPS), mostPages);
  for (let from = 0; from < wordless.length; from += GROUPS) {
    const pages = await pagesAmong(parts, wordless.slice(from, from + GROUPS));
    for (const page of pages.values()) yield await wordlessGroup(parts, page);
  }
}

/** How many groups are read at once: one query per group would take most of the time on a database server. */
const GROUPS = 20;

/** The words come from the first page of each group; the other pages have the same. */
async function reportedGroups(
  parts: SummaryParts,
  groups: readonly KeyGroup[],
  mostPages: number,
): Promise<readonly ChangeGroup[]> {
  const { store, run } = parts;
  const reported = await store.reported.findAmong(
    run.id,
    groups.map(({ pages: [first = 0] }) => first),
  );
  const known = await pagesAmong(
    parts,
    groups.flatMap(({ pages }) => pages.slice(0, mostPages)),
  );
  return groups.map(({ keys, pages, haveOwnValues }) => {
    const shown = pages.slice(0, mostPages).flatMap((page) => known.get(page) ?? []);
    const words = reported.get(pages[0] ?? 0);
    return {
      changes: diffChanges(changesWith(new Set(keys), words?.changes ?? [], shown[0]?.keys ?? null)),
      more: pages.length === 1 ? (words?.more ?? 0) : 0,
      pages: shown.map(summaryPage),
      pageCount: pages.length,
      ...(haveOwnValues && { haveOwnValues }),
      reason: shown[0]?.reason ?? '',
    };
  });
}

async function pagesAmong(
  { store, run }: SummaryParts,
  pages: readonly number[],
): Promise<ReadonlyMap<number, UpdatedPage>> {
  const known = new Map<number, UpdatedPage>();
  for (let from = 0; from < pages.length; from += part) {
    const among = pages.slice(from, from + part);
    for (const page of await store.reported.updated(run.id, { limit: part, among }))
      known.set(page.pageId, page);
  }
  return known;
}

const part = 500;

/** The first change with each of the keys, which are stored in the order of the changes. */
function changesWith(
  wanted: Set<string>,
  reported: readonly ReportedChange[],
  stored: Uint8Array | null,
): readonly ReportedChange[] {
  const keys = stored === null ? [] : keysIn(stored);
  return reported.filter(({ isNoise }) => !isNoise).filter((_, place) => wanted.delete(keys[place] ?? ''));
}

async function wordlessGroup({ diff }: SummaryParts, page: UpdatedPage): Promise<ChangeGroup> {
  const computed = page.keys === null ? await diff(page) : null;
  return {
    changes: (computed?.changes ?? []).filter(({ isNoise }) => !isNoise),
    more: computed?.more ?? 0,
    pages: [summaryPage(page)],
    pageCount: 1,
    reason: page.reason,
  };
}

/** Whether an earlier version of Tidemark stored the run: it stored no words, so one of these text pages has none. Pictures never have words. */
async function isFromEarlierVersion(store: Store, run: Run, pages: readonly number[]): Promise<boolean> {
  for (const page of pages.slice(0, part)) {
    const visit = await store.visits.find(run.id, page);
    if (visit?.type?.startsWith('text/') && (await store.reported.find(run.id, page)) === null) return true;
  }
  return false;
}

async function* newPages(store: Store, run: Run): AsyncGenerator<SummaryPage> {
  const visits = inParts(({ after, limit }) =>
    store.visits.flagged(run.id, { after, limit, flags: ['NEW'] }),
  );
  for await (const visit of visits) yield summaryPage(visit);
}

async function* newlyLost(store: Store, run: Run, flag: LastingFlag['flag']): AsyncGenerator<LostPage> {
  const all = inParts(({ after, limit }) => store.visits.lasting(run.id, { after, limit }));
  for await (const lost of all) {
    if (lost.flag === flag && lost.sinceRunId === run.id) yield { ...summaryPage(lost), reason: lost.reason };
  }
}

interface LostCounts {
  readonly gone: number;
  readonly failed: number;
  readonly lasting: LastingPages;
}

/** A page that was missing before is counted as still missing, not as missing again. */
async function lostPages(store: Store, run: Run, runs: readonly Run[]): Promise<LostCounts> {
  const fresh = { MIS: 0, ERR: 0 };
  const old = { MIS: 0, ERR: 0 };
  const since = { MIS: run.id, ERR: run.id };
  for await (const { flag, sinceRunId } of inParts(({ after, limit }) =>
    store.visits.lasting(run.id, { after, limit }),
  )) {
    if (flag !== 'MIS' && flag !== 'ERR') continue;
    if (sinceRunId === run.id) fresh[flag]++;
    else old[flag]++;
    since[flag] = Math.min(since[flag], sinceRunId);
  }
  const numberOf = (id: number): number | null => runs.find((one) => one.id === id)?.number ?? null;
  return {
    gone: fresh.MIS,
    failed: fresh.ERR,
    lasting: {
      missing: old.MIS,
      failing: old.ERR,
      missingSince: old.MIS === 0 ? null : numberOf(since.MIS),
      failingSince: old.ERR === 0 ? null : numberOf(since.ERR),
    },
  };
}

function summaryPage({
  pageId,
  url,
  identity,
}: {
  readonly pageId: number;
  readonly url: string;
  readonly identity: string;
}): SummaryPage {
  return { file: String(pageId), url, identity };
}
