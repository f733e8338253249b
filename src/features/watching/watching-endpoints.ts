import { z } from 'zod';
import { type Endpoint, everywhere, json } from '../../http/contract/endpoint.ts';
import { projectName } from '../../http/contract/values.ts';

export const watchingEndpoints = {
  draftProject: {
    method: 'POST',
    path: '/api/project-files/draft',
    says: 'Writes a project file for an address: one page or the site, how often it is visited, and which channels are notified.',
    access: everywhere('reader', 'read'),
    body: z.strictObject({
      url: z.string().min(1).max(4000),
      onlyPage: z.boolean().default(false),
      every: z.string().max(100).default('1 day').describe('as in a project file: 1h'),
      notify: z
        .array(z.string().max(2000))
        .max(50)
        .default([])
        .describe('addresses of channels: mailto:me@example.org'),
    }),
    answer: json({ name: projectName, file: z.string() }),
  },
} as const satisfies Record<string, Endpoint>;
