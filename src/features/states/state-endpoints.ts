import { z } from 'zod';
import { type Endpoint, inProject, json } from '../../http/contract/endpoint.ts';
import {
  flagName,
  instant,
  listOf,
  paging,
  partOf,
  projectName,
  segmentChange,
} from '../../http/contract/values.ts';

const explorationRow = z.object({
  number: z.number().int(),
  url: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
  ending: z.string().nullable().describe('why it ended; null while it goes on, and after a kill'),
  states: z.number().int(),
  progress: z
    .object({ states: z.number(), tried: z.number(), waiting: z.number().describe('actions still to try') })
    .nullable()
    .describe('null when it is not under way in this server'),
});

const number = z.coerce.number().int().min(0).max(2_000_000_000);
const params = z.object({ project: projectName, exploration: number.describe('number of the exploration') });

/** States of applications that were explored in a browser. */
export const stateEndpoints = {
  listExplorations: {
    method: 'GET',
    path: '/api/projects/:project/explorations',
    says: 'Lists the explorations of an application, the newest first.',
    access: inProject('reader', 'read'),
    params: z.object({ project: projectName }),
    query: paging,
    answer: json(partOf(explorationRow)),
  },
  startExploration: {
    method: 'POST',
    path: '/api/projects/:project/explorations',
    says: 'Explores the application of a project in a browser, as `states` in its file says, or goes on with an exploration that was broken off.',
    access: inProject('editor', 'write'),
    params: z.object({ project: projectName }),
    body: z.object({ screenshots: z.boolean().default(false).describe('keeps a picture of each state') }),
    answer: json(explorationRow, 202),
    noted: 'start exploration',
  },
  stopExploration: {
    method: 'POST',
    path: '/api/projects/:project/explorations/:exploration/stop',
    says: 'Lets what is being tried end, and stops the exploration; the next one goes on from there.',
    access: inProject('editor', 'write'),
    params,
    answer: json(explorationRow),
    noted: 'stop exploration',
  },
  readStateGraph: {
    method: 'GET',
    path: '/api/projects/:project/explorations/:exploration/graph',
    says: 'The graph of states: which there are, and what leads from one to another.',
    access: inProject('reader', 'read'),
    params,
    query: z.object({ format: z.enum(['json', 'graphml', 'dot']).default('json') }),
    answer: { kind: 'bytes', types: ['application/json', 'application/graphml+xml', 'text/vnd.graphviz'] },
  },
  showStateSummary: {
    method: 'GET',
    path: '/api/projects/:project/explorations/:exploration/summary',
    says: 'What changed in an application since the exploration before.',
    access: inProject('reader', 'read'),
    params,
    answer: json({
      exploration: z.number().int(),
      since: z.number().int().nullable().describe('the exploration before; null when there is none'),
      states: listOf({
        flag: flagName.nullable().describe('null when it was not reached'),
        was: z.number().int().nullable(),
        is: z.number().int().nullable(),
        url: z.string(),
        title: z.string(),
        reason: z.string(),
        changes: listOf(segmentChange),
        more: z.number().describe('further changes that are only counted'),
      }),
    }),
  },
  readState: {
    method: 'GET',
    path: '/api/projects/:project/explorations/:exploration/states/:state/:part',
    says: 'The document of a state as the browser had it, or its picture.',
    access: inProject('reader', 'read'),
    params: params.extend({
      state: number.describe('number of the state'),
      part: z.enum(['html', 'screenshot']),
    }),
    query: z.object({
      width: z.coerce
        .number()
        .int()
        .min(16)
        .max(2000)
        .optional()
        .describe('for a smaller picture, in pixels'),
    }),
    answer: { kind: 'bytes', types: ['text/html', 'image/png'] },
  },
} as const satisfies Record<string, Endpoint>;
