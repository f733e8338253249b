import { z } from 'zod';
import { type Endpoint, inProject, json } from '../../http/contract/endpoint.ts';
import { projectName } from '../../http/contract/values.ts';

const keepRule = z.object({ versions: z.number().int().optional(), days: z.number().int().optional() });

const removedView = z.object({
  keep: keepRule.nullable().describe('what the project file says; null: everything is kept'),
  visits: z.number().int().describe('visits that found nothing new'),
  versions: z.number().int().describe('versions whose content goes; that they were there stays'),
  explorations: z.number().int().describe('explorations of states, with all that they found'),
  contents: z.number().int().describe('contents that only they had'),
  bytes: z.number().int(),
});

const ofProject = z.object({ project: projectName });
export const retentionEndpoints = {
  showRetention: {
    method: 'GET',
    path: '/api/projects/:project/retention',
    says: 'What is stored of a project, and what of it could go by its rule (`keep`). Changes nothing.',
    access: inProject('reader', 'read'),
    params: ofProject,
    answer: json({
      pages: z.number().int(),
      runs: z.number().int(),
      visits: z.number().int(),
      couldGo: removedView,
    }),
  },
  applyRetention: {
    method: 'POST',
    path: '/api/projects/:project/retention',
    says: 'Removes what the rule of a project (`keep`) does not keep. The server also does so by itself.',
    access: inProject('editor', 'write'),
    params: ofProject,
    answer: json(removedView),
  },
} as const satisfies Record<string, Endpoint>;
