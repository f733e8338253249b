import { z } from 'zod';
import { type Endpoint, everywhere, json } from '../../http/contract/endpoint.ts';
import { instant, listOf, projectName, segmentChange } from '../../http/contract/values.ts';
import { summaryPage } from './run-endpoints.ts';

/** One change, reported once for all pages that have it. */
const unreadSummary = z.object({
  project: projectName,
  run: z.number().int(),
  at: instant.describe('when the run ended'),
  kind: z.enum(['changed', 'new', 'gone']),
  change: segmentChange.nullable().describe('the first change in words; null when there are none'),
  more: z.number().describe('further changes of the same pages'),
  pages: listOf(summaryPage).describe('the first of them'),
  pageCount: z.number(),
  reason: z.string(),
});

const trouble = z.object({
  project: projectName,
  run: z.number().int(),
  at: instant,
  kind: z
    .enum(['paused', 'pages'])
    .describe('a run that stopped before its end, or pages that could not be read'),
  reason: z.string(),
  pages: listOf(summaryPage),
  pageCount: z.number(),
});

const nextRun = z.object({
  project: projectName,
  at: instant.nullable().describe('null when nothing is planned'),
  waitsForConfirmation: z.boolean(),
});

/** How far a user has read: the last run of a project whose summary they have seen. */
const readMark = z.strictObject({ project: projectName, run: z.number().int().min(0).max(2_000_000_000) });

/** What an occasional user wants to know first. */
export const homeEndpoints = {
  showHome: {
    method: 'GET',
    path: '/api/home',
    says: 'What happened since the caller last marked it as read, over all projects; what fails; and what runs next.',
    access: everywhere('reader', 'read'),
    answer: json({
      projects: z.number().int(),
      unread: listOf(unreadSummary).describe('the newest first'),
      unreadMore: z.number().describe('further ones that are only counted'),
      marks: listOf(readMark).describe('what to send to mark all of this as read'),
      failing: listOf(trouble),
      due: listOf(nextRun).describe('the next first'),
    }),
  },
  markRead: {
    method: 'PUT',
    path: '/api/home/read',
    says: 'Marks what runs reported as read, up to the given run of each project. Answers with the marks as they were before.',
    access: everywhere('reader', 'read'),
    body: z.strictObject({ marks: z.array(readMark).max(10_000) }),
    answer: json({ before: listOf(readMark) }),
  },
} as const satisfies Record<string, Endpoint>;
