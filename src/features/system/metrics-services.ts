import { Cooldown } from '../../base/index.ts';
import { databaseBytes } from '../../cli/of-other-features.ts';
import { packageFacts } from '../../config/index.ts';
import { gauge, type Metric, metricsText, metricsType } from '../../http/metrics/metric.ts';
import type { RequestMeter } from '../../http/metrics/request-meter.ts';
import type { RunMeter } from '../../http/metrics/run-meter.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { ServicesOf } from '../../http/services.ts';
import type { ProcessMeter } from './process-meter.ts';
import type { serverEndpoints } from './server-endpoints.ts';
import { type ServerTasks, unsentMessages } from './system-services.ts';

/** Meters that count while the server runs. */
interface Meters {
  readonly requests: RequestMeter;
  readonly runs: RunMeter;
  readonly process: ProcessMeter;
  /** What features count in the database. */
  readonly ofFeatures: () => Promise<readonly Metric[]>;
}

export function metricsServices(
  context: ServiceContext,
  tasks: ServerTasks,
  meters: Meters,
): Pick<ServicesOf<typeof serverEndpoints>, 'showMetrics'> {
  const stored = storedFigures(context, meters);
  return {
    showMetrics: async () => {
      const metrics = [
        ...meters.requests.metrics(),
        ...runsUnderWay(context),
        ...meters.runs.metrics(),
        ...(await stored()),
        ...taskMetrics(tasks),
        ...threadMetrics(tasks),
        ...meters.process.metrics(),
      ];
      return {
        type: metricsType,
        body: Buffer.from(metricsText(metrics)),
        etag: null,
        lastModified: null,
        policy: 'data',
      };
    },
  };
}

function runsUnderWay({ runs }: ServiceContext): readonly Metric[] {
  const running = runs.updates().filter(({ state }) => state === 'running');
  const sum = (of: 'queued' | 'inFlight') => running.reduce((total, { progress }) => total + progress[of], 0);
  return [
    gauge('tidemark_runs_under_way', 'Runs that are under way in this process.', running.length),
    gauge('tidemark_pages_queued', 'Pages that those runs still have to visit.', sum('queued')),
    gauge('tidemark_pages_in_flight', 'Pages that are being fetched.', sum('inFlight')),
  ];
}

/** The scheduler is one of the tasks. */
function taskMetrics({ supervisor, schedules }: ServerTasks): readonly Metric[] {
  const tasks = supervisor.statuses();
  return [
    {
      name: 'tidemark_task_up',
      says: 'Whether a background task works; 0 while it is failing.',
      kind: 'gauge',
      samples: tasks.map(({ name, isAlive }) => ({ labels: { task: name }, value: isAlive ? 1 : 0 })),
    },
    {
      name: 'tidemark_task_restarts_total',
      says: 'Rounds of a background task that were repeated after a failure.',
      kind: 'counter',
      samples: tasks.map(({ name, restarts }) => ({ labels: { task: name }, value: restarts })),
    },
    gauge(
      'tidemark_schedule_lateness_seconds',
      'How late the most overdue scheduled run is that has not begun.',
      schedules.lateness() / 1000,
    ),
    gauge(
      'tidemark_schedule_failed_starts',
      'Scheduled runs that could not begin and are tried again.',
      schedules.failedStarts().length,
    ),
  ];
}

/** Does not name what the threads work on: everybody can read the metrics where the operator opens them. */
function threadMetrics({ threads }: ServerTasks): readonly Metric[] {
  return [
    {
      name: 'tidemark_thread_silent_seconds',
      says: 'How long a thread for runs has sent no heartbeat.',
      kind: 'gauge',
      samples: threads.statuses().map(({ number, silentFor }) => ({
        labels: { thread: String(number) },
        value: Math.round(silentFor) / 1000,
      })),
    },
    {
      name: 'tidemark_threads_lost_total',
      says: 'Threads for runs that ended before their work, and were replaced.',
      kind: 'counter',
      samples: [{ value: threads.lost }],
    },
  ];
}

/** A database that does not answer must not hide the other metrics: they are needed most at that time. */
function storedFigures({ store }: ServiceContext, { ofFeatures }: Meters): () => Promise<readonly Metric[]> {
  const facts = gauge('tidemark_info', 'The version of the program.', 1, { version: packageFacts().version });
  // This looks at all projects, of which there may be very many: not on every request.
  const cooldown = new Cooldown();
  let trouble = { paused: 0, failing: 0 };
  return async () => {
    try {
      const { waiting, dead, oldestWaiting } = await unsentMessages(store);
      const bytes = (await databaseBytes.added?.(store)) ?? 0;
      await cooldown.do(async () => {
        trouble = await store.runs.inTrouble();
      });
      return [
        facts,
        gauge('tidemark_database_up', 'Whether the database answers.', 1),
        gauge('tidemark_outbox_waiting', 'Messages that are not sent yet.', waiting),
        gauge('tidemark_outbox_dead', 'Messages that were given up.', dead),
        gauge(
          'tidemark_outbox_oldest_waiting_seconds',
          'How long the oldest message that is due waits to be sent; 0 when none is due.',
          oldestWaiting === null ? 0 : Math.max(Date.now() - oldestWaiting, 0) / 1000,
        ),
        gauge('tidemark_projects_failing', 'Projects whose last run read no page at all.', trouble.failing),
        gauge(
          'tidemark_runs_paused',
          'Projects whose last run was paused by a user, by a limit or by a failure.',
          trouble.paused,
        ),
        gauge('tidemark_database_bytes', 'What the database takes on disk.', bytes),
        ...(await ofFeatures()),
      ];
    } catch {
      return [facts, gauge('tidemark_database_up', 'Whether the database answers.', 0)];
    }
  };
}
