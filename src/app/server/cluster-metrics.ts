import { gauge, type Metric } from '../../publish/index.ts';
import type { ClusterNode, ClusterStore, NodeWork, QueueCounts } from '../../store/index.ts';

/** What all machines do, as they told it with their last signs of life. A node that has left is not there any more; one that was killed is, for a day. */
export async function clusterMetrics({
  nodes,
  queues,
}: Pick<ClusterStore, 'nodes' | 'queues'>): Promise<readonly Metric[]> {
  const { deadLetters, openShares } = await queues.leftBehind();
  return [
    ...nodeMetrics(await nodes.list()),
    ...queueMetrics(await queues.counts()),
    gauge('tidemark_shares_open', 'Hosts of shared runs that are not done.', openShares),
    gauge('tidemark_dead_letters', 'Jobs that were given up.', deadLetters),
  ];
}

function nodeMetrics(nodes: readonly ClusterNode[]): readonly Metric[] {
  const ofEach = (value: (node: ClusterNode) => number) =>
    nodes.map((node) => ({
      labels: { node: node.name, id: node.id, kind: node.kind },
      value: value(node),
    }));
  const counter = (what: string, says: string, count: keyof NodeWork): Metric => ({
    ...{ name: `tidemark_node_${what}_total`, says, kind: 'counter' },
    samples: ofEach(({ work }) => work[count]),
  });
  return [
    {
      ...{ name: 'tidemark_node_up', says: 'Whether the node gave a sign of life lately.', kind: 'gauge' },
      samples: ofEach(({ isAlive }) => (isAlive ? 1 : 0)),
    },
    {
      ...{
        name: 'tidemark_node_jobs',
        says: 'Runs and hosts of shared runs that it works on.',
        kind: 'gauge',
      },
      samples: ofEach(({ runs }) => runs),
    },
    counter('pages', 'Pages that it visited in runs of the cluster since it started.', 'pages'),
    counter('page_errors', 'Visits of it that failed.', 'errors'),
    counter('retries', 'Requests of it that failed and were tried again.', 'retries'),
    counter('fetched_bytes', 'Bytes of pages that it fetched.', 'bytes'),
  ];
}

function queueMetrics(queues: readonly QueueCounts[]): readonly Metric[] {
  const ofEach = (state: 'waiting' | 'active') =>
    queues.map((queue) => ({ labels: { queue: queue.name }, value: queue[state] }));
  return [
    {
      ...{ name: 'tidemark_jobs_waiting', says: 'Jobs that nobody works on yet.', kind: 'gauge' },
      samples: ofEach('waiting'),
    },
    {
      ...{ name: 'tidemark_jobs_active', says: 'Jobs that somebody works on.', kind: 'gauge' },
      samples: ofEach('active'),
    },
  ];
}
