import { z } from 'zod';
import { type Endpoint, everywhere, inProject, json } from '../../http/contract/endpoint.ts';
import { instant, listOf, projectName } from '../../http/contract/values.ts';

const nodeRow = z.object({
  id: z.string(),
  name: z.string().describe('machine and process'),
  kind: z.enum(['server', 'worker']),
  version: z.string(),
  state: z.enum(['working', 'paused', 'draining', 'gone']).describe('gone: no heartbeat lately'),
  runs: z.number().int().describe('runs that it works on'),
  load: z.object({
    average: z.number().describe('processes that wanted a processor in the last minute'),
    processors: z.number().int(),
    memory: z.number().int().describe('bytes that the process takes'),
  }),
  startedAt: instant,
  seenAt: instant,
});

const queueRow = z.object({
  name: z.string(),
  waiting: z.number().int(),
  active: z.number().int(),
  failed: z.number().int().describe('given up'),
});

const waitingRunRow = z.object({ project: z.string(), since: instant });

const deadLetterRow = z.object({
  id: z.string(),
  queue: z.string().describe('where it came from'),
  project: z.string(),
  reason: z.string().describe('of its last try, in words'),
  tries: z.number().int(),
  at: instant.describe('when it was given up'),
});

const administrators = everywhere('administrator', 'admin');
const params = z.object({ letter: z.string().min(1).max(200) });

/** The machines that work on runs, and their jobs. */
export const clusterEndpoints = {
  listNodes: {
    method: 'GET',
    path: '/api/nodes',
    says: 'Lists the workers with their load and last heartbeat, those that live first; none on SQLite.',
    access: administrators,
    answer: json({ items: listOf(nodeRow) }),
  },
  changeNode: {
    method: 'PUT',
    path: '/api/nodes/:node',
    says: 'Lets a worker work, pause (it takes no further runs) or drain (its runs go on elsewhere, and it stops).',
    access: administrators,
    params: z.object({ node: z.string().min(1).max(200) }),
    body: z.strictObject({ wanted: z.enum(['work', 'pause', 'drain']) }),
    answer: json(nodeRow),
    noted: 'change a node',
  },
  showQueue: {
    method: 'GET',
    path: '/api/queue',
    says: 'Counts the jobs of the workers, and lists those that were given up (dead letters) with the reason; nothing on SQLite.',
    access: administrators,
    answer: json({
      queues: listOf(queueRow),
      waitingRuns: listOf(waitingRunRow).describe('that no worker has begun with'),
      deadLetters: listOf(deadLetterRow),
    }),
  },
  withdrawRun: {
    method: 'DELETE',
    path: '/api/projects/:project/runs/waiting',
    says: 'Withdraws a run that waits for a worker: it does not begin. 404 when none waits; one that has begun is stopped.',
    access: inProject('editor', 'write'),
    params: z.object({ project: projectName }),
    answer: { kind: 'nothing' },
    noted: 'withdraw run',
  },
  retryDeadLetter: {
    method: 'POST',
    path: '/api/queue/:letter/retry',
    says: 'Retries a job that was given up.',
    access: administrators,
    params,
    answer: json(deadLetterRow),
    noted: 'retry a job',
  },
  removeDeadLetter: {
    method: 'DELETE',
    path: '/api/queue/:letter',
    says: 'Forgets a job that was given up; its project can be run again.',
    access: administrators,
    params,
    answer: json(deadLetterRow),
    noted: 'forget a job',
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
