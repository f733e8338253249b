import { z } from 'zod';
import { type Endpoint, everywhere, json } from '../../http/contract/endpoint.ts';
import {
  fileId,
  flagsInQuery,
  instant,
  instantInQuery,
  listOf,
  paging,
  partOf,
  projectName,
  yesOrNo,
} from '../../http/contract/values.ts';

const searchHit = z.object({
  project: projectName,
  file: fileId,
  url: z.string(),
  identity: z.string().describe('its address without what changes from visit to visit'),
  title: z.string(),
  at: instant,
  text: z.string().describe('the words around what was found'),
  matches: listOf(z.string()).describe('what was found in that text'),
});

export const searchEndpoints = {
  searchPages: {
    method: 'GET',
    path: '/api/search',
    says: 'Finds pages by their words, the best first.',
    access: everywhere('reader', 'read'),
    query: paging.extend({
      q: z.string().min(1).max(1000).describe('words, "words in a row", begin*, AND, OR, NOT, brackets'),
      project: projectName.optional(),
      site: z.string().max(300).optional().describe('only pages of this host'),
      since: instantInQuery.optional(),
      until: instantInQuery.optional(),
      flags: flagsInQuery.optional(),
      history: yesOrNo.default(false).describe('also earlier versions'),
      // The text of each result is read again: for a hundred, that takes longer than the search.
      limit: z.coerce.number().int().min(1).max(100).default(20).describe('how many at most'),
    }),
    answer: json(partOf(searchHit)),
  },
} as const satisfies Record<string, Endpoint>;
