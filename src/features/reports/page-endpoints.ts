import { z } from 'zod';
import { type Endpoint, inProject, json } from '../../http/contract/endpoint.ts';
import {
  contentHash,
  fileId,
  flagName,
  instant,
  listOf,
  paging,
  partOf,
  projectName,
  runNumber,
  yesOrNo,
} from '../../http/contract/values.ts';
import { diffView, lifeView } from './page-history.ts';

const pageRow = z.object({
  file: fileId,
  url: z.string(),
  identity: z.string().describe('its address without what changes from visit to visit'),
  flag: flagName.nullable().describe('what the last visit reported'),
  status: z.number().int().nullable(),
  type: z.string().nullable(),
  bytes: z.number().nullable(),
  sha256: contentHash.nullable(),
  visitedAt: instant.nullable(),
});

const pageVersion = z.object({
  run: z.number().int().describe('the run that brought it'),
  until: z.number().int().describe('the last run that found it unchanged'),
  at: instant,
  sha256: contentHash,
  bytes: z.number().nullable(),
  type: z.string().nullable(),
});

/** What a selector matches in a version of a page. */
const versionRegions = z.object({
  run: z.number().int().describe('the run that brought the version'),
  until: z.number().int().describe('the last run that found it unchanged'),
  at: instant,
  sha256: contentHash,
  count: z
    .number()
    .int()
    .nullable()
    .describe(
      'how many regions match; null when there is no HTML, or the selector would take too long on it',
    ),
  regions: listOf({
    text: z.string().describe('as readers see it; the beginning of a long one'),
    html: z.string().describe('its source; the beginning of a long one'),
  }).describe('the first of them'),
});

const ofProject = z.object({ project: projectName });
const params = z.object({ project: projectName, file: fileId });

export const pageEndpoints = {
  listPages: {
    method: 'GET',
    path: '/api/projects/:project/pages',
    says: 'Lists the pages of a project, in the order in which they were found.',
    access: inProject('reader', 'read'),
    params: ofProject,
    query: paging.extend({
      which: z.enum(['good', 'all']).default('good').describe('all: also those that could never be read'),
    }),
    answer: json(partOf(pageRow)),
  },
  showPage: {
    method: 'GET',
    path: '/api/projects/:project/pages/:file',
    says: 'Shows what is kept of a page.',
    access: inProject('reader', 'read'),
    params,
    answer: json(pageRow),
  },
  listVersions: {
    method: 'GET',
    path: '/api/projects/:project/pages/:file/versions',
    says: 'Lists the versions of a page, the newest first.',
    access: inProject('reader', 'read'),
    params,
    query: paging,
    answer: json(partOf(pageVersion)),
  },
  diffPage: {
    method: 'GET',
    path: '/api/projects/:project/pages/:file/diff',
    says: 'Shows what changed on a page, as the run reported it.',
    access: inProject('reader', 'read'),
    params,
    query: z.object({
      from: runNumber.optional().describe('older version: as of this run'),
      to: runNumber.optional().describe('newer version: as of this run'),
      noise: yesOrNo.default(false).describe('also known noise'),
      whole: yesOrNo.default(false).describe('also what the project does not compare'),
    }),
    answer: json(diffView),
  },
  explainPage: {
    method: 'GET',
    path: '/api/projects/:project/pages/:file/explain',
    says: 'The history of a page: how it was found, every visit with its flag and the reason, and which rules apply.',
    access: inProject('reader', 'read'),
    params,
    answer: json(lifeView),
  },
  readText: {
    method: 'GET',
    path: '/api/projects/:project/pages/:file/text',
    says: 'The text of a page as readers see it, without mark-up, part by part.',
    access: inProject('reader', 'read'),
    params,
    query: z.object({
      run: runNumber.optional().describe('as of this run; default: the newest version'),
      from: z.coerce.number().int().min(0).default(0).describe('the first character'),
      length: z.coerce
        .number()
        .int()
        .min(1)
        .max(100_000)
        .default(20_000)
        .describe('how many characters at most'),
    }),
    answer: json({
      file: fileId,
      url: z.string(),
      text: z.string(),
      from: z.number(),
      total: z.number(),
    }),
  },
  showRegions: {
    method: 'GET',
    path: '/api/projects/:project/pages/:file/regions',
    says: 'What a CSS selector matches in each version of a page, the newest first.',
    access: inProject('reader', 'read'),
    params,
    query: paging.extend({
      selector: z.string().min(1).max(1000).describe('a CSS selector, as in main or .price'),
      limit: z.coerce.number().int().min(1).max(10).default(5).describe('how many versions at most'),
    }),
    answer: json(partOf(versionRegions)),
  },
} as const satisfies Record<string, Endpoint>;
