import { z } from 'zod';
import { type Endpoint, everywhere } from '../../http/contract/endpoint.ts';
import { instant } from '../../http/contract/values.ts';

const nodeRow = z.object({
  id: z.string(),
  name: z.string().describe('machine and process'),
  kind: z.enum(['server', 'worker']),
  version: z.string(),
  state: z.enum(['working', 'paused', 'draining', 'gone']).describe('gone: no sign of life lately'),
  runs: z.number().int().describe('runs that it works on'),
  load: z.object({
    average: z.number().describe('processes that wanted a processor in the last minute'),
    processors: z.number().int(),
    memory: z.number().int().describe('bytes that the process takes'),
  }),
  startedAt: instant,
  seenAt: instant,
});

const administrators = everywhere('administrator', 'admin');

/** The machines that work on runs. */
export const nodeEndpoints = {
  listNodes: {
    method: 'GET',
    path: '/api/nodes',
    says: 'Lists the workers with their load and last sign of life, those that live first; none on SQLite.',
    access: administrators,
    answer: { kind: 'json', status: 200, schema: z.object({ items: z.array(nodeRow).readonly() }) },
  },
  changeNode: {
    method: 'PUT',
    path: '/api/nodes/:node',
    says: 'Lets a worker work, pause (it takes no further runs) or drain (its runs go on elsewhere, and it stops).',
    access: administrators,
    params: z.object({ node: z.string().min(1).max(200) }),
    body: z.strictObject({ wanted: z.enum(['work', 'pause', 'drain']) }),
    answer: { kind: 'json', status: 200, schema: nodeRow },
    noted: 'change a node',
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
