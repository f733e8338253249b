import pg from 'pg';
import { StoreError } from '../errors.ts';
import type { ProjectClaim } from '../store.ts';
import { advisoryClass } from './postgres-dialect.ts';

/**
 * The right to write a project: an advisory lock of a session of its own, which the server drops with the
 * connection, and so with the process.
 */
export async function lockProject(config: pg.ClientConfig, projectId: number): Promise<ProjectClaim> {
  const client = new pg.Client(config);
  // A broken connection shows at the next commit; without a listener it would end the process here.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS free', [
      advisoryClass,
      projectId,
    ]);
    if (rows[0]?.free !== true) {
      throw new StoreError('STORE_LOCKED', refusal(await ownerOf(client, projectId)));
    }
    return { release: () => client.end() };
  } catch (cause) {
    await client.end();
    throw cause;
  }
}

interface Owner {
  readonly name: string;
  readonly address: string | null;
  readonly since: Date;
}

async function ownerOf(client: pg.Client, projectId: number): Promise<Owner | undefined> {
  const { rows } = await client.query<Owner>(
    `SELECT application_name AS name, client_addr AS address, backend_start AS since
     FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid = $2
       AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [advisoryClass, projectId],
  );
  return rows[0];
}

function refusal(owner: Owner | undefined): string {
  const advice = 'Wait for it or stop it. Reading commands work meanwhile.';
  if (owner === undefined) return `The project is being written by another process. ${advice}`;
  const from = owner.address === null ? '' : ` from ${owner.address}`;
  return `The project is being written by "${owner.name}"${from}, since ${owner.since.toISOString()}. ${advice}`;
}
