import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { StoreError } from '../../../database/errors.ts';
import { newerPart, readVersions, type SchemaVersions, VERSION_KEY } from '../../../database/migrations.ts';
import { databaseNow } from '../../../database/postgres/database-now.ts';
import type { StorePart } from '../../../database/store-part.ts';
import { type RecordOf, toRecord } from '../../../database/table.ts';
import { NODE_ALIVE, NODE_KEPT, NODE_SUPERVISES } from '../lease-times.ts';
import type { nodeTable } from './cluster-tables.ts';

/** What an operator wants of a node: to work, to take no new runs, or to give its runs to others and stop. */
export type WantedOfNode = RecordOf<typeof nodeTable>['wanted'];

/** How busy a machine is. */
export interface NodeLoad {
  /** The load average of the last minute: processes that wanted a processor. */
  readonly average: number;
  readonly processors: number;
  /** The memory of the process, in bytes. */
  readonly memory: number;
}

/** What a node has done in runs of the cluster since it started. */
export interface NodeWork {
  readonly pages: number;
  /** Visits that failed for good, and requests that were retried. */
  readonly errors: number;
  readonly retries: number;
  readonly bytes: number;
}

const nothing: NodeWork = { pages: 0, errors: 0, retries: 0, bytes: 0 };

/** Times are by the clock of the database. */
export interface ClusterNode extends Omit<RecordOf<typeof nodeTable>, 'load' | 'work'> {
  readonly load: NodeLoad;
  readonly work: NodeWork;
  /** Whether its last heartbeat is recent. */
  readonly isAlive: boolean;
}

/** What a node reports about itself. */
type Heartbeat = Pick<ClusterNode, 'runs' | 'load' | 'work'> & {
  /** The runs that it works on. */
  readonly clusterRunIds: readonly string[];
};

/** The answer to a heartbeat. */
type NodeOrders = {
  readonly wanted: WantedOfNode;
  /** Whether it is the node that gives expired jobs to other workers. One node does; when its heartbeats stop, the next one does. */
  readonly supervisesJobs: boolean;
  /** The reasons to pause runs that it works on, by their ids. */
  readonly pauseReasons: Readonly<Record<string, string>>;
  /** Whether a calibration has settings to try. */
  readonly areGridsWanted: boolean;
};

export function nodes(database: Database, parts: readonly StorePart[]) {
  const wanted = parts.flatMap(({ areWorkersWanted }) => areWorkersWanted ?? []);
  return {
    join: ({
      id,
      name,
      kind,
      version,
      load,
    }: Pick<ClusterNode, 'id' | 'name' | 'kind' | 'version' | 'load'>) =>
      database.write(async ({ db }) => {
        await db
          .insertInto('node')
          .values({
            id,
            name,
            kind,
            version,
            wanted: 'work',
            runs: 0,
            load: JSON.stringify(load),
            started_at: databaseNow,
            seen_at: databaseNow,
          })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: databaseNow }))
          .execute();
      }),
    /**
     * Called once a second by every node; one statement stores the report and reads the answer. Null when the node was deleted and must join again.
     * Throws STORE_TOO_NEW when a newer Tidemark has changed the schema meanwhile.
     */
    heartbeat: async (
      id: string,
      { runs, load, work, clusterRunIds }: Heartbeat,
    ): Promise<NodeOrders | null> => {
      try {
        const { rows } = await database.statement((db) =>
          sql<NodeOrders & { versions: SchemaVersions }>`
            update node set seen_at = ${databaseNow}, runs = ${runs}, load = ${JSON.stringify(load)}, work = ${JSON.stringify(work)}
            where id = ${id}
            returning wanted,
              not exists (select from node as other
                where other.id < node.id and other.seen_at > ${databaseNow} - ${NODE_SUPERVISES}) as "supervisesJobs",
              coalesce((select jsonb_object_agg(job_id, pause_reason) from cluster_run
                where job_id = any(${clusterRunIds}) and pause_reason is not null), '{}') as "pauseReasons",
              (${sql.join([sql`false`, ...wanted], sql` or `)}) as "areGridsWanted",
              (select jsonb_object_agg(substr(key, ${VERSION_KEY.length + 1}::int), value::int) from meta
                where key like ${`${VERSION_KEY}%`}) as versions`.execute(db),
        );
        const [row] = rows;
        if (row === undefined) return null;
        const { versions, ...orders } = row;
        refuseNewer(parts, versions);
        return orders;
      } catch (error) {
        // The statement may fail because a newer schema lacks a column.
        refuseNewer(parts, await database.read(readVersions));
        throw error;
      }
    },
    /** By name; includes nodes that are gone for at most an hour. */
    list: (): Promise<readonly ClusterNode[]> =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('node')
          .selectAll()
          .select(sql<boolean>`seen_at > ${databaseNow} - ${NODE_ALIVE}`.as('alive'))
          .where('seen_at', '>', sql<number>`${databaseNow} - ${NODE_KEPT}`)
          .orderBy('name')
          .orderBy('id')
          .execute();
        return rows.map(({ alive, load, work, runs, ...row }) => ({
          ...toRecord(row),
          isAlive: alive,
          // Other nodes have taken over the runs of a node that is gone.
          runs: alive ? runs : 0,
          load: JSON.parse(load) as NodeLoad,
          work: work === null ? nothing : (JSON.parse(work) as NodeWork),
        }));
      }),
    /** False when there is no such node. */
    want: (id: string, wanted: WantedOfNode): Promise<boolean> =>
      database.write(async ({ db }) => {
        const row = await db
          .updateTable('node')
          .set({ wanted })
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst();
        return row !== undefined;
      }),
    leave: (id: string) =>
      database.write(async ({ db }) => {
        await db.deleteFrom('node').where('id', '=', id).execute();
      }),
  };
}

/** Throws STORE_TOO_NEW when the schema of the database is newer than this worker knows. */
function refuseNewer(parts: readonly StorePart[], versions: SchemaVersions): void {
  const newer = newerPart(parts, versions);
  if (newer === undefined) return;
  const { name, version } = newer;
  throw new StoreError(
    'STORE_TOO_NEW',
    `A newer Tidemark has brought the database to schema version ${versions[name]}, and this worker knows only ${version}. Install that version here, and start the worker again; its runs go on elsewhere.`,
  );
}
