import { z } from 'zod';
import { type Endpoint, everywhere } from './endpoint.ts';
import { instant, projectName } from './values.ts';

/** A program of this server, on one machine. */
export const machineView = z.object({
  version: z.string(),
  node: z.string().describe('the version of Node'),
  platform: z.string(),
  host: z.string(),
  startedAt: instant,
  processors: z.number().int(),
  load: z
    .number()
    .describe('share of one processor that the program took since it was last asked, 1 for all of it'),
  memory: z.object({ used: z.number(), free: z.number(), all: z.number() }).describe('in bytes'),
});

/** The state of the server, for its administrators. */
export const systemEndpoints = {
  showSystem: {
    method: 'GET',
    path: '/api/system',
    says: 'The state of the server: its machine, what is under way, messages that wait, what is stored, and the last problems of its log.',
    access: everywhere('administrator', 'read'),
    answer: {
      kind: 'json',
      status: 200,
      schema: z.object({
        machine: machineView,
        database: z.object({ kind: z.enum(['sqlite', 'postgres']), bytes: z.number() }),
        runs: z
          .array(
            z.object({
              project: projectName,
              run: z.number().int(),
              state: z.string(),
              pages: z.number().int(),
              queued: z.number().int(),
              inFlight: z.number().int(),
            }),
          )
          .readonly(),
        messages: z.object({ waiting: z.number().int(), dead: z.number().int() }),
        log: z
          .array(z.object({ at: instant, level: z.enum(['warning', 'error']), says: z.string() }))
          .readonly()
          .describe('the newest first; since the program was started'),
      }),
    },
  },
} as const satisfies Record<string, Endpoint>;
