import type { SqliteOptions } from '../options.ts';
import type { Store } from '../store.ts';
import { remoteWriter } from './remote-writer.ts';

/**
 * A store that reads here and writes in a thread of its own: a commit of 64 pages keeps the network waiting for
 * a fraction of a millisecond instead of the ten that writing and syncing take.
 */
export async function openThreadedStore(options: SqliteOptions): Promise<Store> {
  // The thread starts while what reads is loaded here.
  const [writer, { openSqliteStore }] = await Promise.all([
    remoteWriter(options),
    import('../sqlite/open-sqlite.ts'),
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
    runs: { ...reader.runs, begin: writer.beginRun, change: writer.changeRun },
    secrets: { ...reader.secrets, keep: writer.keepSecret, remove: writer.removeSecret },
    learned: { ...reader.learned, switch: writer.switchRule },
    commit: writer.commit,
    async close() {
      await writer.close();
      await reader.close();
    },
  };
}
