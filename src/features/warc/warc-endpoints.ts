import { z } from 'zod';
import { type Endpoint, inProject } from '../../http/contract/endpoint.ts';
import { projectName, runNumber } from '../../http/contract/values.ts';

export const warcEndpoints = {
  exportRun: {
    method: 'GET',
    path: '/api/projects/:project/runs/:run/warc',
    says: 'What a run kept, as a WARC 1.1 file (gzip).',
    access: inProject('reader', 'read'),
    params: z.object({ project: projectName, run: runNumber }),
    answer: { kind: 'bytes', types: ['application/warc'] },
  },
} as const satisfies Record<string, Endpoint>;
