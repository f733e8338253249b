import { z } from 'zod';
import { type Endpoint, inProject, json } from '../../http/contract/endpoint.ts';
import { listOf, paging, partOf, projectName } from '../../http/contract/values.ts';

const learnedRow = z.object({
  id: z.string(),
  kind: z.enum(['url', 'page', 'site']),
  host: z.string(),
  state: z.enum(['on', 'off', 'withdrawn']),
  note: z.string().nullable().describe('why it was withdrawn'),
  says: z.string(),
});

const ofRule = z.object({
  project: projectName,
  rule: z.string().regex(/^[0-9a-f]{1,8}$/i, 'it is no id of a rule'),
});

export const learnedEndpoints = {
  listLearned: {
    method: 'GET',
    path: '/api/projects/:project/learned',
    says: 'Lists the rules about noise that were learned.',
    access: inProject('reader', 'read'),
    params: z.object({ project: projectName }),
    query: paging,
    answer: json(partOf(learnedRow)),
  },
  explainLearned: {
    method: 'GET',
    path: '/api/projects/:project/learned/:rule',
    says: 'The evidence for a learned rule: since when it is known, and on which pages it was found.',
    access: inProject('reader', 'read'),
    params: ofRule,
    answer: json(
      learnedRow.extend({
        sinceRun: z.number().int(),
        changedRun: z.number().int(),
        pages: z.number().int(),
        examples: listOf(z.string()),
      }),
    ),
  },
  switchLearned: {
    method: 'PUT',
    path: '/api/projects/:project/learned/:rule',
    says: 'Switches a learned rule on or off, from the next run on.',
    access: inProject('editor', 'write'),
    params: ofRule,
    body: z.strictObject({ state: z.enum(['on', 'off']) }),
    answer: json(learnedRow),
  },
} as const satisfies Record<string, Endpoint>;
