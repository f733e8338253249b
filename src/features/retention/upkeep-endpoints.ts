import { z } from 'zod';
import { type Endpoint, everywhere, inProject } from '../../http/contract/endpoint.ts';
import { instant, paging, partOf, projectName, ruleVerdict } from '../../http/contract/values.ts';

const learnedRow = z.object({
  id: z.string(),
  kind: z.enum(['url', 'page', 'site']),
  host: z.string(),
  state: z.enum(['on', 'off', 'withdrawn']),
  note: z.string().nullable().describe('why it was withdrawn'),
  says: z.string(),
});

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

const keepRule = z.object({ versions: z.number().int().optional(), days: z.number().int().optional() });

const tidiedView = z.object({
  keep: keepRule.nullable().describe('what the project file says; null: everything is kept'),
  visits: z.number().int().describe('visits that found nothing new'),
  versions: z.number().int().describe('versions whose content goes; that they were there stays'),
  explorations: z.number().int().describe('explorations of states, with all that they found'),
  contents: z.number().int().describe('contents that only they had'),
  bytes: z.number().int(),
});

const count = z.object({ pages: z.number(), matches: z.number() });

const ofProject = z.object({ project: projectName });
const ofRule = z.object({
  project: projectName,
  rule: z.string().regex(/^[0-9a-f]{1,8}$/i, 'it is no id of a rule'),
});
const secretName = z.object({ secret: z.string().min(1).max(200) });

/** What is learned, told and kept around projects. */
export const upkeepEndpoints = {
  listLearned: {
    method: 'GET',
    path: '/api/projects/:project/learned',
    says: 'Lists the rules about noise that were learned.',
    access: inProject('reader', 'read'),
    params: ofProject,
    query: paging,
    answer: { kind: 'json', status: 200, schema: partOf(learnedRow) },
  },
  explainLearned: {
    method: 'GET',
    path: '/api/projects/:project/learned/:rule',
    says: 'The evidence for a learned rule: since when it is known, and on which pages it was found.',
    access: inProject('reader', 'read'),
    params: ofRule,
    answer: {
      kind: 'json',
      status: 200,
      schema: learnedRow.extend({
        sinceRun: z.number().int(),
        changedRun: z.number().int(),
        pages: z.number().int(),
        examples: z.array(z.string()).readonly(),
      }),
    },
  },
  switchLearned: {
    method: 'PUT',
    path: '/api/projects/:project/learned/:rule',
    says: 'Switches a learned rule on or off, from the next run on.',
    access: inProject('editor', 'write'),
    params: ofRule,
    body: z.strictObject({ state: z.enum(['on', 'off']) }),
    answer: { kind: 'json', status: 200, schema: learnedRow },
  },
  testRules: {
    method: 'POST',
    path: '/api/projects/:project/rules/test',
    says: 'Shows which rule of a project decides about a URL, and why. Fetches nothing.',
    access: inProject('reader', 'read'),
    params: ofProject,
    body: z.strictObject({ urls: z.array(z.string().min(1).max(4000)).min(1).max(100) }),
    answer: {
      kind: 'json',
      status: 200,
      schema: z.object({
        items: z.array(ruleVerdict).readonly(),
      }),
    },
  },
  listDeliveries: {
    method: 'GET',
    path: '/api/projects/:project/deliveries',
    says: 'Lists the messages of a project, the newest first: sent, waiting and given up.',
    access: inProject('reader', 'read'),
    params: ofProject,
    query: paging.extend({ state: z.enum(['waiting', 'sent', 'dead']).optional() }),
    answer: { kind: 'json', status: 200, schema: partOf(deliveryRow) },
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
    answer: {
      kind: 'json',
      status: 200,
      schema: z.object({ count: z.number().int().describe('how many are due again') }),
    },
    noted: 'retry messages',
  },
  testChannels: {
    method: 'POST',
    path: '/api/projects/:project/channels/test',
    says: 'Sends a test message over every channel of a project.',
    access: inProject('editor', 'write'),
    params: ofProject,
    answer: {
      kind: 'json',
      status: 200,
      schema: z.object({
        items: z.array(z.object({ channel: z.string(), error: z.string().nullable() })).readonly(),
      }),
    },
    noted: 'test channels',
  },
  showStatistics: {
    method: 'GET',
    path: '/api/statistics',
    says: 'Counts what crawls did and what detectors found: by source, over time, and by page.',
    access: everywhere('reader', 'read'),
    query: z.object({
      project: projectName.optional(),
      since: instant.optional(),
      by: z.enum(['hour', 'day', 'week', 'month', 'year']).optional(),
    }),
    answer: {
      kind: 'json',
      status: 200,
      schema: z.object({
        crawls: z
          .array(
            z.object({
              project: projectName,
              crawls: z.number(),
              fullCrawls: z.number(),
              pagesFound: z.number().nullable(),
              pagesRead: z.number().nullable(),
              ms: z.number().nullable(),
              pagesPerSecond: z.number().nullable(),
              pagesMatched: z.number(),
              matches: z.number(),
            }),
          )
          .readonly(),
        unit: z.string(),
        periods: z.array(instant).readonly(),
        detectors: z
          .array(
            z.object({
              project: projectName,
              detector: z.string(),
              periods: z.array(count).readonly(),
              total: count,
            }),
          )
          .readonly(),
        all: z
          .object({ periods: z.array(count).readonly(), total: count })
          .describe('of all detectors together: a page that several found counts once'),
        perPage: z.array(count).readonly(),
        pages: z
          .object({
            unit: z.string(),
            periods: z.array(instant).readonly(),
            sources: z
              .array(z.object({ project: projectName, pages: z.array(z.number()).readonly() }))
              .readonly(),
          })
          .describe('how many pages the runs of each project read in each period'),
      }),
    },
  },
  showHoldings: {
    method: 'GET',
    path: '/api/projects/:project/holdings',
    says: 'What is stored of a project, and what of it could go by its rule (`keep`). Changes nothing.',
    access: inProject('reader', 'read'),
    params: ofProject,
    answer: {
      kind: 'json',
      status: 200,
      schema: z.object({
        pages: z.number().int(),
        runs: z.number().int(),
        visits: z.number().int(),
        couldGo: tidiedView,
      }),
    },
  },
  tidyProject: {
    method: 'POST',
    path: '/api/projects/:project/tidy',
    says: 'Removes what the rule of a project (`keep`) does not keep. The server also does so by itself.',
    access: inProject('editor', 'write'),
    params: ofProject,
    answer: { kind: 'json', status: 200, schema: tidiedView },
  },
  listSecrets: {
    method: 'GET',
    path: '/api/secrets',
    says: 'Lists the names of the secrets. Their values are never told.',
    access: everywhere('administrator', 'admin'),
    query: paging,
    answer: { kind: 'json', status: 200, schema: partOf(z.object({ name: z.string(), changedAt: instant })) },
  },
  keepSecret: {
    method: 'PUT',
    path: '/api/secrets/:secret',
    says: 'Stores a secret, encrypted; replaces an older one of that name.',
    access: everywhere('administrator', 'admin'),
    params: secretName,
    body: z.strictObject({ value: z.string().min(1).max(100_000) }),
    answer: { kind: 'nothing' },
  },
  removeSecret: {
    method: 'DELETE',
    path: '/api/secrets/:secret',
    says: 'Removes a secret.',
    access: everywhere('administrator', 'admin'),
    params: secretName,
    answer: { kind: 'nothing' },
  },
} as const satisfies Record<string, Endpoint>;
