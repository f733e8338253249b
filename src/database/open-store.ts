import type { ClusterStore } from '../features/cluster/tables/open-cluster-store.ts';
import { peopleWrites } from '../features/people/tables/people-writes.ts';
import type { workerConnections } from './postgres/worker-connections.ts';
import type { CalibrationStore, Store } from './store.ts';
import type { SharedStoreOptions, SqliteOptions, StoreOptions } from './store-options.ts';
import { remoteWriter } from './thread/remote-writer.ts';

/** Opens SQLite or PostgreSQL. The code of a database is loaded only when it is used. */
export async function openStore(options: StoreOptions): Promise<Store> {
  if (options.kind === 'postgres') {
    return (await import('./postgres/open-postgres.ts')).openPostgresStore(options);
  }
  if (options.access === 'write' && options.thread === true) {
    return openThreadedStore(options);
  }
  return (await import('./sqlite/open-sqlite.ts')).openSqliteStore(options);
}

/** Opens calibrations for writing while another process writes everything else. Throws what `openStore` throws. */
export async function openCalibrationStore(options: StoreOptions): Promise<CalibrationStore> {
  if (options.kind === 'postgres') return openStore(options);
  return (await import('./sqlite/open-sqlite.ts')).openSqliteBeside(options);
}

/** Opens what the machines of a cluster share. Throws what `openStore` throws. */
export async function openSharedStore(options: SharedStoreOptions): Promise<ClusterStore> {
  return (await import('../features/cluster/tables/open-cluster-store.ts')).openClusterStore(options);
}

/** For the job queue, which workers use as often as the store. */
export async function connectionsOfWorker(): Promise<typeof workerConnections> {
  return (await import('./postgres/worker-connections.ts')).workerConnections;
}

/**
 * A store that reads here and writes in a thread of its own: a commit of 64 pages blocks the network for a fraction of a
 * millisecond instead of the ten that writing and syncing take.
 */
async function openThreadedStore(options: SqliteOptions): Promise<Store> {
  // The thread starts while the code that reads is loaded here.
  const [writer, { openSqliteStore }] = await Promise.all([
    remoteWriter(options),
    import('./sqlite/open-sqlite.ts'),
  ]);
  let reader: Store;
  try {
    reader = await openSqliteStore({ kind: 'sqlite', folder: options.folder, access: 'read' });
  } catch (cause) {
    await writer.close();
    throw cause;
  }
  return {
    ...reader,
    projects: {
      ...reader.projects,
      create: writer.createProject,
      change: writer.changeProject,
      remove: writer.removeProject,
    },
    runs: {
      ...reader.runs,
      begin: writer.beginRun,
      change: writer.changeRun,
      confirm: writer.confirmRun,
    },
    secrets: {
      ...reader.secrets,
      keep: writer.keepSecret,
      replace: writer.replaceSecrets,
      remove: writer.removeSecret,
    },
    readMarks: { ...reader.readMarks, set: writer.setReadMarks },
    search: { ...reader.search, add: writer.addToSearch, noteComplete: writer.noteSearchComplete },
    outbox: {
      ...reader.outbox,
      add: writer.addToOutbox,
      claim: writer.claimFromOutbox,
      nameMessages: writer.nameMessages,
      settle: writer.settleMessage,
      retry: writer.retryMessages,
      removeSent: writer.removeSentMessages,
    },
    explorations: {
      ...reader.explorations,
      begin: writer.beginExploration,
      keep: writer.keepExplored,
      end: writer.endExploration,
    },
    calibrations: {
      ...reader.calibrations,
      create: writer.createCalibrationSet,
      remove: writer.removeCalibrationSet,
      recommend: writer.recommendSetting,
      begin: writer.beginRecording,
      keep: writer.keepRecorded,
      end: writer.endRecording,
      judge: writer.judgeStates,
      undo: writer.undoVerdict,
      keepPoints: writer.keepPoints,
      takeBatches: writer.takeBatches,
      renewBatches: writer.renewBatches,
      giveBackBatch: writer.giveBackBatch,
      wantGrid: writer.wantGrid,
      forgetGrid: writer.forgetGrid,
      allowJudges: writer.allowJudges,
    },
    people: { ...reader.people, ...peopleWrites((name) => writer[name]) },
    changes: { ...reader.changes, order: writer.orderChanges },
    learned: { ...reader.learned, switch: writer.switchRule },
    readers: { ...reader.readers, note: writer.noteReader },
    upkeep: {
      ...reader.upkeep,
      tidy: writer.tidy,
      survey: writer.surveyUpkeep,
      holdings: writer.countHoldings,
      removeUnused: writer.removeUnused,
      compact: writer.compact,
    },
    commit: writer.commit,
    async close() {
      await writer.close();
      await reader.close();
    },
  };
}
