import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { QueuedPage } from '../records.ts';
import type { Frontier } from '../store.ts';

// The partial index serves only a literal `queued = 1`: a bound 1 could be any number when SQLite plans.
const queued = sql.lit(1 as const);

/** 65,536 hashes are 1 MiB. */
const hashesPerPart = 65_536;

export function frontier(database: Database): Frontier {
  const { dialect } = database;
  return {
    next: (runId, host, after, limit) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('page')
          .leftJoin('visit', (join) =>
            join.onRef('visit.run_id', '=', 'page.good_run_id').onRef('visit.page_id', '=', 'page.id'),
          )
          .select(['page.id', 'page.identity', 'page.identity_hash', 'page.url', 'page.host', 'page.depth'])
          .select([
            'page.found_on',
            'page.link_kind',
            'page.version_run_id',
            'page.last_flag',
            'page.samples',
          ])
          .select([
            'visit.at',
            'visit.etag',
            'visit.last_modified',
            'visit.sha256',
            'visit.type',
            'visit.bytes',
          ])
          .where('page.run_id', '=', runId)
          .where('page.host', '=', host)
          .where('page.queued', '=', queued)
          .$if(after !== null, (query) =>
            query.where(sql<boolean>`(page.depth, page.id) > (${after?.depth}, ${after?.id})`),
          )
          .orderBy('page.depth')
          .orderBy('page.id')
          .limit(limit)
          .execute();
        return rows.map(
          (row): QueuedPage => ({
            id: row.id,
            identity: row.identity,
            identityHash: row.identity_hash,
            url: row.url,
            host: row.host,
            depth: row.depth,
            foundOn: row.found_on,
            linkKind: row.link_kind,
            lastGood:
              row.at === null || row.version_run_id === null
                ? null
                : {
                    at: row.at,
                    etag: row.etag,
                    lastModified: row.last_modified,
                    sha256: row.sha256,
                    type: row.type,
                    bytes: row.bytes,
                    versionRunId: row.version_run_id,
                  },
            lastFlag: row.last_flag,
            samples: row.samples,
          }),
        );
      }),
    hosts: (runId) =>
      database.read((db) =>
        db
          .selectFrom('page')
          .select((row) => ['host', row.fn.countAll<number>().as('queued')])
          .where('run_id', '=', runId)
          .where('queued', '=', queued)
          .groupBy('host')
          .orderBy('host')
          .execute(),
      ),
    count: (runId) =>
      database.read(async (db) => {
        const { count } = await db
          .selectFrom('page')
          .select((row) => row.fn.countAll<number>().as('count'))
          .where('run_id', '=', runId)
          .where('queued', '=', queued)
          .executeTakeFirstOrThrow();
        return count;
      }),
    async *identityHashes(runId) {
      let after = 0;
      for (;;) {
        // Joined into one text by the database: a million rows would be a million small objects here.
        const part = await database.read((db) =>
          db
            .selectFrom((from) =>
              from
                .selectFrom('page')
                .innerJoin('run', 'run.project_id', 'page.project_id')
                .select(['page.id', 'page.identity_hash'])
                .where('run.id', '=', runId)
                .where('page.run_id', '=', runId)
                .where('page.id', '>', after)
                .orderBy('page.id')
                .limit(hashesPerPart)
                .as('part'),
            )
            .select((row) => [
              row.fn.max('id').as('last'),
              sql<string>`string_agg(${dialect.hex('identity_hash')}, '')`.as('hashes'),
            ])
            .executeTakeFirstOrThrow(),
        );
        if (part.last === null) return;
        yield Buffer.from(part.hashes, 'hex');
        after = part.last;
      }
    },
  };
}
