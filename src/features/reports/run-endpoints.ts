import { z } from 'zod';
import { type Endpoint, inProject, json } from '../../http/contract/endpoint.ts';
import {
  fileId,
  flagName,
  flagsInQuery,
  instant,
  listOf,
  paging,
  partOf,
  projectName,
  runNumber,
  runProgress,
  segmentChange,
  yesOrNo,
} from '../../http/contract/values.ts';

const runView = z.object({
  project: projectName,
  number: z.number().int(),
  state: z.enum(['running', 'finished', 'paused']),
  startedAt: instant,
  endedAt: instant.nullable(),
  pauseReason: z.string().nullable(),
  dueAt: instant
    .nullable()
    .describe('the time of the schedule that it is for; null when it was started by hand'),
  resumeAt: instant
    .nullable()
    .describe('when it goes on by itself: a site asked for a long wait, or the run failed'),
  knownPages: z
    .object({ due: z.number(), notDue: z.number(), aliases: z.number(), excluded: z.number() })
    .nullable()
    .describe('pages of earlier runs'),
  confirmed: z.object({ at: instant, by: z.string() }).nullable().describe('who has looked at its results'),
  progress: runProgress.nullable().describe('null when it is not under way in this server'),
});

/** The response to starting a run. */
const startedRun = runView.extend({
  number: z.number().int().nullable().describe('null while it waits'),
  state: z
    .enum(['waiting', ...runView.shape.state.options])
    .describe('waiting: all workers are busy, and it starts by itself when one has room'),
  startedAt: instant.nullable().describe('null while it waits'),
});

const runStart = z.object({
  visits: z
    .enum(['changes', 'everything'])
    .default('changes')
    .describe('changes: what the server calls unmodified is not fetched again'),
  onlyDue: z.boolean().default(false).describe('only pages that have probably changed'),
});

export const summaryPage = z.object({ file: fileId, url: z.string(), identity: z.string() });
const lostPage = summaryPage.extend({ reason: z.string() });

const startFailure = z
  .string()
  .nullable()
  .describe('that the start address could not be fetched, and why, in a sentence; null when it could');

const summaryView = z.object({
  project: projectName,
  run: z.number().int(),
  isFirst: z.boolean().describe('everything is new then, and nothing has changed'),
  startFailure,
  visited: z.number(),
  updated: z.number(),
  newCount: z.number(),
  goneCount: z.number(),
  failedCount: z.number(),
  groupCount: z.number(),
  groups: listOf({
    changes: listOf(segmentChange),
    more: z.number().describe('further changes that are only counted'),
    pages: listOf(summaryPage).describe('the first of them'),
    pageCount: z.number(),
    reason: z.string(),
  }),
  next: z.string().nullable().describe('send it as `after` for more groups'),
  newPages: listOf(summaryPage).describe('the first of them, as are the next two lists'),
  gone: listOf(lostPage),
  failed: listOf(lostPage),
});

/** A page in the report of a run. */
const reportRow = summaryPage.extend({
  flag: flagName,
  reason: z.string(),
  status: z.number().int().nullable(),
  at: instant,
});

const flagTotals = z.object({
  NEW: z.number(),
  SAM: z.number(),
  UPD: z.number(),
  MIS: z.number(),
  ERR: z.number(),
});

const ofProject = z.object({ project: projectName });
const params = z.object({ project: projectName, run: runNumber });

export const runEndpoints = {
  listRuns: {
    method: 'GET',
    path: '/api/projects/:project/runs',
    says: 'Lists the runs of a project, the newest first.',
    access: inProject('reader', 'read'),
    params: ofProject,
    query: paging,
    answer: json(partOf(runView)),
  },
  startRun: {
    method: 'POST',
    path: '/api/projects/:project/runs',
    says: 'Starts a run, or resumes the last one if it was paused or killed. While all workers are busy it waits; a second one is refused (409).',
    access: inProject('editor', 'write'),
    params: ofProject,
    body: runStart,
    answer: json(startedRun, 202),
    noted: 'start run',
  },
  showRun: {
    method: 'GET',
    path: '/api/projects/:project/runs/:run',
    says: 'Shows a run: its state and, while it is under way, how far it is.',
    access: inProject('reader', 'read'),
    params,
    answer: json(runView),
  },
  stopRun: {
    method: 'POST',
    path: '/api/projects/:project/runs/:run/stop',
    says: 'Lets the requests under way end, and pauses the run.',
    access: inProject('editor', 'write'),
    params,
    answer: json(runView),
    noted: 'stop run',
  },
  resumeRun: {
    method: 'POST',
    path: '/api/projects/:project/runs/:run/resume',
    says: 'Resumes a run that was paused or killed.',
    access: inProject('editor', 'write'),
    params,
    answer: json(startedRun, 202),
    noted: 'resume run',
  },
  showSummary: {
    method: 'GET',
    path: '/api/projects/:project/runs/:run/summary',
    says: 'What a run reports: each change once with the pages that have it, and pages that are new, gone or failing.',
    access: inProject('reader', 'read'),
    params,
    query: paging,
    answer: json(summaryView),
  },
  confirmRun: {
    method: 'POST',
    path: '/api/projects/:project/runs/:run/confirm',
    says: 'Confirms the results of a run. A project with `confirm: yes` does not run again before.',
    access: inProject('editor', 'write'),
    params,
    answer: json(runView),
  },
  listRunPages: {
    method: 'GET',
    path: '/api/projects/:project/runs/:run/pages',
    says: 'Lists the pages that a run visited, with the flag of each and the reason; and how many have which flag.',
    access: inProject('reader', 'read'),
    params,
    query: paging.extend({ flags: flagsInQuery.optional() }),
    answer: json(partOf(reportRow).extend({ totals: flagTotals, startFailure })),
  },
  reportRun: {
    method: 'GET',
    path: '/api/projects/:project/runs/:run/report',
    says: 'The report of a run: every page with its file id, its flag and the reason, and what changed.',
    access: inProject('reader', 'read'),
    params,
    query: z.object({
      format: z.enum(['json', 'csv', 'xml']).default('json'),
      flags: flagsInQuery.optional(),
      nearDuplicates: yesOrNo
        .default(false)
        .describe('also classes of pages that show nearly the same, however many pages there are'),
    }),
    answer: { kind: 'bytes', types: ['application/json', 'text/csv', 'application/xml'] },
  },
} as const satisfies Record<string, Endpoint>;
