import { z } from 'zod';
import { type Endpoint, everywhere, json } from '../../http/contract/endpoint.ts';
import { listOf } from '../../http/contract/values.ts';

/** How the settings of another program were imported. */
const fates = listOf({
  what: z.string(),
  became: z.enum(['imported', 'not needed', 'no equal']),
  how: z.string(),
});

export const importEndpoints = {
  importWatches: {
    method: 'POST',
    path: '/api/project-files/import',
    says: 'Turns the watches of urlwatch or changedetection.io into project files, and says how each setting was imported. Stores nothing.',
    access: everywhere('editor', 'write'),
    body: z.strictObject({
      from: z.enum(['urlwatch', 'changedetection']),
      watches: z.string().min(1).describe('urls.yaml of urlwatch, or url-watches.json of changedetection.io'),
      form: z
        .enum(['text', 'zip'])
        .default('text')
        .describe('zip: `watches` is a whole backup of changedetection.io, in base64'),
      settings: z.string().optional().describe('urlwatch.yaml of urlwatch'),
      every: z.string().max(100).default('1h').describe('how often pages of urlwatch are visited'),
    }),
    answer: json({
      watches: listOf({
        watch: z.string(),
        url: z.string(),
        file: z
          .string()
          .nullable()
          .describe('the project file; null when no part of the watch can be imported'),
        settings: fates,
        secrets: listOf(z.string()).describe('names of secrets that the project needs'),
      }),
      settings: fates.describe('of the program as a whole'),
    }),
  },
} as const satisfies Record<string, Endpoint>;
