import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { StoreError } from '../../../database/errors.ts';
import { newerPart, readVersions, type SchemaVersions } from '../../../database/migrations.ts';
import { databaseNow } from '../../../database/postgres/database-now.ts';
import type { StorePart } from '../../../database/store-part.ts';

/** What an operator can want of a node: work, take nothing new for a while, or give away what it has and stop. */
export type WantedOfNode = 'work' | 'pause' | 'drain';

/** How busy a machine is. */
export interface NodeLoad {
  /** The average number of processes that wanted a processor in the last minute. */
  readonly average: number;
  readonly processors: number;
  /** What the process takes, in bytes. */
  readonly memory: number;
}

/** What a node has done in runs of the cluster since it started. */
export interface NodeWork {
  readonly pages: number;
  /** Visits that failed for good, and requests that were tried again. */
  readonly errors: number;
  readonly retries: number;
  readonly bytes: number;
}

const nothing: NodeWork = { pages: 0, errors: 0, retries: 0, bytes: 0 };

export interface ClusterNode {
  readonly id: string;
  readonly name: string;
  readonly kind: 'server' | 'worker';
  readonly version: string;
  readonly wanted: WantedOfNode;
  /** Milliseconds since 1970, as are the others, by the clock of the database. */
  readonly startedAt: number;
  readonly seenAt: number;
  readonly runs: number;
  readonly load: NodeLoad;
  readonly work: NodeWork;
  /** Whether it sent a heartbeat lately. */
  readonly isAlive: boolean;
}

/** A node without a heartbeat for this long counts as gone, in milliseconds. */
const SILENT = 15_000;
/** And for this long, others look after the jobs in its place: well before the jobs of a node that is gone are to be given to others. */
const SILENT_FOR_JOBS = 4000;

/** How long a node that is gone is still shown, in milliseconds. Names have the number of the process: each crash would leave one for ever. */
const SHOWN = 3_600_000;

/** What a node tells about itself. */
interface Heartbeat extends Pick<ClusterNode, 'runs' | 'load' | 'work'> {
  /** The ids under which the runs were handed over that it works on. */
  readonly handedIds: readonly string[];
}

/** What a node learns when it sends a heartbeat. */
interface NodeOrders {
  readonly wanted: WantedOfNode;
  /** Whether it is the one that looks after jobs whose workers are gone: one node does, and the next one when that falls silent. */
  readonly looksAfterJobs: boolean;
  /** The reasons for which runs that it works on are to be paused, by the id under which they were handed over. */
  readonly pauseReasons: Readonly<Record<string, string>>;
  /** Whether a calibration wants settings to be tried. */
  readonly areGridsWanted: boolean;
}

export interface Nodes {
  join(node: Pick<ClusterNode, 'id' | 'name' | 'kind' | 'version' | 'load'>): Promise<void>;
  /**
   * Once a second, from every node: one statement for all that it tells and learns. Returns null when the node was forgotten, and must join again.
   * Throws STORE_TOO_NEW when a newer Tidemark has changed the schema meanwhile.
   */
  heartbeat(id: string, sign: Heartbeat): Promise<NodeOrders | null>;
  /** By name; those that are gone for an hour at most. */
  list(): Promise<readonly ClusterNode[]>;
  /** False when there is no such node. */
  want(id: string, wanted: WantedOfNode): Promise<boolean>;
  leave(id: string): Promise<void>;
}

export function nodes(database: Database, parts: readonly StorePart[]): Nodes {
  const wanted = parts.flatMap(({ areWorkersWanted }) => areWorkersWanted ?? []);
  return {
    join: ({ id, name, kind, version, load }) =>
      database.write(async ({ db }) => {
        await db
          .insertInto('node')
          .values({
            ...{ id, name, kind, version, wanted: 'work', runs: 0, load: JSON.stringify(load) },
            ...{ started_at: databaseNow, seen_at: databaseNow },
          })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: databaseNow }))
          .execute();
      }),
    heartbeat: async (id, { runs, load, work, handedIds }) => {
      try {
        const { rows } = await database.statement((db) =>
          sql<NodeOrders & { versions: SchemaVersions }>`
            update node set seen_at = ${databaseNow}, runs = ${runs}, load = ${JSON.stringify(load)}, work = ${JSON.stringify(work)}
            where id = ${id}
            returning wanted,
              not exists (select from node as other
                where other.id < node.id and other.seen_at > ${databaseNow} - ${SILENT_FOR_JOBS}) as "looksAfterJobs",
              coalesce((select jsonb_object_agg(job_id, pause_reason) from handed_run
                where job_id = any(${handedIds}) and pause_reason is not null), '{}') as "pauseReasons",
              (${sql.join([sql`false`, ...wanted], sql` or `)}) as "areGridsWanted",
              (select jsonb_object_agg(substr(key, 8), value::int) from meta where key like 'schema:%') as versions`.execute(
            db,
          ),
        );
        const [row] = rows;
        if (row === undefined) return null;
        const { versions, ...news } = row;
        refuseNewer(parts, versions);
        return news;
      } catch (error) {
        // A newer schema may not have what is asked for.
        refuseNewer(parts, await database.read(readVersions));
        throw error;
      }
    },
    list: () =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('node')
          .selectAll()
          .select(sql<boolean>`seen_at > ${databaseNow} - ${SILENT}`.as('alive'))
          .where('seen_at', '>', sql<number>`${databaseNow} - ${SHOWN}`)
          .orderBy('name')
          .orderBy('id')
          .execute();
        return rows.map((row) => ({
          ...{ id: row.id, name: row.name, kind: row.kind, version: row.version, wanted: row.wanted },
          ...{ startedAt: row.started_at, seenAt: row.seen_at, isAlive: row.alive },
          // What one that is gone said last is done by others.
          runs: row.alive ? row.runs : 0,
          load: JSON.parse(row.load) as NodeLoad,
          work: row.work === null ? nothing : (JSON.parse(row.work) as NodeWork),
        }));
      }),
    want: (id, wanted) =>
      database.write(async ({ db }) => {
        const row = await db
          .updateTable('node')
          .set({ wanted })
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst();
        return row !== undefined;
      }),
    leave: (id) =>
      database.write(async ({ db }) => {
        await db.deleteFrom('node').where('id', '=', id).execute();
      }),
  };
}

/** Throws STORE_TOO_NEW when the database has come to a version that this worker does not know. */
function refuseNewer(parts: readonly StorePart[], versions: SchemaVersions): void {
  const newer = newerPart(parts, versions);
  if (newer === undefined) return;
  const { name, version } = newer;
  throw new StoreError(
    'STORE_TOO_NEW',
    `A newer Tidemark has brought the database to schema version ${versions[name]}, and this worker knows only ${version}. Install that version here, and start the worker again; its runs go on elsewhere.`,
  );
}
