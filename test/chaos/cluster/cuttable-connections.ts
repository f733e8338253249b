import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What stands between a worker and PostgreSQL. */
export interface CuttableConnections {
  /** The folder of the socket to connect to instead. */
  readonly folder: string;
  /** When the worker last wrote visits of pages, by `performance.now()`; 0 before the first time. */
  readonly wroteAt: number;
  /** Called when visits are written the next time, inside that transaction, and before the server gets them. */
  atNextWrite(work: () => void): void;
  /** Breaks the connection at the next COMMIT of a transaction with visits: before the server gets it, or after, so that only its answer is lost. */
  cutAtNextCommit(when: 'before' | 'after', done: () => void): void;
  /** Breaks all connections, and refuses further ones. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

const WRITES = /insert into "?visit"?\b/i;
const COMMITS = /\bcommit\0/i;

export async function cuttableConnections(postgres: string): Promise<CuttableConnections> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-between-'));
  const open = new Set<Socket>();
  let [isCut, wroteAt] = [false, 0];
  let onWrite: (() => void) | null = null;
  let onCommit: { readonly when: 'before' | 'after'; readonly done: () => void } | null = null;
  const server = createServer((worker) => {
    if (isCut) {
      worker.destroy();
      return;
    }
    const database = connect(postgres);
    const both = [worker, database];
    let hasWritten = false;
    const end = () => {
      for (const socket of both) socket.destroy();
      for (const socket of both) open.delete(socket);
    };
    for (const socket of both) {
      open.add(socket);
      socket.on('error', end);
      socket.on('close', end);
    }
    database.on('data', (data) => worker.write(data));
    worker.on('data', (data) => {
      const text = data.toString('latin1');
      if (WRITES.test(text)) {
        hasWritten = true;
        wroteAt = performance.now();
        onWrite?.();
        onWrite = null;
      }
      if (hasWritten && COMMITS.test(text)) {
        hasWritten = false;
        if (onCommit !== null) {
          const { when, done } = onCommit;
          onCommit = null;
          worker.destroy();
          // The server gets the end of the connection after the COMMIT, or instead of it.
          if (when === 'after') database.end(data);
          done();
          return;
        }
      }
      database.write(data);
    });
  });
  server.listen(join(folder, '.s.PGSQL.5432'));
  await once(server, 'listening');
  return {
    folder,
    get wroteAt() {
      return wroteAt;
    },
    atNextWrite(work) {
      onWrite = work;
    },
    cutAtNextCommit(when, done) {
      onCommit = { when, done };
    },
    cut() {
      isCut = true;
      for (const socket of [...open]) socket.destroy();
    },
    restore() {
      isCut = false;
    },
    async close() {
      for (const socket of [...open]) socket.destroy();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
