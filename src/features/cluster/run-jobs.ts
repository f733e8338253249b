import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { connectionsOfWorker } from '../../database/open-store.ts';
import { serverName } from '../../database/postgres/open-postgres.ts';
import { postgresFailure } from '../../database/postgres/postgres-failure.ts';
import type { StatementRunner } from '../../database/postgres/statement-runner.ts';
import { JOB_LEASE, LOOK_FOR_EXPIRED, LOOK_FOR_EXPIRED_BY_OTHERS, RETRY_AFTER } from './lease-times.ts';
import { type DeadLetter, jobSchema } from './tables/job-queues.ts';
import type { HostJobKey, HostJobQueue } from './tables/open-host-jobs.ts';
import type { TriedJob } from './tables/stored-try.ts';

/** `run`: a whole run, or the plan or the end of a distributed one. `host-job`: one host of a distributed run. */
type JobKind = 'run' | 'host-job';

/** One try of a job: the fencing token of its worker's writes. */
export interface JobTry {
  readonly kind: JobKind;
  readonly id: string;
  readonly retryCount: number;
}

/** A job of the queue of runs. `isEnd`: only the end of the run is missing. */
export interface RunJob extends JobTry {
  readonly kind: 'run';
  readonly clusterRunId: string;
  readonly isEnd: boolean;
}

export interface HostJob extends JobTry {
  readonly kind: 'host-job';
  readonly key: HostJobKey;
}

/** The result of `touch` in pg-boss; its published types lack it. */
interface Touched {
  readonly settled: readonly string[];
}

/** A job that was given up, and the queue of dead letters that it is in. */
type GivenUp = Pick<DeadLetter, 'id' | 'queue' | 'jobId' | 'deadQueue'>;

const DEAD_LETTERS = { run: 'run-dead', 'host-job': 'host-job-dead' } as const satisfies Record<
  JobKind,
  string
>;
/** A worker that stops gives its jobs back, which counts as a try. A run that its workers do not survive is paused long before (`MOST_DEATHS`). */
const MOST_TRIES = 1000;
/** The longest time that pg-boss allows, in seconds. After it, the job is retried, and the run resumes. */
const LONGEST = 24 * 3600 - 1;

/** Retries until the lease on the job ends: until then, no other worker takes a job whose end is not stored. */
async function whileLeased(report: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + JOB_LEASE;
  for (;;)
    try {
      await report();
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      await setTimeout(RETRY_AFTER);
    }
}

/** How long an idle connection is kept, in milliseconds: opening one takes longer than a statement. */
const KEPT_FOR = 60_000;
/** Adds options to those in the address, because options in an address override those given to the driver. */
function withOptions(url: string, options: string): string {
  const parsed = new URL(url);
  const given = parsed.searchParams.get('options') ?? '';
  parsed.searchParams.set('options', `${given} ${options}`.trim());
  // The server does not decode a plus sign as a space.
  parsed.search = parsed.search.replaceAll('+', '%20');
  return parsed.href;
}

/**
 * The jobs of a cluster. None has a singleton key: pg-boss caches such keys for a minute, which would delay a takeover. Instead, a project has one
 * open cluster run, and the row of a host job names its job.
 */
export class RunJobs implements HostJobQueue {
  readonly #boss: PgBoss;
  readonly #onError: (error: Error) => void;
  #supervising: Promise<void> | null = null;
  #supervisedAt = Number.NEGATIVE_INFINITY;

  private constructor(boss: PgBoss, onError: (error: Error) => void) {
    this.#boss = boss;
    this.#onError = onError;
  }

  /** Creates the tables of the queue, unless another process has done so. Throws STORE_UNREACHABLE and other failures of the database. */
  static async open(url: string, onError: (error: Error) => void): Promise<RunJobs> {
    // pg-boss passes these options to the driver unchanged.
    const { Client, options } = await connectionsOfWorker();
    const driver = { idleTimeoutMillis: KEPT_FOR, Client };
    const boss = new PgBoss({
      connectionString: withOptions(url, options),
      application_name: 'tidemark jobs',
      schema: jobSchema,
      max: 3,
      schedule: false,
      // Otherwise every process would look for expired jobs once a second; instead, the nodes agree on one node that does.
      supervise: false,
      // Shorter than the time between two looks, which then is the effective interval.
      monitorIntervalSeconds: 1,
      // Otherwise it would read the statistics of the server every second.
      monitorVacuum: false,
      ...driver,
    });
    boss.on('error', onError);
    try {
      await boss.start();
      for (const kind of ['run', 'host-job'] as const) {
        await boss.createQueue(DEAD_LETTERS[kind]);
        await boss.createQueue(kind, {
          policy: 'standard',
          heartbeatSeconds: JOB_LEASE / 1000,
          retryLimit: MOST_TRIES,
          expireInSeconds: LONGEST,
          deadLetter: DEAD_LETTERS[kind],
        });
        // Fills the cache of pg-boss here, so that no transaction waits for a second connection.
        await boss.getQueue(kind);
      }
    } catch (cause) {
      await boss.stop({ graceful: false }).catch(() => undefined);
      throw postgresFailure(cause, serverName(url));
    }
    return new RunJobs(boss, onError);
  }

  /** Called inside the transaction that adds the run. */
  async send(id: string, project: string, statements: StatementRunner): Promise<void> {
    await this.#boss.send('run', { project }, { id, db: statements });
  }

  sendHostJobs: HostJobQueue['sendHostJobs'] = async (hostJobs, statements) => {
    const jobs = hostJobs.map(({ jobId, ...key }) => ({ id: jobId, data: key }));
    await this.#boss.insert('host-job', jobs, { db: statements });
  };

  sendFinish: HostJobQueue['sendFinish'] = async (clusterRunId, statements) => {
    await this.#boss.send('run', { ends: clusterRunId }, { id: randomUUID(), db: statements });
  };

  async takeRuns(most: number): Promise<readonly RunJob[]> {
    const jobs = await this.#boss.fetch<{ readonly ends?: string }>('run', {
      batchSize: most,
      includeMetadata: true,
    });
    return jobs.map(({ id, retryCount, data }) => ({
      kind: 'run',
      id,
      retryCount,
      clusterRunId: data.ends ?? id,
      isEnd: data.ends !== undefined,
    }));
  }

  async takeHostJobs(most: number): Promise<readonly HostJob[]> {
    const jobs = await this.#boss.fetch<HostJobKey>('host-job', {
      batchSize: most,
      includeMetadata: true,
    });
    return jobs.map(({ id, retryCount, data }) => ({ kind: 'host-job', id, retryCount, key: data }));
  }

  /** Sends a heartbeat for jobs, and returns the ids of those whose lease has not ended. In a transaction, the leases are held until its end. */
  async heartbeat(tries: readonly JobTry[], statements?: StatementRunner): Promise<ReadonlySet<string>> {
    const held = new Set<string>();
    const sorted = tries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const options = statements === undefined ? {} : { db: statements };
    for (const kind of ['run', 'host-job'] as const) {
      const ofKind = sorted.filter((each) => each.kind === kind);
      if (ofKind.length === 0) continue;
      const attempts = ofKind.map(({ id, retryCount }) => ({ id, retryCount }));
      const { settled } = (await this.#boss.touch(kind, attempts, options)) as Touched;
      for (const id of settled) held.add(id);
    }
    return held;
  }

  /** Deletes the job. The run itself stores its results. */
  async done({ kind, id, retryCount }: JobTry): Promise<void> {
    await whileLeased(() => this.#boss.deleteJob(kind, { id, retryCount }));
  }

  /** Lets another worker take it at once. `noteNext` gets the next try: this worker is well, so what is lost is counted from there. */
  async giveBack(
    { kind, id, retryCount }: JobTry,
    noteNext: (next: TriedJob) => Promise<void>,
  ): Promise<void> {
    await whileLeased(async () => {
      await noteNext({ id, retryCount: retryCount + 1 });
      await this.#boss.fail(kind, { id, retryCount });
    });
  }

  /** From now on no worker takes it. Called inside the transaction that ends the run. */
  async withdraw(id: string, statements: StatementRunner): Promise<void> {
    await this.#boss.deleteJob('run', id, { db: statements });
  }

  /** Called inside the transaction that reopens the run. */
  async retryGivenUp(letter: GivenUp, statements: StatementRunner): Promise<void> {
    await this.#boss.retry(letter.queue, letter.jobId, { db: statements });
    await this.#boss.deleteJob(letter.deadQueue, letter.id, { db: statements });
  }

  async removeDeadLetter({ deadQueue, id }: GivenUp): Promise<void> {
    await this.#boss.deleteJob(deadQueue, id);
  }

  /** Gives expired jobs to other workers, and deletes finished ones. Called about once a second; `isOurs` is true in one node. */
  supervise(isOurs: boolean): void {
    const every = isOurs ? LOOK_FOR_EXPIRED : LOOK_FOR_EXPIRED_BY_OTHERS;
    if (performance.now() - this.#supervisedAt < every) return;
    this.#supervisedAt = performance.now();
    this.#supervising ??= this.#boss
      .supervise()
      .catch((error: Error) => this.#onError(error))
      .finally(() => {
        this.#supervising = null;
      });
  }

  async close(): Promise<void> {
    await this.#supervising;
    await this.#boss.stop({ graceful: false });
  }
}
