import { confirmRun } from '../../crawl/projects/confirmation.ts';
import { isWaiting } from '../../crawl/run/errors.ts';
import type { Project } from '../../crawl/tables/project.ts';
import type { Run } from '../../crawl/tables/run.ts';
import { ApiError } from '../../http/errors.ts';
import { numberAfter, partFrom } from '../../http/json-values.ts';
import { doerOf, noteOf } from '../../http/people/audit-note.ts';
import { projectCalled, runCalled } from '../../http/requested-resources.ts';
import type { RunsUnderWay, ServiceContext } from '../../http/service-context.ts';
import type { Asking, SentBytes, ServicesOf } from '../../http/services.ts';
import { beginnerOf } from '../../http/shared-places.ts';
import type { RecentSummaries } from './recent-summaries.ts';
import type { runEndpoints } from './run-endpoints.ts';
import { startFailureOf } from './run-summary.ts';

export function runServices({
  store,
  runs,
  summaries: recent,
}: ServiceContext & { readonly summaries: RecentSummaries }): ServicesOf<typeof runEndpoints> {
  const begin = async (
    project: Project,
    how: { visits: 'changes' | 'everything'; onlyDue: boolean },
    { caller }: Asking,
  ) => {
    try {
      const { number } = await runs.start({ project: project.name, url: null, ...how }, beginnerOf(caller));
      return shownRun(runs, project, await runCalled(store, project, number));
    } catch (error) {
      if (isWaiting(error)) return waitingRun(project);
      throw error;
    }
  };
  return {
    listRuns: async ({ project: name, after, limit }) => {
      const project = await projectCalled(store, name);
      const below = after === undefined ? {} : { below: numberAfter(after) };
      const older = await store.runs.list(project.id, { ...below, limit: limit + 1 });
      const { items, next } = partFrom(older, limit, ({ number }) => number);
      return { items: items.map((run) => shownRun(runs, project, run)), next };
    },
    startRun: async ({ project, body }, asking) => begin(await projectCalled(store, project), body, asking),
    showRun: async ({ project: name, run }) => {
      const project = await projectCalled(store, name);
      return shownRun(runs, project, await runCalled(store, project, run));
    },
    stopRun: async ({ project: name, run: number }, { caller }) => {
      const project = await projectCalled(store, name);
      const active = runs.find(name);
      if (active?.number === number) {
        active.pause(`stopped by ${caller.name}`);
        await active.ended.catch(() => undefined);
      }
      return shownRun(runs, project, await runCalled(store, project, number));
    },
    resumeRun: async ({ project: name, run: number }, asking) => {
      const project = await projectCalled(store, name);
      const run = await runCalled(store, project, number);
      const latest = await store.runs.latest(project.id);
      if (run.state === 'finished' || latest?.number !== number)
        throw new ApiError(
          'API_REQUEST_INVALID',
          `Run ${number} cannot go on: ${run.state === 'finished' ? 'it is finished' : `run ${latest?.number} is newer`}.`,
        );
      return begin(project, { visits: 'changes', onlyDue: false }, asking);
    },
    showSummary: async ({ project: name, run: number, after, limit }) => {
      const project = await projectCalled(store, name);
      await runCalled(store, project, number);
      const summary = await recent.of(project, number);
      const skip = numberAfter(after);
      const groups = partFrom(
        await firstRowsOf(summary.groups(limit, skip), limit + 1),
        limit,
        () => skip + limit,
      );
      return {
        ...summary,
        groups: groups.items,
        next: groups.next,
        newPages: await firstRowsOf(summary.newPages(), limit),
        gone: await firstRowsOf(summary.gone(), limit),
        failed: await firstRowsOf(summary.failed(), limit),
      };
    },
    confirmRun: async ({ project: name, run: number }, asking) => {
      const project = await projectCalled(store, name);
      const notes = [noteOf(Date.now(), doerOf(asking), 'confirm run', name, `run ${number}`)];
      await confirmRun(store, await runCalled(store, project, number), asking.caller.name, { notes });
      return shownRun(runs, project, await runCalled(store, project, number));
    },
    listRunPages: async ({ project: name, run: number, flags, after, limit }) => {
      const run = await runCalled(store, await projectCalled(store, name), number);
      const { id } = run;
      const part = { after: numberAfter(after), limit: limit + 1, ...(flags !== undefined && { flags }) };
      const rows = await store.visits.flagged(id, part);
      const { items, next } = partFrom(rows, limit, ({ pageId }) => pageId);
      const totals = await store.visits.flagTotals(id);
      return {
        items: items.map(({ pageId, ...page }) => ({ ...page, file: String(pageId) })),
        next,
        totals,
        startFailure: await startFailureOf(store, run, totals),
      };
    },
    reportRun: async ({ project: name, run: number, format, flags, nearDuplicates }): Promise<SentBytes> => {
      const project = await projectCalled(store, name);
      await runCalled(store, project, number);
      const { reportRun } = await import('./report-run.ts');
      const { flagOrder } = await import('../../crawl/history/run-report.ts');
      const { reportCsv, reportJson, reportXml } = await import('./report/report-formats.ts');
      const report = await reportRun(store, project, { run: number, nearDuplicates });
      const made = { etag: null, lastModified: null, policy: 'data' } as const;
      const wanted = flags ?? flagOrder;
      switch (format) {
        case 'json':
          return { ...made, type: 'application/json; charset=utf-8', body: reportJson(report, wanted) };
        case 'csv':
          return { ...made, type: 'text/csv; charset=utf-8', body: reportCsv(report, wanted) };
        case 'xml':
          return { ...made, type: 'application/xml; charset=utf-8', body: reportXml(report, wanted) };
      }
    },
  };
}

/** The first rows, at most this many. */
export async function firstRowsOf<T>(rows: AsyncIterable<T>, most: number): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const row of rows) if (found.push(row) >= most) break;
  return found;
}

/** A run that waits for a worker: it gets its number when a worker starts it. */
const waitingRun = ({ name }: Project) => ({
  project: name,
  number: null,
  state: 'waiting' as const,
  startedAt: null,
  endedAt: null,
  pauseReason: null,
  resumeAt: null,
  dueAt: null,
  knownPages: null,
  confirmed: null,
  progress: null,
});

function shownRun(runs: RunsUnderWay, { name }: Project, run: Run) {
  const active = runs.find(name);
  return {
    ...run,
    project: name,
    confirmed: run.confirmedAt === null ? null : { at: run.confirmedAt, by: run.confirmedBy ?? '' },
    progress: active?.number === run.number ? active.progress() : null,
  };
}
