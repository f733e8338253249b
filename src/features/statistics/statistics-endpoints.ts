import { z } from 'zod';
import { type Endpoint, everywhere, json } from '../../http/contract/endpoint.ts';
import { instant, instantInQuery, listOf, projectName } from '../../http/contract/values.ts';

const count = z.object({ pages: z.number(), matches: z.number() });

export const statisticsEndpoints = {
  showStatistics: {
    method: 'GET',
    path: '/api/statistics',
    says: 'Counts what crawls did and what detectors found: by source, over time, and by page.',
    access: everywhere('reader', 'read'),
    query: z.object({
      project: projectName.optional(),
      since: instantInQuery.optional(),
      by: z.enum(['hour', 'day', 'week', 'month', 'year']).optional(),
    }),
    answer: json({
      crawls: listOf({
        project: projectName,
        crawls: z.number(),
        fullCrawls: z.number().describe('that visited all that they found'),
        pagesFound: z
          .number()
          .nullable()
          .describe('average of a crawl, as the next three; null when none has ended'),
        pagesRead: z.number().nullable(),
        ms: z.number().nullable(),
        pagesPerSecond: z.number().nullable(),
        pagesMatched: z.number(),
        matches: z.number(),
      }),
      unit: z.string(),
      periods: listOf(instant),
      detectors: listOf({
        project: projectName,
        detector: z.string(),
        periods: listOf(count),
        total: count,
      }),
      all: z
        .object({ periods: listOf(count), total: count })
        .describe('of all detectors together: a page that several found counts once'),
      perPage: listOf(count),
      pages: z
        .object({
          unit: z.string(),
          periods: listOf(instant),
          sources: listOf({ project: projectName, pages: listOf(z.number()) }),
        })
        .describe('how many pages the runs of each project read in each period'),
    }),
  },
} as const satisfies Record<string, Endpoint>;
