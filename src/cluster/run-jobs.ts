import { PgBoss } from 'pg-boss';
import { type DeadLetter, jobSchema, type StatementRunner } from '../store/index.ts';

/** One try of a job: what fences the writes of whoever took it. */
export interface JobTry {
  readonly id: string;
  readonly retryCount: number;
}

/** What pg-boss answers to `touch`; its published types leave it out. */
interface Touched {
  readonly affected: number;
  readonly settled: readonly string[];
}

/** A job that was given up, and where it lies. */
type GivenUp = Pick<DeadLetter, 'id' | 'queue' | 'jobId' | 'deadQueue'>;

const QUEUE = 'run';
const DEAD_LETTERS = 'run-dead';
/** Seconds without a sign of life after which a job goes to somebody else. pg-boss allows no less. */
const HEARTBEAT = 10;
/** How often it looks for such jobs, in seconds. */
const MONITOR = 2;
/** Stopping a worker gives its jobs back, and that counts: only a run that ends its workers again and again comes this far. */
const MOST_TRIES = 1000;
/** The longest that pg-boss allows, in seconds: then the job begins anew and the run goes on where it was. */
const LONGEST = 24 * 3600 - 1;

/** A worker that stands still inside a transaction of the queue must not keep others from looking after its jobs. Milliseconds. */
const LONGEST_STANDSTILL = 8000;

function withoutStandstill(url: string): string {
  const parsed = new URL(url);
  const given = parsed.searchParams.get('options') ?? '';
  const limit = `-c idle_in_transaction_session_timeout=${LONGEST_STANDSTILL}`;
  parsed.searchParams.set('options', `${given} ${limit}`.trim());
  // A plus sign would reach the server as it is.
  parsed.search = parsed.search.replaceAll('+', '%20');
  return parsed.href;
}

/** The jobs of a cluster: each is a run of a project, and of one project only one is worked on at a time. */
export class RunJobs {
  readonly #boss: PgBoss;

  private constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  /** Creates what the queue needs in the database, once, whoever comes first. */
  static async open(url: string, onError: (error: Error) => void): Promise<RunJobs> {
    const boss = new PgBoss({
      connectionString: withoutStandstill(url),
      application_name: 'tidemark jobs',
      schema: jobSchema,
      max: 3,
      schedule: false,
      superviseIntervalSeconds: 1,
      monitorIntervalSeconds: MONITOR,
    });
    boss.on('error', onError);
    await boss.start();
    await boss.createQueue(DEAD_LETTERS);
    await boss.createQueue(QUEUE, {
      policy: 'singleton',
      heartbeatSeconds: HEARTBEAT,
      retryLimit: MOST_TRIES,
      expireInSeconds: LONGEST,
      deadLetter: DEAD_LETTERS,
    });
    // Here, so that no transaction has to wait for a second connection.
    await boss.getQueue(QUEUE);
    return new RunJobs(boss);
  }

  /** Inside the transaction that notes what is to be run. */
  async send(id: string, project: string, statements: StatementRunner): Promise<void> {
    await this.#boss.send(QUEUE, { project }, { id, singletonKey: project, db: statements });
  }

  async take(most: number): Promise<readonly JobTry[]> {
    const jobs = await this.#boss.fetch(QUEUE, { batchSize: most, includeMetadata: true });
    return jobs.map(({ id, retryCount }) => ({ id, retryCount }));
  }

  /** A sign of life for jobs: the ids of those that are still held. */
  async hold(tries: readonly JobTry[]): Promise<ReadonlySet<string>> {
    if (tries.length === 0) return new Set();
    const { settled } = (await this.#boss.touch(QUEUE, [...tries])) as Touched;
    return new Set(settled);
  }

  /** The same for one, inside a transaction, which keeps the job until it ends. */
  async confirm(held: JobTry, statements: StatementRunner): Promise<boolean> {
    const { affected } = (await this.#boss.touch(QUEUE, held, { db: statements })) as Touched;
    return affected === 1;
  }

  async done(held: JobTry): Promise<void> {
    await this.#boss.complete(QUEUE, held);
  }

  /** Lets somebody else take it at once. */
  async giveBack(held: JobTry): Promise<void> {
    await this.#boss.fail(QUEUE, held);
  }

  /** Whether nobody will take it any more. */
  async isGivenUp(id: string): Promise<boolean> {
    const [job] = await this.#boss.findJobs(QUEUE, { id });
    return job === undefined || job.state === 'failed' || job.state === 'cancelled';
  }

  /** Inside the transaction that notes so. */
  async retryGivenUp(letter: GivenUp, statements: StatementRunner): Promise<void> {
    await this.#boss.retry(letter.queue, letter.jobId, { db: statements });
    await this.#boss.deleteJob(letter.deadQueue, letter.id, { db: statements });
  }

  async removeDeadLetter({ deadQueue, id }: GivenUp): Promise<void> {
    await this.#boss.deleteJob(deadQueue, id);
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }
}
