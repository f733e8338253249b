import { type SqlBool, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Statistics } from '../statistics.ts';
import type { VisitSums } from '../upkeep/visit-sums.ts';

const hourOf = sql<number>`visit.at / 3600000`;

export function statistics(database: Database): Statistics {
  return {
    runs: (projectId) =>
      database.read(async (db) => {
        const runs = await db
          .selectFrom('run')
          .select(['id', 'started_at', 'ended_at', 'state', 'totals'])
          .where('project_id', '=', projectId)
          .orderBy('number')
          .execute();
        if (runs.length === 0) return [];
        const visits = await db
          .selectFrom('visit')
          .innerJoin('run', 'run.id', 'visit.run_id')
          .select(['visit.run_id', 'visit.outcome', hourOf.as('hour')])
          .select((row) => row.fn.countAll().as('count'))
          .where('run.project_id', '=', projectId)
          // Of the others it is known: a million visits take seconds to count.
          .where('run.totals', 'is', null)
          .groupBy(['visit.run_id', 'visit.outcome', hourOf])
          .execute();
        // By run: there is an index of what is queued, and all other pages are many.
        const waiting = await db
          .selectFrom('run')
          .innerJoin('page', 'page.run_id', 'run.id')
          .select('page.run_id')
          .select((row) => row.fn.countAll().as('count'))
          .where('run.project_id', '=', projectId)
          .where(sql<SqlBool>`page.queued = 1`)
          .groupBy('page.run_id')
          .execute();
        return runs.map((run) => {
          const noted = run.totals === null ? null : (JSON.parse(run.totals) as VisitSums);
          const counted = visits.filter(({ run_id }) => run_id === run.id);
          const ofRun = noted?.outcomes ?? counted;
          const read = ofRun.filter(({ outcome }) => outcome === 'ok');
          const left = waiting.find(({ run_id }) => run_id === run.id);
          const visited = ofRun.reduce((sum, { count }) => sum + Number(count), 0);
          return {
            runId: run.id,
            startedAt: run.started_at,
            endedAt: run.ended_at,
            isFull: run.state === 'finished',
            found: visited + Number(left?.count ?? 0),
            processed: read.reduce((sum, { count }) => sum + Number(count), 0),
            byHour:
              noted === null
                ? counted.flatMap(({ outcome, hour, count }) =>
                    outcome === 'ok' ? [{ hour: Number(hour), pages: Number(count) }] : [],
                  )
                : (noted.hours ?? null),
          };
        });
      }),
    matches: (runId) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('found_match')
          .innerJoin('visit', (join) =>
            join
              .onRef('visit.run_id', '=', 'found_match.run_id')
              .onRef('visit.page_id', '=', 'found_match.page_id'),
          )
          .select(['found_match.page_id', 'found_match.detector', 'visit.at'])
          .select((row) => row.fn.countAll().as('count'))
          .where('found_match.run_id', '=', runId)
          .groupBy(['found_match.page_id', 'found_match.detector', 'visit.at'])
          .orderBy('found_match.page_id')
          .orderBy('found_match.detector')
          .execute();
        return rows.map((row) => ({
          pageId: row.page_id,
          at: row.at,
          detector: row.detector,
          matches: Number(row.count),
        }));
      }),
  };
}
