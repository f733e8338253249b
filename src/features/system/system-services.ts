import { arch, availableParallelism, freemem, hostname, platform, release, totalmem } from 'node:os';
import type { Supervisor } from '../../base/index.ts';
import { messages, type UnsentMessages } from '../../cli/crawl/after-run.ts';
import { ERROR, type LineSink, LogLines, problemIn, problemInWords, shortLine } from '../../cli/log-lines.ts';
import { databaseBytes } from '../../cli/of-other-features.ts';
import { packageFacts } from '../../config/index.ts';
import type { Store } from '../../database/store.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { ServicesOf } from '../../http/services.ts';
import type { Schedules, ServerContext } from '../feature.ts';
import type { systemEndpoints } from './system-endpoints.ts';

/** What runs for as long as the server does. */
export interface ServerTasks {
  readonly supervisor: Pick<Supervisor, 'statuses' | 'retryFailed'>;
  readonly threads: Pick<ServerContext['threads'], 'statuses' | 'lost'>;
  readonly schedules: Pick<Schedules, 'failedStarts' | 'lateness'>;
}

/** None where no feature sends messages. */
export const unsentMessages = async (store: Store): Promise<UnsentMessages> =>
  (await messages.added?.unsent(store)) ?? { waiting: 0, dead: 0, oldestWaiting: null };

/** At most this many runs that could not begin are listed, the most overdue first. */
const MOST_LATE = 20;

/** For the administrators. `log` is null for a server that writes none. */
export function systemServices(
  { store, config, runs }: ServiceContext,
  { supervisor, threads, schedules }: ServerTasks,
  log: KeptLog | null,
): ServicesOf<typeof systemEndpoints> {
  const loadOf = processorShare();
  return {
    showSystem: async () => ({
      machine: {
        version: packageFacts().version,
        node: process.version.slice(1),
        platform: `${platform()} ${release()}, ${arch()}`,
        host: hostname(),
        startedAt: Math.round(performance.timeOrigin),
        processors: availableParallelism(),
        load: loadOf(),
        memory: { used: process.memoryUsage.rss(), free: freemem(), all: totalmem() },
      },
      database: {
        kind: config.databaseUrl === '' ? 'sqlite' : 'postgres',
        bytes: (await databaseBytes.added?.(store)) ?? 0,
      },
      runs: runs.updates().map(({ progress, ...run }) => ({ ...progress, ...run })),
      tasks: supervisor.statuses(),
      threads: threads.statuses(),
      lateRuns: schedules.failedStarts().slice(0, MOST_LATE),
      messages: await unsentMessages(store),
      log: log?.lines() ?? [],
    }),
  };
}

/** The shortest time over which a share is measured, in milliseconds. */
const MEASURED = 10_000;

/** Measured over the last ten seconds or more, however often it is called: two callers must not shorten each other's window. */
function processorShare(): () => number {
  let before = { used: process.cpuUsage(), at: 0 };
  let last: number | null = null;
  return () => {
    const at = performance.now();
    if (last !== null && at - before.at < MEASURED) return last;
    const { user, system } = process.cpuUsage(before.used);
    last = Math.round((100 * (user + system)) / Math.max((at - before.at) * 1000, 1)) / 100;
    before = { used: process.cpuUsage(), at };
    return last;
  };
}

/** A warning or an error from the log. */
interface KeptLine {
  /** When it was last logged. */
  readonly at: number;
  readonly level: 'warning' | 'error';
  readonly says: string;
  /** How often it was logged since the program started, as far as it is remembered. */
  readonly times: number;
}

/** Enough to see what is wrong; the whole log is where the operator sends it. */
const MOST = 100;

/** Passes the log on, and remembers its last warnings and errors for the administrators, each once. */
export class KeptLog implements LineSink {
  readonly #next: LogLines;
  /** By level and words, the newest last. */
  readonly #kept = new Map<string, KeptLine>();

  constructor(next: LineSink) {
    this.#next = new LogLines(next);
  }

  write(written: string): void {
    const line = shortLine(written);
    this.#next.write(line);
    const problem = problemIn(line);
    if (problem === null) return;
    const level = problem.level >= ERROR ? 'error' : 'warning';
    const says = problemInWords(problem);
    const key = `${level} ${says}`;
    const times = (this.#kept.get(key)?.times ?? 0) + 1;
    this.#kept.delete(key);
    this.#kept.set(key, { at: problem.time, level, says, times });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** The newest first. */
  lines(): readonly KeptLine[] {
    return [...this.#kept.values()].toReversed();
  }

  close(): void {
    this.#next.close();
  }
}
