import { z } from 'zod';
import { type Endpoint, everywhere } from '../../http/contract/endpoint.ts';
import { instant, projectName } from '../../http/contract/values.ts';

const count = z.object({ pages: z.number(), matches: z.number() });

export const statisticsEndpoints = {
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
} as const satisfies Record<string, Endpoint>;
