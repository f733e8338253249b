import { gauge, type Metric } from '../../http/metrics/metric.ts';
import { NODE_IN_METRICS } from './lease-times.ts';
import type { QueueCounts } from './tables/job-queues.ts';
import type { ClusterNode, NodeWork } from './tables/nodes.ts';
import type { ClusterStore } from './tables/open-cluster-store.ts';

/** The activity of all nodes, by their last heartbeats. */
export async function clusterMetrics({
  nodes,
  queues,
}: Pick<ClusterStore, 'nodes' | 'queues'>): Promise<readonly Metric[]> {
  const { deadLetters, openHostJobs } = await queues.leftBehind();
  return [
    ...nodeMetrics(await nodes.list()),
    ...queueMetrics(await queues.counts()),
    gauge('tidemark_host_jobs_open', 'Host jobs of distributed runs that are not done.', openHostJobs),
    gauge('tidemark_dead_letters', 'Jobs that were given up.', deadLetters),
  ];
}

function nodeMetrics(nodes: readonly ClusterNode[]): readonly Metric[] {
  const alive = nodes.filter(({ isAlive }) => isAlive);
  // The last heartbeat of a live node, by the clock of the database.
  const now = Math.max(...alive.map(({ seenAt }) => seenAt), 0);
  const shown = nodes.filter(({ isAlive, seenAt }) => isAlive || (now > 0 && now - seenAt < NODE_IN_METRICS));
  const ofEach = (some: readonly ClusterNode[], value: (node: ClusterNode) => number) =>
    some.map((node) => ({
      labels: { node: node.name, id: node.id, kind: node.kind },
      value: value(node),
    }));
  const counter = (what: string, says: string, count: keyof NodeWork): Metric => ({
    name: `tidemark_node_${what}_total`,
    says,
    kind: 'counter',
    samples: ofEach(alive, ({ work }) => work[count]),
  });
  return [
    gauge(
      'tidemark_workers',
      'Workers that sent a heartbeat lately.',
      alive.filter(({ kind }) => kind === 'worker').length,
    ),
    gauge(
      'tidemark_nodes_gone',
      'Nodes whose heartbeats stopped in the last hour without a stop: killed, or cut off.',
      nodes.length - alive.length,
    ),
    {
      name: 'tidemark_node_up',
      says: 'Whether the node sent a heartbeat lately.',
      kind: 'gauge',
      samples: ofEach(shown, ({ isAlive }) => (isAlive ? 1 : 0)),
    },
    {
      name: 'tidemark_node_jobs',
      says: 'Runs and host jobs that it works on.',
      kind: 'gauge',
      samples: ofEach(alive, ({ runs }) => runs),
    },
    counter('pages', 'Pages that it visited in runs of the cluster since it started.', 'pages'),
    counter('page_errors', 'Visits of it that failed.', 'errors'),
    counter('retries', 'Requests of it that were retried.', 'retries'),
    counter('fetched_bytes', 'Bytes of pages that it fetched.', 'bytes'),
  ];
}

function queueMetrics(queues: readonly QueueCounts[]): readonly Metric[] {
  const ofEach = (state: 'waiting' | 'active') =>
    queues.map((queue) => ({ labels: { queue: queue.name }, value: queue[state] }));
  return [
    {
      name: 'tidemark_jobs_waiting',
      says: 'Jobs that wait for a worker.',
      kind: 'gauge',
      samples: ofEach('waiting'),
    },
    {
      name: 'tidemark_jobs_oldest_waiting_seconds',
      says: 'How long the oldest waiting job has waited; 0 when none waits.',
      kind: 'gauge',
      samples: queues.map(({ name, oldestWaiting }) => ({
        labels: { queue: name },
        value: oldestWaiting / 1000,
      })),
    },
    {
      name: 'tidemark_jobs_active',
      says: 'Jobs that a worker has.',
      kind: 'gauge',
      samples: ofEach('active'),
    },
  ];
}
