import { type SqlBool, sql } from 'kysely';
import type { VisitOutcome } from '../../../crawl/tables/records.ts';
import type { RunTable } from '../../../crawl/tables/run.ts';
import type { VisitSums } from '../../../crawl/tables/visit-sums.ts';
import type { Database } from '../../../database/database.ts';
import type { CallPlaces, StorePart } from '../../../database/store-part.ts';
import type { RunFigures, Statistics } from './statistics.ts';

const hourOf = sql<number>`visit.at / 3600000`;

/** SQL has no empty list; no row has this id. */
const atLeastOne = (ids: readonly number[]): readonly number[] => (ids.length === 0 ? [0] : ids);

export function statistics(database: Database): Statistics {
  return {
    runs: (projectIds) =>
      database.read(async (db) => {
        const runs = await db
          .selectFrom('run')
          .select(['id', 'project_id', 'started_at', 'ended_at', 'state', 'totals'])
          .where('project_id', 'in', atLeastOne(projectIds))
          .orderBy('number')
          .execute();
        if (runs.length === 0) return new Map();
        // Of the others it is known: a million visits take seconds to count. By their ids, so that PostgreSQL does not look at all visits.
        const uncounted = runs.filter(({ totals }) => totals === null).map(({ id }) => id);
        const visits = await db
          .selectFrom('visit')
          .select(['visit.run_id', 'visit.outcome', hourOf.as('hour')])
          .select((row) => row.fn.countAll().as('count'))
          .where('visit.run_id', 'in', atLeastOne(uncounted))
          .groupBy(['visit.run_id', 'visit.outcome', hourOf])
          .execute();
        // By run: there is an index of what is queued, and all other pages are many.
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

type RunRow = Pick<RunTable, 'id' | 'started_at' | 'ended_at' | 'state' | 'totals'>;

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
  calls: {
    statistics: { runs: 'here' },
  } satisfies CallPlaces<'statistics'>,
};
