import {
  type ApiServices,
  gauge,
  type Metric,
  metricsText,
  metricsType,
  type RequestMeter,
} from '../../publish/index.ts';
import { packageFacts } from '../package-facts.ts';
import { clusterMetrics } from './cluster-metrics.ts';
import type { ProcessMeter } from './process-meter.ts';
import type { RunMeter } from './run-meter.ts';
import type { ServerParts } from './server-parts.ts';

/** What counts while the server runs. */
export interface Meters {
  readonly requests: RequestMeter;
  readonly runs: RunMeter;
  readonly process: ProcessMeter;
}

export function metricsServices(parts: ServerParts, meters: Meters): Pick<ApiServices, 'showMetrics'> {
  return {
    showMetrics: async () => {
      const metrics = [
        ...meters.requests.metrics(),
        ...runsUnderWay(parts),
        ...meters.runs.metrics(),
        ...(await stored(parts)),
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

function runsUnderWay({ runs }: ServerParts): readonly Metric[] {
  const running = runs.notices().filter(({ state }) => state === 'running');
  const sum = (of: 'queued' | 'inFlight') => running.reduce((total, { progress }) => total + progress[of], 0);
  return [
    gauge('tidemark_runs_under_way', 'Runs that are under way in this process.', running.length),
    gauge('tidemark_pages_queued', 'Pages that those runs still have to visit.', sum('queued')),
    gauge('tidemark_pages_in_flight', 'Pages that are being fetched.', sum('inFlight')),
  ];
}

/** A database that does not answer must not hide the rest, which is looked at then of all times. */
async function stored({ store, cluster }: ServerParts): Promise<readonly Metric[]> {
  const facts = gauge('tidemark_info', 'The version of the program.', 1, { version: packageFacts().version });
  try {
    const { waiting, dead } = await store.outbox.unsent();
    const bytes = await store.upkeep.databaseBytes();
    return [
      facts,
      gauge('tidemark_database_up', 'Whether the database answers.', 1),
      gauge('tidemark_outbox_waiting', 'Messages that are not sent yet.', waiting),
      gauge('tidemark_outbox_dead', 'Messages that were given up.', dead),
      gauge('tidemark_database_bytes', 'What the database takes on disk.', bytes),
      ...(cluster === null ? [] : await clusterMetrics(cluster)),
    ];
  } catch {
    return [facts, gauge('tidemark_database_up', 'Whether the database answers.', 0)];
  }
}
