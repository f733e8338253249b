import { z } from 'zod';
import { type Endpoint, everywhere, inProject, json } from '../../http/contract/endpoint.ts';
import {
  contentHash,
  fileId,
  instant,
  listOf,
  paging,
  projectName,
  runNumber,
  runProgress,
  writtenInstant,
} from '../../http/contract/values.ts';

const changeRow = z.object({
  kind: z
    .enum(['new', 'updated', 'gone', 'back', 'merged'])
    .describe('back: it was gone, and is again as it was; merged: it turned out to be another page'),
  at: instant,
  project: projectName,
  run: z.number().int(),
  file: fileId,
  url: z.string(),
  identity: z.string(),
  type: z.string().nullable(),
  bytes: z.number().nullable(),
  sha256: contentHash.nullable(),
  mergedInto: fileId.nullable(),
});

/** What the server reports about a run while it is under way. */
const runNotice = z.object({
  project: projectName,
  run: z.number().int(),
  state: z.enum(['running', 'finished', 'paused', 'failed']),
  reason: z.string().nullable().describe('why it paused or failed'),
  until: writtenInstant.nullable().describe('when requests are allowed again, if it waits'),
  progress: runProgress,
});

export const feedEndpoints = {
  listChanges: {
    method: 'GET',
    path: '/api/changes',
    says: 'What happened to pages, in an order that never changes. Ask again with `next`, also after an empty answer: nothing is skipped, and nothing comes twice.',
    access: everywhere('reader', 'read'),
    query: paging.extend({
      project: projectName.optional().describe('only of this project'),
      reader: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe(
          'a name for a program with a token: what it has not read yet of the projects that it sees is not removed',
        ),
    }),
    answer: json({
      items: listOf(changeRow),
      next: z
        .string()
        .describe('send it as `after`; it says nothing else, and differs from answer to answer'),
      hasMore: z.boolean().describe('whether there was more than fits into this answer'),
    }),
  },
  listFeedReaders: {
    method: 'GET',
    path: '/api/feed-readers',
    says: 'Lists the programs that read the change feed under a name: what they have not read yet is not removed.',
    access: everywhere('administrator', 'read'),
    answer: json({
      items: listOf({
        user: z.string(),
        name: z.string(),
        project: projectName
          .nullable()
          .describe('the only project that it reads; null: all that its user sees'),
        askedAt: instant.describe('when it last asked'),
      }),
    }),
  },
  removeFeedReader: {
    method: 'DELETE',
    path: '/api/feed-readers/:user/:reader',
    says: 'Ends the name of a program that reads the change feed: retention does not wait for it any more, until it asks again.',
    access: everywhere('administrator', 'admin'),
    params: z.object({
      user: z.string().min(1).max(200).describe('name of the user'),
      reader: z.string().min(1).max(200).describe('name of the reader'),
    }),
    answer: { kind: 'nothing' },
    noted: 'remove feed reader',
  },
  readFile: {
    method: 'GET',
    path: '/api/projects/:project/files/:file',
    says: 'The bytes of a page or file as they were fetched, with validators (ETag, Last-Modified) and ranges.',
    access: inProject('reader', 'read'),
    params: z.object({ project: projectName, file: fileId }),
    query: z.object({ run: runNumber.optional().describe('as of this run; default: the newest version') }),
    answer: { kind: 'bytes', types: ['application/octet-stream'] },
  },
  watchRuns: {
    method: 'GET',
    path: '/api/events',
    says: 'What happens to runs, as it happens: server-sent events `runs` (all that are under way), then `started`, `progress`, `waiting`, `ended` and `settled` (messages sent, search filled). With `Last-Event-ID` it goes on where the connection broke.',
    access: everywhere('reader', 'read'),
    query: z.object({ project: projectName.optional().describe('only of this project') }),
    answer: { kind: 'events', schema: runNotice },
  },
} as const satisfies Record<string, Endpoint>;
