import type { StoredFacts } from '../../crawl/projects/stored-facts.ts';
import { nextRun } from '../../crawl/run/next-run.ts';
import type { Project } from '../../crawl/tables/project.ts';
import type { Run } from '../../crawl/tables/run.ts';
import type { Store } from '../../database/store.ts';
import type { ResultOf } from '../../http/contract/endpoint.ts';
import { projectsSeenBy } from '../../http/requested-resources.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { ServicesOf } from '../../http/services.ts';
import type { ChangeSummary } from '../../presentation/summary/change-summary.ts';
import type { homeEndpoints } from './home-endpoints.ts';
import type { RecentSummaries } from './recent-summaries.ts';
import { firstRowsOf } from './run-services.ts';

type Home = ResultOf<(typeof homeEndpoints)['showHome']>;
type Unread = Home['unread'][number];
type Trouble = Home['failing'][number];

/** Runs of one project that are shown: older unread runs are in its list of runs. */
const MOST_RUNS = 10;
/** How many runs are searched for finished ones: most runs finish. */
const MOST_LOOKED_AT = 50;
/** Groups of one run; for more there is the report. */
const MOST_GROUPS = 15;
const MOST_PAGES = 5;
/** Entries on one screen. */
const MOST_UNREAD = 100;
/** The first run counts as read: all its pages are new, and none has changed. */
const FIRST_RUN = 1;

interface HomeContext extends ServiceContext {
  readonly summaries: RecentSummaries;
  readonly facts: StoredFacts;
}

export function homeServices({
  store,
  runs,
  summaries: recent,
  facts,
}: HomeContext): ServicesOf<typeof homeEndpoints> {
  const reported = rememberedLines();
  return {
    showHome: async (_, { caller }) => {
      const projects = await projectsSeenBy(store, caller);
      const marks = await store.readMarks.of(caller.name);
      const latest = await store.runs.latestOfAll();
      const ofEach = await Promise.all(
        projects.map(async (project) => {
          const readUpTo = marks.get(project.id) ?? FIRST_RUN;
          const hasNew = (latest.get(project.id)?.number ?? 0) > readUpTo;
          return hasNew
            ? unreadOf(
                { store, recent, reported },
                project,
                await store.runs.list(project.id, { limit: MOST_LOOKED_AT }),
                readUpTo,
              )
            : none;
        }),
      );
      const unread = ofEach.flatMap(({ rows }) => rows).sort((a, b) => b.at - a.at);
      const failing = await Promise.all(
        projects.map((project) => troubleOf(store, project, latest.get(project.id))),
      );
      const due = await Promise.all(
        projects.map(async (project) => {
          const { at = null, waitsForConfirmation = false } =
            (await nextRun.added?.(store, facts, project, latest.get(project.id) ?? null)) ?? {};
          return { project: project.name, at, waitsForConfirmation };
        }),
      );
      return {
        projects: projects.length,
        unread: unread.slice(0, MOST_UNREAD),
        unreadMore:
          Math.max(unread.length - MOST_UNREAD, 0) + ofEach.reduce((sum, { leftOut }) => sum + leftOut, 0),
        marks: ofEach.flatMap(({ upTo }, place) => {
          const project = projects[place]?.name;
          return upTo === null || project === undefined ? [] : [{ project, run: upTo }];
        }),
        failing: failing.flat(),
        due: due
          .filter(({ project }) => runs.find(project) === null)
          .sort((a, b) => (a.at ?? Number.MAX_VALUE) - (b.at ?? Number.MAX_VALUE)),
      };
    },
    markRead: async ({ body: { marks } }, { caller }) => {
      const idOf = new Map((await projectsSeenBy(store, caller)).map(({ name, id }) => [name, id]));
      const known = marks.flatMap(({ project, run }) => {
        const projectId = idOf.get(project);
        return projectId === undefined ? [] : [{ project, projectId, run }];
      });
      const old = await store.readMarks.of(caller.name);
      await store.readMarks.set(caller.name, known);
      return {
        before: known.map(({ project, projectId }) => ({ project, run: old.get(projectId) ?? FIRST_RUN })),
      };
    },
  };
}

interface UnreadOfProject {
  readonly rows: readonly Unread[];
  /** How many groups of changes are not listed. */
  readonly leftOut: number;
  /** The newest run with something unread; null when there is none. */
  readonly upTo: number | null;
}

const none: UnreadOfProject = { rows: [], leftOut: 0, upTo: null };

type RunLines = Omit<UnreadOfProject, 'upTo'>;
type LinesOf = (summary: ChangeSummary, project: Project, run: Run) => Promise<RunLines>;

/** Caches the lines of a run: they stay the same while its summary is the same object. */
function rememberedLines(): LinesOf {
  const kept = new WeakMap<ChangeSummary, Promise<RunLines>>();
  return (summary, project, run) => {
    const known = kept.get(summary) ?? linesOf(summary, project, run);
    kept.set(summary, known);
    known.catch(() => kept.delete(summary));
    return known;
  };
}

async function unreadOf(
  {
    store,
    recent,
    reported,
  }: { readonly store: Store; readonly recent: RecentSummaries; readonly reported: LinesOf },
  project: Project,
  runs: readonly Run[],
  readUpTo: number,
): Promise<UnreadOfProject> {
  const ended = runs.filter(({ number, state }) => number > readUpTo && state === 'finished');
  const rows: Unread[] = [];
  let leftOut = 0;
  for (const run of ended.slice(0, MOST_RUNS)) {
    if (await foundNothing(store, run)) continue;
    const lines = await reported(await recent.of(project, run.number, runs), project, run);
    rows.push(...lines.rows);
    leftOut += lines.leftOut;
  }
  return { rows, leftOut, upTo: rows.length === 0 ? null : (ended[0]?.number ?? null) };
}

/** Most runs find nothing. The totals are enough to know that, so their reports need not be read. */
async function foundNothing({ visits }: Store, { id }: Run): Promise<boolean> {
  const { NEW, UPD, MIS } = await visits.flagTotals(id);
  return NEW + UPD + MIS === 0;
}

async function linesOf(summary: ChangeSummary, project: Project, run: Run): Promise<RunLines> {
  if (summary.isFirst) return { rows: [], leftOut: 0 };
  const about = { project: project.name, run: run.number, at: run.endedAt ?? run.startedAt };
  const groups = await firstRowsOf(summary.groups(MOST_PAGES), MOST_GROUPS);
  const pages = async (kind: 'new' | 'gone', count: number, some: AsyncIterable<Unread['pages'][number]>) => {
    const shown = await firstRowsOf(some, MOST_PAGES);
    const [first] = shown;
    const reason = first !== undefined && 'reason' in first ? String(first.reason) : '';
    return count === 0
      ? []
      : [{ ...about, kind, change: null, more: 0, pages: shown, pageCount: count, reason }];
  };
  return {
    rows: [
      ...groups.map(({ changes, more, pages: shown, pageCount, reason }) => ({
        ...about,
        kind: 'changed' as const,
        change: changes[0] ?? null,
        more: more + Math.max(changes.length - 1, 0),
        pages: shown,
        pageCount,
        reason,
      })),
      ...(await pages('new', summary.newCount, summary.newPages())),
      ...(await pages('gone', summary.goneCount, summary.gone())),
    ],
    leftOut: Math.max(summary.groupCount - groups.length, 0),
  };
}

/** The problems of the newest run: that it stopped, or pages that it could not read. */
async function troubleOf(store: Store, { name }: Project, run: Run | undefined): Promise<readonly Trouble[]> {
  if (run === undefined || run.state === 'running') return [];
  const about = { project: name, run: run.number, at: run.endedAt ?? run.startedAt };
  const paused: Trouble = {
    ...about,
    kind: 'paused',
    reason: run.pauseReason ?? '',
    pages: [],
    pageCount: 0,
  };
  const { ERR: pageCount } = await store.visits.flagTotals(run.id);
  const failed =
    pageCount === 0 ? [] : await store.visits.flagged(run.id, { limit: MOST_PAGES, flags: ['ERR'] });
  const [first] = failed;
  return [
    ...(run.state === 'paused' ? [paused] : []),
    ...(first === undefined
      ? []
      : [
          {
            ...about,
            kind: 'pages' as const,
            reason: first.reason,
            pages: failed.map(({ pageId, url, identity }) => ({ file: String(pageId), url, identity })),
            pageCount,
          },
        ]),
  ];
}
