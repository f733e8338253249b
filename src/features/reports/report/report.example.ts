import type { ReportPage, RunReport } from '../../../crawl/history/run-report.ts';
import type { Change, PageDiff } from '../../../presentation/diff/page-diff.ts';
import type {
  ChangeGroup,
  ChangeSummary,
  SummaryPage,
} from '../../../presentation/summary/change-summary.ts';
import type { Flag } from '../../../track/index.ts';

/** A changed price. */
export function changeExample(change: Partial<Change> = {}): Change {
  return {
    flag: 'changed',
    kind: 'paragraph',
    path: 'main/p[2]',
    words: [
      { kind: 'same', text: 'The chair costs' },
      { kind: 'removed', text: ' 29' },
      { kind: 'added', text: ' 31' },
      { kind: 'same', text: ' euros.' },
    ],
    links: { added: [], removed: [] },
    area: 'main',
    heading: 'Prices',
    isCut: false,
    movedFrom: null,
    isNoise: false,
    reason: 'other words',
    rules: [],
    ...change,
  };
}

export function diffExample(diff: Partial<PageDiff> = {}): PageDiff {
  const version = { at: Date.UTC(2026, 0, 5, 8), bytes: 1200, type: 'text/html' };
  return {
    project: 'shop',
    file: '7',
    url: 'https://example.org/chairs',
    identity: 'https://example.org/chairs',
    from: { ...version, run: 1, sha256: 'a'.repeat(64) },
    to: { ...version, run: 2, sha256: 'b'.repeat(64) },
    compares: null,
    isWhole: true,
    judgedBy: 'the run',
    isRecomputed: false,
    changes: [changeExample()],
    more: 0,
    ...diff,
  };
}

export function pageExample(file: number, flag: Flag, change: Partial<ReportPage> = {}): ReportPage {
  const url = change.url ?? `https://example.org/page-${file}`;
  return { file: String(file), url, identity: url, flag, reason: `a reason for ${flag}`, ...change };
}

/** The summary of a run in which each updated page has a change of its own. */
export function summaryExample(
  change: Partial<ChangeSummary> = {},
  groups: readonly ChangeGroup[] = [],
): ChangeSummary {
  return {
    project: 'shop',
    run: 2,
    isFirst: false,
    startFailure: null,
    visited: 29,
    updated: groups.reduce((sum, { pageCount }) => sum + pageCount, 0),
    groupCount: groups.length,
    isRecomputed: false,
    newCount: 0,
    goneCount: 0,
    failedCount: 0,
    lasting: { missing: 0, failing: 0, missingSince: null, failingSince: null },
    groups: () => each(groups),
    newPages: () => each([]),
    gone: () => each([]),
    failed: () => each([]),
    ...change,
  };
}

export function groupExample(change: Partial<ChangeGroup> = {}): ChangeGroup {
  const pages = change.pages ?? [pageOf('https://example.org/chairs')];
  return { changes: [changeExample()], more: 0, pages, pageCount: pages.length, reason: '', ...change };
}

export const pageOf = (url: string): SummaryPage => ({ file: '7', url, identity: url });

/** A report of the given rows. Every updated page has a diff. */
export function reportExample(rows: readonly ReportPage[], change: Partial<RunReport> = {}): RunReport {
  const totals = { NEW: 0, SAM: 0, UPD: 0, MIS: 0, ERR: 0 };
  for (const { flag } of rows) totals[flag]++;
  return {
    project: 'shop',
    startUrl: 'https://example.org/',
    run: 2,
    state: 'finished',
    startedAt: Date.UTC(2026, 0, 5, 8),
    endedAt: Date.UTC(2026, 0, 5, 8, 12),
    totals,
    knownPages: { due: rows.length - totals.NEW + 3, notDue: 20, aliases: 1, excluded: 4 },
    notReached: 3,
    aliases: { known: 2, requestsSaved: 1, reductionRate: 0.2 },
    notices: ['3 of 7 new addresses differ only in query parameter "rid".'],
    nearDuplicates: null,
    changedMost: [],
    sourceRate: { perDay: 0.05, visits: 200, changes: 10, runs: 3 },
    rules: [],
    summary: summaryExample(
      { visited: rows.length, newCount: totals.NEW, goneCount: totals.MIS, failedCount: totals.ERR },
      rows
        .filter(({ flag }) => flag === 'UPD')
        .map(({ reason, ...page }) => groupExample({ pages: [page], reason })),
    ),
    pages: (flags) => each(rows.filter(({ flag }) => flags.includes(flag))),
    pictures: () => each([]),
    diff: async (file) => diffExample({ file }),
    ...change,
  };
}

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

export async function joinedChunks(chunks: AsyncIterable<string>): Promise<string> {
  return (await Array.fromAsync(chunks)).join('');
}
