import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedPostgres } from './shared-postgres.ts';

/** Where a test keeps its data: a fresh folder or a fresh database of a real server. */
export type Place =
  | { readonly kind: 'sqlite'; readonly folder: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** Both databases, for the suites that each of them must pass. */
export const databaseKinds: readonly Place['kind'][] = ['sqlite', 'postgres'];

export interface Databases {
  /** An empty place, removed by `stop`. */
  fresh(): Promise<Place>;
  /** A place for an empty store, where PostgreSQL has its tables already. */
  freshStore(): Promise<Place>;
  stop(): Promise<void>;
}

/** Call in `beforeAll`, and `stop` in `afterAll`. */
export async function startDatabases(kind: Place['kind']): Promise<Databases> {
  return kind === 'sqlite' ? sqliteFolders() : postgresDatabases();
}

function sqliteFolders(): Databases {
  const folders: string[] = [];
  const fresh = async (): Promise<Place> => {
    const folder = await mkdtemp(join(tmpdir(), 'tidemark-store-'));
    folders.push(folder);
    return { kind: 'sqlite', folder };
  };
  return {
    fresh,
    freshStore: fresh,
    async stop() {
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}

function postgresDatabases(): Databases {
  const server = sharedPostgres();
  return {
    fresh: async () => ({ kind: 'postgres', url: await server.createDatabase() }),
    freshStore: async () => ({ kind: 'postgres', url: await server.createStore() }),
    stop: () => server.stop(),
  };
}
