import pg from 'pg';
import type { ClaimKind } from '../database.ts';
import { StoreError } from '../errors.ts';
import type { ProjectClaim } from '../store.ts';
import { advisoryClass } from './postgres-dialect.ts';

interface ProjectLocks {
  /** Throws STORE_LOCKED, naming the owner, while another process or another crawl of this one has the project. */
  claim(projectId: number, how: ClaimKind): Promise<ProjectClaim>;
  /** Throws STORE_UNREACHABLE when a claim of this process was lost. */
  refuseLost(projectId: number): void;
}

/**
 * The right to write a project: an advisory lock of a separate session, which the server releases with the connection, and so with the
 * process. A connection can also break while the process lives on; from then on, its commits are refused.
 */
export function projectLocks(
  config: pg.ClientConfig,
  where: string,
  /** Ends claims of processes whose names begin with this: for workers, whose lease excludes other workers from the project. */
  endsClaimsOf: string | null = null,
): ProjectLocks {
  const lost = new Set<number>();
  return {
    async claim(projectId, how) {
      const client = new pg.Client(config);
      let held = false;
      // Also listens for errors, because an error without a listener would end the process.
      const onBreak = () => {
        if (held) lost.add(projectId);
      };
      client.on('error', onBreak).on('end', onBreak);
      await client.connect();
      try {
        await client.query(staysOpen);
        await lock(client, projectId, how, endsClaimsOf);
      } catch (cause) {
        await client.end();
        throw cause;
      }
      held = true;
      lost.delete(projectId);
      return {
        async release() {
          held = false;
          await client.end();
        },
      };
    },
    refuseLost(projectId) {
      if (!lost.has(projectId)) return;
      throw new StoreError(
        'STORE_UNREACHABLE',
        `The connection to the database at ${where} that held the project was lost; another process may have the project now. Resume the crawl.`,
      );
    },
  };
}

/**
 * The session is idle while a crawl goes on, so servers that close idle sessions must not close this one. Keep-alive probes
 * end the session within two minutes when the client's machine is gone. Older servers lack some of these settings.
 */
const staysOpen = `SELECT set_config(name, value, false) FROM pg_settings JOIN (VALUES
  ('idle_session_timeout', '0'), ('tcp_keepalives_idle', '60'), ('tcp_keepalives_interval', '10'), ('tcp_keepalives_count', '6')
  ) AS wanted (name, value) USING (name)`;

async function lock(
  client: pg.Client,
  projectId: number,
  how: ClaimKind,
  endsClaimsOf: string | null,
): Promise<void> {
  const tryLock = how === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
  for (let attempt = 1; ; attempt++) {
    const { rows } = await client.query<{ free: boolean }>(`SELECT ${tryLock}($1, $2) AS free`, [
      advisoryClass,
      projectId,
    ]);
    if (rows[0]?.free === true) return;
    const owner = await ownerOf(client, projectId);
    const isOurs = endsClaimsOf !== null && owner?.name.startsWith(endsClaimsOf) === true;
    if (!isOurs || attempt > MOST_ENDED) throw new StoreError('STORE_LOCKED', refusal(owner));
    // A worker that hangs keeps its connection. Waits up to a second until the server has ended it.
    await client.query('SELECT pg_terminate_backend($1, 1000)', [owner.pid]);
  }
}

/** A claim that remains after this many attempts to end it belongs to a process that this one may not end. */
const MOST_ENDED = 10;

interface Owner {
  readonly pid: number;
  readonly name: string;
  readonly address: string | null;
  readonly since: Date;
}

async function ownerOf(client: pg.Client, projectId: number): Promise<Owner | undefined> {
  const { rows } = await client.query<Owner>(
    `SELECT pid, application_name AS name, client_addr AS address, backend_start AS since
     FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid = $2
       AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [advisoryClass, projectId],
  );
  return rows[0];
}

function refusal(owner: Owner | undefined): string {
  const advice = 'Wait for it or stop it. Commands that only read work in the meantime.';
  if (owner === undefined) return `Another process is writing to the project. ${advice}`;
  const from = owner.address === null ? '' : ` from ${owner.address}`;
  return `"${owner.name}"${from} is writing to the project, since ${owner.since.toISOString()}. ${advice}`;
}
