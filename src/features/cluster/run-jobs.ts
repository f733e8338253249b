import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { connectionsOfWorker } from '../../database/open-store.ts';
import type { StatementRunner } from '../../database/postgres/statement-runner.ts';
import { JOB_LEASE, LOOK_FOR_EXPIRED, LOOK_FOR_EXPIRED_BY_OTHERS } from './lease-times.ts';
import type { HostJobQueue } from './tables/host-job-records.ts';
import { type DeadLetter, jobSchema } from './tables/job-queues.ts';
import type { HostJobPlace, SentHostJob } from './tables/open-hosts.ts';

/** `run`: a whole run, or the plan or the end of a shared one. `share`: one host of a shared run. */
type JobKind = 'run' | 'share';

/** One try of a job: the fencing token of its worker's writes. */
export interface JobTry {
  readonly kind: JobKind;
  readonly id: string;
  readonly retryCount: number;
}

/** A job of the queue of runs: the id under which the run was handed over, and whether only its end is missing. */
export interface RunJob extends JobTry {
  readonly kind: 'run';
  readonly handedId: string;
  readonly isEnd: boolean;
}

export interface HostJob extends JobTry {
  readonly kind: 'share';
  readonly place: HostJobPlace;
}

/** What pg-boss answers to `touch`; its published types leave it out. */
interface Touched {
  readonly settled: readonly string[];
}

/** A job that was given up, and where it lies. */
type GivenUp = Pick<DeadLetter, 'id' | 'queue' | 'jobId' | 'deadQueue'>;

const DEAD_LETTERS = { run: 'run-dead', share: 'share-dead' } as const satisfies Record<JobKind, string>;
/** Stopping a worker gives its jobs back, and that counts: only a run that ends its workers again and again comes this far. */
const MOST_TRIES = 1000;
/** The longest that pg-boss allows, in seconds: then the job begins anew and the run goes on where it was. */
const LONGEST = 24 * 3600 - 1;

/** How long to wait before the end of a job is reported again, in milliseconds. */
const TELL_AGAIN = 500;

/** Tries until the lease on the job has ended: until then, no other worker takes a job whose end was not stored. */
async function whileLeased(tell: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + JOB_LEASE;
  for (;;)
    try {
      await tell();
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      await setTimeout(TELL_AGAIN);
    }
}

/** How long an unused connection is kept, in milliseconds: to open one again takes the server longer than what is done with it. */
const KEPT_FOR = 60_000;
/** An address may have options of its own, which count more than those that the driver is given. */
function withOptions(url: string, options: string): string {
  const parsed = new URL(url);
  const given = parsed.searchParams.get('options') ?? '';
  parsed.searchParams.set('options', `${given} ${options}`.trim());
  // A plus sign would reach the server as it is.
  parsed.search = parsed.search.replaceAll('+', '%20');
  return parsed.href;
}

/**
 * The jobs of a cluster. None of them has a key of which one is worked on at a time: pg-boss keeps a list of such keys for a minute, so that a
 * job whose worker was killed was not taken by anybody who had seen it at work. A project has one run that was handed over, and
 * the row of a host job names its job.
 */
export class RunJobs implements HostJobQueue {
  readonly #boss: PgBoss;
  readonly #onError: (error: Error) => void;
  #lookingAfter: Promise<void> | null = null;
  #lookedAfter = Number.NEGATIVE_INFINITY;

  private constructor(boss: PgBoss, onError: (error: Error) => void) {
    this.#boss = boss;
    this.#onError = onError;
  }

  /** Creates what the queue needs in the database, unless another process has done so. */
  static async open(url: string, onError: (error: Error) => void): Promise<RunJobs> {
    // What pg-boss hands to the driver as it is.
    const { Client, options } = await connectionsOfWorker();
    const driver = { idleTimeoutMillis: KEPT_FOR, Client };
    const boss = new PgBoss({
      connectionString: withOptions(url, options),
      application_name: 'tidemark jobs',
      schema: jobSchema,
      max: 3,
      schedule: false,
      // Every process would look after the jobs once a second, however many there are: the nodes agree on one of them.
      supervise: false,
      // Less than the time between two looks, which counts.
      monitorIntervalSeconds: 1,
      // It would look at the statistics of the server every second.
      monitorVacuum: false,
      ...driver,
    });
    boss.on('error', onError);
    await boss.start();
    for (const kind of ['run', 'share'] as const) {
      await boss.createQueue(DEAD_LETTERS[kind]);
      await boss.createQueue(kind, {
        policy: 'standard',
        heartbeatSeconds: JOB_LEASE / 1000,
        retryLimit: MOST_TRIES,
        expireInSeconds: LONGEST,
        deadLetter: DEAD_LETTERS[kind],
      });
      // Here, so that no transaction has to wait for a second connection.
      await boss.getQueue(kind);
    }
    return new RunJobs(boss, onError);
  }

  /** Inside the transaction that notes what is to be run. */
  async send(id: string, project: string, statements: StatementRunner): Promise<void> {
    await this.#boss.send('run', { project }, { id, db: statements });
  }

  sendHostJobs: HostJobQueue['sendHostJobs'] = async (hostJobs, statements) => {
    const jobs = hostJobs.map(({ jobId, ...place }: SentHostJob) => ({ id: jobId, data: place }));
    await this.#boss.insert('share', jobs, { db: statements });
  };

  sendFinish: HostJobQueue['sendFinish'] = async (handedId, statements) => {
    await this.#boss.send('run', { ends: handedId }, { id: randomUUID(), db: statements });
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
      handedId: data.ends ?? id,
      isEnd: data.ends !== undefined,
    }));
  }

  async takeHostJobs(most: number): Promise<readonly HostJob[]> {
    const jobs = await this.#boss.fetch<HostJobPlace>('share', {
      batchSize: most,
      includeMetadata: true,
    });
    return jobs.map(({ id, retryCount, data }) => ({ kind: 'share', id, retryCount, place: data }));
  }

  /** Sends a heartbeat for jobs, and returns the ids of those whose lease has not ended. Inside a transaction, it keeps them until that ends. */
  async heartbeat(tries: readonly JobTry[], statements?: StatementRunner): Promise<ReadonlySet<string>> {
    const held = new Set<string>();
    const sorted = tries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const options = statements === undefined ? {} : { db: statements };
    for (const kind of ['run', 'share'] as const) {
      const ofKind = sorted.filter((each) => each.kind === kind);
      if (ofKind.length === 0) continue;
      const attempts = ofKind.map(({ id, retryCount }) => ({ id, retryCount }));
      const { settled } = (await this.#boss.touch(kind, attempts, options)) as Touched;
      for (const id of settled) held.add(id);
    }
    return held;
  }

  /** The run itself says what was done. */
  async done({ kind, id, retryCount }: JobTry): Promise<void> {
    await whileLeased(() => this.#boss.deleteJob(kind, { id, retryCount }));
  }

  /** Lets another worker take it at once. */
  async giveBack({ kind, id, retryCount }: JobTry): Promise<void> {
    await whileLeased(() => this.#boss.fail(kind, { id, retryCount }));
  }

  /** From now on no worker takes it. Inside the transaction that notes so. */
  async withdraw(id: string, statements: StatementRunner): Promise<void> {
    await this.#boss.deleteJob('run', id, { db: statements });
  }

  /** Inside the transaction that notes so. */
  async retryGivenUp(letter: GivenUp, statements: StatementRunner): Promise<void> {
    await this.#boss.retry(letter.queue, letter.jobId, { db: statements });
    await this.#boss.deleteJob(letter.deadQueue, letter.id, { db: statements });
  }

  async removeDeadLetter({ deadQueue, id }: GivenUp): Promise<void> {
    await this.#boss.deleteJob(deadQueue, id);
  }

  /** Jobs whose workers are gone go to others, and those that are done are cleared away. To be called about once a second; `isOurs` is true in one node. */
  lookAfter(isOurs: boolean): void {
    const every = isOurs ? LOOK_FOR_EXPIRED : LOOK_FOR_EXPIRED_BY_OTHERS;
    if (performance.now() - this.#lookedAfter < every) return;
    this.#lookedAfter = performance.now();
    this.#lookingAfter ??= this.#boss
      .supervise()
      .catch((error: Error) => this.#onError(error))
      .finally(() => {
        this.#lookingAfter = null;
      });
  }

  async close(): Promise<void> {
    await this.#lookingAfter;
    await this.#boss.stop({ graceful: false });
  }
}
