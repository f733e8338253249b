import { z } from 'zod';
import { type Endpoint, everywhere, inProject } from '../../http/contract/endpoint.ts';
import { instant, projectName } from '../../http/contract/values.ts';

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

/** The jobs of the workers. */
export const queueEndpoints = {
  showQueue: {
    method: 'GET',
    path: '/api/queue',
    says: 'Counts the jobs of the workers, and lists those that were given up (dead letters) with the reason; nothing on SQLite.',
    access: administrators,
    answer: {
      kind: 'json',
      status: 200,
      schema: z.object({
        queues: z.array(queueRow).readonly(),
        waitingRuns: z.array(waitingRunRow).readonly().describe('that no worker has begun with'),
        deadLetters: z.array(deadLetterRow).readonly(),
      }),
    },
  },
  retryDeadLetter: {
    method: 'POST',
    path: '/api/queue/:letter/retry',
    says: 'Lets a job that was given up take its turn again.',
    access: administrators,
    params,
    answer: { kind: 'json', status: 200, schema: deadLetterRow },
    noted: 'retry a job',
  },
  removeDeadLetter: {
    method: 'DELETE',
    path: '/api/queue/:letter',
    says: 'Forgets a job that was given up; its project can be run anew.',
    access: administrators,
    params,
    answer: { kind: 'json', status: 200, schema: deadLetterRow },
    noted: 'forget a job',
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
} as const satisfies Readonly<Record<string, Endpoint>>;
