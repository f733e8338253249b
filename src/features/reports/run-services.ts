import { PassThrough } from 'node:stream';
import { packageFacts } from '../../config/index.ts';
import { confirmRun } from '../../crawl/projects/confirmation.ts';
import type { Project, Run } from '../../crawl/tables/records.ts';
import type { Store } from '../../database/store.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import type { ApiServices, SentBytes } from '../../http/services.ts';
import { numberAfter, partFrom } from '../../main/server/list-parts.ts';
import { isoTime, isoTimeOrNull, projectCalled, type ServerParts } from '../../main/server/server-parts.ts';
import { isWaiting } from '../cluster/handed-run-handles.ts';
import { doerOf } from '../people/account-services.ts';
import { noteOf } from '../people/people-parts.ts';

type RunServices = Pick<
  ApiServices,
  | 'listRuns'
  | 'startRun'
  | 'showRun'
  | 'stopRun'
  | 'withdrawRun'
  | 'resumeRun'
  | 'showNews'
  | 'confirmRun'
  | 'listRunPages'
  | 'exportRun'
  | 'reportRun'
>;

export function runServices(parts: ServerParts): RunServices {
  const { store, runs, people, cluster, config } = parts;
  const begin = async (project: Project, how: { visits: 'changes' | 'everything'; onlyDue: boolean }) => {
    try {
      const { number } = await runs.start({ project: project.name, url: null, ...how });
      return shownRun(parts, project, await runCalled(store, project, number));
    } catch (error) {
      if (isWaiting(error)) return waitingRun(project);
      throw error;
    }
  };
  return {
    listRuns: async ({ project: name, after, limit }) => {
      const project = await projectCalled(store, name);
      const before = numberAfter(after, Number.POSITIVE_INFINITY);
      const older = (await store.runs.list(project.id)).filter(({ number }) => number < before);
      const { items, next } = partFrom(older.slice(0, limit + 1), limit, ({ number }) => number);
      return { items: items.map((run) => shownRun(parts, project, run)), next };
    },
    startRun: async ({ project, body }) => begin(await projectCalled(store, project), body),
    showRun: async ({ project: name, run }) => {
      const project = await projectCalled(store, name);
      return shownRun(parts, project, await runCalled(store, project, run));
    },
    stopRun: async ({ project: name, run: number }, { caller }) => {
      const project = await projectCalled(store, name);
      const active = runs.find(name);
      if (active?.number === number) {
        active.pause(`stopped by ${caller.name}`);
        await active.ended.catch(() => undefined);
      }
      return shownRun(parts, project, await runCalled(store, project, number));
    },
    withdrawRun: async ({ project: name }, { caller }) => {
      await projectCalled(store, name);
      // On one machine a run begins at once.
      if (cluster === null) throw notFound(`run of the project "${name}" that waits for a worker`);
      const { withdrawRun } = await import('../cluster/manage-queue.ts');
      await withdrawRun(cluster, config, { project: name, reason: `withdrawn by ${caller.name}` });
    },
    resumeRun: async ({ project: name, run: number }) => {
      const project = await projectCalled(store, name);
      const run = await runCalled(store, project, number);
      const latest = await store.runs.latest(project.id);
      if (run.state === 'finished' || latest?.number !== number)
        throw new ApiError(
          'API_REQUEST_INVALID',
          `Run ${number} cannot go on: ${run.state === 'finished' ? 'it is finished' : `run ${latest?.number} is newer`}.`,
        );
      return begin(project, { visits: 'changes', onlyDue: false });
    },
    showNews: async ({ project: name, run: number, after, limit }) => {
      const project = await projectCalled(store, name);
      await runCalled(store, project, number);
      const news = await parts.news.of(project, number);
      const skip = numberAfter(after);
      const groups = partFrom(
        await firstRowsOf(news.groups(limit, skip), limit + 1),
        limit,
        () => skip + limit,
      );
      const { isFirst, visited, updated, newCount, goneCount, failedCount, groupCount } = news;
      return {
        project: name,
        run: number,
        ...{ isFirst, visited, updated, newCount, goneCount, failedCount, groupCount },
        groups: groups.items,
        next: groups.next,
        newPages: await firstRowsOf(news.newPages(), limit),
        gone: await firstRowsOf(news.gone(), limit),
        failed: await firstRowsOf(news.failed(), limit),
      };
    },
    confirmRun: async ({ project: name, run: number }, asking) => {
      const project = await projectCalled(store, name);
      const notes = [noteOf(people.now(), doerOf(asking), 'confirm run', name, `run ${number}`)];
      await confirmRun(store, await runCalled(store, project, number), asking.caller.name, { notes });
      return shownRun(parts, project, await runCalled(store, project, number));
    },
    listRunPages: async ({ project: name, run: number, flags, after, limit }) => {
      const { id } = await runCalled(store, await projectCalled(store, name), number);
      const part = { after: numberAfter(after), limit: limit + 1, ...(flags !== undefined && { flags }) };
      const rows = await store.visits.flagged(id, part);
      const { items, next } = partFrom(rows, limit, ({ pageId }) => pageId);
      return {
        items: items.map(({ pageId, url, identity, flag, reason, status, at }) => ({
          ...{ file: String(pageId), url, identity, flag, reason, status },
          at: isoTime(at),
        })),
        next,
        totals: await store.visits.flagTotals(id),
      };
    },
    exportRun: async ({ project: name, run: number }): Promise<SentBytes> => {
      const run = await runCalled(store, await projectCalled(store, name), number);
      const { exportWarc } = await import('../warc/export-warc.ts');
      const body = new PassThrough();
      const filename = `${name}-${number}.warc.gz`;
      const software = `Tidemark/${packageFacts().version}`;
      exportWarc(store, run.id, body, { software, gzip: true, filename }).catch((error: Error) =>
        body.destroy(error),
      );
      return { type: 'application/warc', body, etag: null, lastModified: null, policy: 'data' };
    },
    reportRun: async ({ project: name, run: number, format, flags, nearDuplicates }): Promise<SentBytes> => {
      const project = await projectCalled(store, name);
      await runCalled(store, project, number);
      const { reportRun } = await import('./report-run.ts');
      const { flagOrder } = await import('./report/run-report.ts');
      const { reportCsv, reportJson } = await import('./report/report-json-csv.ts');
      const { reportXml } = await import('./report/report-xml.ts');
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

/** Rows up to this number, without those that are skipped. */
export async function firstRowsOf<T>(rows: AsyncIterable<T>, most: number): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const row of rows) if (found.push(row) >= most) break;
  return found;
}

/** Throws API_NOT_FOUND. */
export async function runCalled(store: Store, { id, name }: Project, number: number): Promise<Run> {
  const found = (await store.runs.list(id)).find((run) => run.number === number);
  if (found === undefined) throw notFound(`run ${number} of the project "${name}"`);
  return found;
}

/** A run that was handed to workers, of which none has begun with it: it gets its number then. */
const waitingRun = ({ name }: Project) => ({
  ...{ project: name, number: null, state: 'waiting' as const, startedAt: null, endedAt: null },
  ...{ pauseReason: null, resumeAt: null, dueAt: null, knownPages: null, confirmed: null, progress: null },
});

function shownRun({ runs }: ServerParts, { name }: Project, run: Run) {
  const active = runs.find(name);
  return {
    project: name,
    number: run.number,
    state: run.state,
    startedAt: isoTime(run.startedAt),
    endedAt: isoTimeOrNull(run.endedAt),
    pauseReason: run.pauseReason,
    dueAt: isoTimeOrNull(run.dueAt),
    resumeAt: isoTimeOrNull(run.resumeAt),
    knownPages: run.knownPages,
    confirmed: run.confirmed === null ? null : { ...run.confirmed, at: isoTime(run.confirmed.at) },
    progress: active?.number === run.number ? active.progress() : null,
  };
}
