import { z } from 'zod';
import { type Endpoint, everywhere, json } from '../../http/contract/endpoint.ts';
import { instant, listOf, projectName } from '../../http/contract/values.ts';

/** A program of this server, on one machine. */
const machineView = z.object({
  version: z.string(),
  node: z.string().describe('the version of Node'),
  platform: z.string(),
  host: z.string(),
  startedAt: instant,
  processors: z.number().int(),
  load: z
    .number()
    .describe(
      'share of one processor that the program took in the last ten seconds or more, 1 for all of it',
    ),
  memory: z.object({ used: z.number(), free: z.number(), all: z.number() }).describe('in bytes'),
});

/** The state of the server, for its administrators. */
export const systemEndpoints = {
  showSystem: {
    method: 'GET',
    path: '/api/system',
    says: 'The state of the server: its machine, its background tasks, what is under way, scheduled runs that are late, messages that wait, what is stored, and the last problems of its log.',
    access: everywhere('administrator', 'read'),
    answer: json({
      machine: machineView,
      database: z.object({ kind: z.enum(['sqlite', 'postgres']), bytes: z.number() }),
      runs: listOf({
        project: projectName,
        run: z.number().int(),
        state: z.string(),
        pages: z.number().int(),
        queued: z.number().int(),
        inFlight: z.number().int(),
      }),
      tasks: listOf({
        name: z.string(),
        isAlive: z.boolean(),
        since: instant,
        lastRoundAt: instant.nullable(),
        restarts: z.number().int(),
        failure: z.string().nullable(),
      }).describe('what runs for as long as the server does; one that fails is repeated by itself'),
      threads: listOf({
        number: z.number().int(),
        work: listOf(z.string()).describe('`run of shop`, `search index`'),
        standsStill: z.boolean(),
        lastHeartbeatAt: instant,
      }).describe(
        'threads in which runs take place; one that is stuck for ten minutes is ended, and its work goes on in another',
      ),
      lateRuns: listOf({
        project: projectName,
        dueAt: instant,
        tries: z.number().int(),
        retryAt: instant,
        message: z.string(),
      }).describe('scheduled runs that could not begin and are tried again, the latest first'),
      messages: z.object({ waiting: z.number().int(), dead: z.number().int() }),
      log: listOf({
        at: instant.describe('the last time'),
        level: z.enum(['warning', 'error']),
        says: z.string(),
        times: z.number().int().describe('how often it was met'),
      }).describe('the newest first, equal ones once; since the program was started'),
    }),
  },
} as const satisfies Record<string, Endpoint>;
