import { type SqlBool, sql } from 'kysely';
import type { VisitOutcome } from '../../../crawl/tables/visit.ts';
import type { HourCount, VisitSums } from '../../../crawl/tables/visit-sums.ts';
import type { Database } from '../../../database/database.ts';
import type { Tables } from '../../../database/schema.ts';
import type { StorePart } from '../../../database/store-part.ts';

/** A run and how much it did (the paper on segments and detectors, table I). */
export interface RunFigures {
  readonly runId: number;
  readonly startedAt: number;
  /** Null while it runs. */
  readonly endedAt: number | null;
  /** Whether it visited all that it found. */
  readonly isFull: boolean;
  /** Pages that it visited, or still has to. */
  readonly found: number;
  /** Pages that it got. */
  readonly processed: number;
  /** When it got them; null for a run of an earlier version, which did not note it. */
  readonly byHour: readonly HourCount[] | null;
}

declare module '../../../database/store.ts' {
  interface Store {
    readonly statistics: ReturnType<typeof statistics>;
  }
}

const hourOf = sql<number>`visit.at / 3600000`;

/** SQL has no empty list; no row has this id. */
const atLeastOne = (ids: readonly number[]): readonly number[] => (ids.length === 0 ? [0] : ids);

/** What was done so far, counted. */
function statistics(database: Database) {
  return {
    /** By the ids of their projects, oldest first; a project without runs is left out. */
    runs: (projectIds: readonly number[]) =>
      database.read(async (db): Promise<ReadonlyMap<number, readonly RunFigures[]>> => {
        const runs = await db
          .selectFrom('run')
          .select(['id', 'project_id', 'started_at', 'ended_at', 'state', 'totals'])
          .where('project_id', 'in', atLeastOne(projectIds))
          .orderBy('number')
          .execute();
        if (runs.length === 0) return new Map();
        // Runs with stored totals are not counted again: a million visits take seconds. Selecting by run id keeps PostgreSQL from scanning all visits.
        const uncounted = runs.filter(({ totals }) => totals === null).map(({ id }) => id);
        const visits = await db
          .selectFrom('visit')
          .select(['visit.run_id', 'visit.outcome', hourOf.as('hour')])
          .select((row) => row.fn.countAll().as('count'))
          .where('visit.run_id', 'in', atLeastOne(uncounted))
          .groupBy(['visit.run_id', 'visit.outcome', hourOf])
          .execute();
        // By run, which uses the index of queued pages: there are many other pages.
        const waiting = await db
          .selectFrom('run')
          .innerJoin('page', 'page.run_id', 'run.id')
          .select('page.run_id')
          .select((row) => row.fn.countAll().as('count'))
          .where('run.project_id', 'in', projectIds)
          .where(sql<SqlBool>`page.queued = 1`)
          .groupBy('page.run_id')
          .execute();
        const visitsOf = Map.groupBy(visits, ({ run_id }) => run_id);
        const waitingOf = new Map(waiting.map(({ run_id, count }) => [run_id, Number(count)]));
        const figures = runs.map((run) => ({
          projectId: run.project_id,
          figures: figuresOf(run, visitsOf.get(run.id) ?? [], waitingOf.get(run.id) ?? 0),
        }));
        return new Map(
          [...Map.groupBy(figures, ({ projectId }) => projectId)].map(([id, each]) => [
            id,
            each.map(({ figures: one }) => one),
          ]),
        );
      }),
  };
}

type RunRow = Pick<Tables['run'], 'id' | 'started_at' | 'ended_at' | 'state' | 'totals'>;

interface CountedVisits {
  readonly outcome: VisitOutcome;
  readonly hour: number;
  readonly count: number | string | bigint;
}

function figuresOf(run: RunRow, counted: readonly CountedVisits[], waiting: number): RunFigures {
  const noted = run.totals === null ? null : (JSON.parse(run.totals) as VisitSums);
  const ofRun = noted?.outcomes ?? counted;
  const sum = (rows: readonly Pick<CountedVisits, 'count'>[]): number =>
    rows.reduce((total, { count }) => total + Number(count), 0);
  return {
    runId: run.id,
    startedAt: run.started_at,
    endedAt: run.ended_at,
    isFull: run.state === 'finished',
    found: sum(ofRun) + waiting,
    processed: sum(ofRun.filter(({ outcome }) => outcome === 'ok')),
    byHour:
      noted === null
        ? counted.flatMap(({ outcome, hour, count }) =>
            outcome === 'ok' ? [{ hour: Number(hour), pages: Number(count) }] : [],
          )
        : (noted.hours ?? null),
  };
}

export const statisticsPart: StorePart = {
  name: 'statistics',
  version: 1,
  tables: [],
  assemble: ({ database }) => ({ statistics: statistics(database) }),
};
