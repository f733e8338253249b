import { z } from 'zod';
import { type Endpoint, inProject, json } from '../../http/contract/endpoint.ts';
import { instant, listOf, paging, partOf, projectName } from '../../http/contract/values.ts';

const deliveryRow = z.object({
  id: z.string(),
  channel: z.string(),
  state: z.enum(['waiting', 'sent', 'dead']),
  attempts: z.number().int(),
  at: instant,
  nextTry: instant,
  sentAt: instant.nullable(),
  error: z.string().nullable(),
});

const ofProject = z.object({ project: projectName });

export const deliveryEndpoints = {
  listDeliveries: {
    method: 'GET',
    path: '/api/projects/:project/deliveries',
    says: 'Lists the messages of a project, the newest first: sent, waiting and given up.',
    access: inProject('reader', 'read'),
    params: ofProject,
    query: paging.extend({ state: z.enum(['waiting', 'sent', 'dead']).optional() }),
    answer: json(partOf(deliveryRow)),
  },
  retryDeliveries: {
    method: 'POST',
    path: '/api/projects/:project/deliveries/retry',
    says: 'Makes messages of a project that were given up due again: all of them, or one that was not sent.',
    access: inProject('editor', 'write'),
    params: ofProject,
    body: z.strictObject({
      id: z
        .string()
        .regex(/^[\w-]{1,100}$/, 'it is no id of a message')
        .optional(),
    }),
    answer: json({ count: z.number().int().describe('how many are due again') }),
    noted: 'retry messages',
  },
  testChannels: {
    method: 'POST',
    path: '/api/projects/:project/channels/test',
    says: 'Sends a test message over every channel of a project.',
    access: inProject('editor', 'write'),
    params: ofProject,
    answer: json({
      items: listOf({ channel: z.string(), error: z.string().nullable() }),
    }),
    noted: 'test channels',
  },
} as const satisfies Record<string, Endpoint>;
