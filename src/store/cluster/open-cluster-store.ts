import { sql } from 'kysely';
import { assembleStore } from '../assemble-store.ts';
import type { Database } from '../database.ts';
import { StoreError } from '../errors.ts';
import { schemaVersion } from '../migrations.ts';
import { currentPostgres } from '../postgres/open-postgres.ts';
import type { Store } from '../store.ts';
import type { SharedStoreOptions } from '../store-options.ts';
import { contentParts } from '../tables/content-part.ts';
import { databaseNow } from './database-now.ts';
import { fencedDatabase, type WriteLease } from './fenced-database.ts';
import { type HandedRuns, handedRuns } from './handed-runs.ts';
import { type JobQueues, jobQueues } from './job-queues.ts';
import { type Nodes, nodes } from './nodes.ts';

/** What the machines of a cluster share. */
export interface ClusterStore {
  readonly store: Store;
  readonly nodes: Nodes;
  readonly handed: HandedRuns;
  readonly queues: JobQueues;
  /** The store as the worker of one run sees it: it writes only while the lease holds, and waits for a server that is away. */
  fencedBy(lease: WriteLease): Store;
  /** The time of the database in milliseconds since 1970, which all machines share. */
  now(): Promise<number>;
  /** Throws STORE_TOO_NEW when a newer Tidemark has changed the schema meanwhile. */
  refuseNewerSchema(): Promise<void>;
  close(): Promise<void>;
}

/** Throws what `openStore` throws. */
export async function openClusterStore(options: SharedStoreOptions): Promise<ClusterStore> {
  const database = await currentPostgres({
    ...options,
    kind: 'postgres',
    access: 'write',
    command: 'tidemark worker',
    isWorker: true,
  });
  const onPoint = options.onPoint ?? (() => undefined);
  return {
    store: assembleStore(database, contentParts(database), onPoint),
    nodes: nodes(database),
    handed: handedRuns(database),
    queues: jobQueues(database),
    fencedBy(lease) {
      const fenced = fencedDatabase(database, lease);
      return { ...assembleStore(fenced, contentParts(fenced), onPoint), close: async () => undefined };
    },
    async now() {
      const { rows } = await database.read((db) =>
        sql<{ now: number }>`select ${databaseNow} as now`.execute(db),
      );
      return rows[0]?.now ?? Date.now();
    },
    refuseNewerSchema: () => refuseNewerSchema(database),
    close: () => database.close(),
  };
}

async function refuseNewerSchema(database: Database): Promise<void> {
  const { rows } = await database.read((db) =>
    sql<{ value: string }>`select value from meta where key = 'schema_version'`.execute(db),
  );
  const version = Number(rows[0]?.value ?? 0);
  if (version <= schemaVersion) return;
  throw new StoreError(
    'STORE_TOO_NEW',
    `A newer Tidemark has brought the database to schema version ${version}, and this worker knows only ${schemaVersion}. Install that version here, and start the worker again; its runs go on elsewhere.`,
  );
}
