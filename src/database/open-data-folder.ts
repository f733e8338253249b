import type { MessagePort, Worker } from 'node:worker_threads';
import type { Config } from '../config/index.ts';
import { StoreError } from './errors.ts';
import { checkBodies, type S3Place } from './objects/s3-objects.ts';
import { openStore, openStoreBeside } from './open-store.ts';
import type { Store } from './store.ts';

/** The settings that say where the data is. */
export type DataPlace = Pick<Config, 'data' | 'databaseUrl' | 'bodies' | 's3Endpoint' | 'awsEndpoint'>;

/** The PostgreSQL server in the settings, or the SQLite file in the data folder. Throws STORE_BODIES_NEED_POSTGRES. */
export function placeOfData(place: DataPlace) {
  const { data, databaseUrl } = place;
  const bodies = placeOfBodies(place);
  if (databaseUrl !== '') {
    return { kind: 'postgres', url: databaseUrl, ...(bodies !== null && { bodies }) } as const;
  }
  if (bodies === null) return { kind: 'sqlite', folder: data } as const;
  throw new StoreError('STORE_BODIES_NEED_POSTGRES', {
    reason: 'TIDEMARK_BODIES needs a PostgreSQL database, and DATABASE_URL is empty',
    hint: 'Set that too, or leave TIDEMARK_BODIES empty: beside SQLite, large bodies are files in the data folder.',
  });
}

/** The bucket for bodies; null when bodies are in the database. */
export function placeOfBodies({ bodies, s3Endpoint, awsEndpoint }: DataPlace): S3Place | null {
  return bodies === null ? null : { ...bodies, endpoint: s3Endpoint || awsEndpoint || null };
}

/** Throws when the bucket for bodies cannot be used: better at the start than after the first pages. */
export async function requireBodies(place: DataPlace): Promise<void> {
  const bodies = placeOfBodies(place);
  if (bodies !== null) await checkBodies(bodies);
}

interface OpenOptions {
  /** SQLite only: use a writer thread. Crawls gain from it; for a row or two it takes longer to start than to write. Default: true with write access. */
  readonly thread?: boolean | Worker;
  /** SQLite only, in another thread of a writing process: the port that `connect` of its store returned. */
  readonly writer?: MessagePort;
  /** PostgreSQL only: the most connections. */
  readonly connections?: number;
}

/** Opens the database. `command` is shown to other processes that want to write at the same time. */
export async function openDataFolder(
  config: Config,
  access: 'read' | 'write',
  command: string,
  { thread = access === 'write', writer, connections }: OpenOptions = {},
): Promise<Store> {
  const place = placeOfData(config);
  return openStore(
    place.kind === 'postgres'
      ? { ...place, access, command, ...(connections !== undefined && { connections }) }
      : { ...place, access, command, thread, ...(writer !== undefined && { writer }) },
  );
}

/** The same for parts that may be written while a server or a crawl holds the data folder. */
export async function openDataBeside<P extends keyof Store>(
  config: Config,
  command: string,
  part: P,
): Promise<Pick<Store, P | 'close'>> {
  return openStoreBeside({ ...placeOfData(config), access: 'write', command }, part);
}
