import { z } from 'zod';
import {
  fileId,
  flagName,
  listOf,
  projectName,
  segmentChange,
  writtenInstant,
} from '../../http/contract/values.ts';

/** A reference to a page. */
const namedPage = z.object({ file: fileId, url: z.string() });

const version = z.object({
  run: z.number().int(),
  at: writtenInstant,
  sha256: z.string(),
  bytes: z.number(),
  type: z.string().nullable(),
});

/** What changed between two versions of a page, as the runs reported it. */
export const diffView = namedPage.extend({
  identity: z.string(),
  project: projectName,
  from: version,
  to: version,
  isSame: z.boolean(),
  compares: z.string().nullable().describe('what the project compares; null: everything that readers see'),
  isWhole: z.boolean(),
  judgedBy: z.enum(['the run', 'the runs between', 'now']),
  hasText: z.boolean(),
  more: z.number().int().describe('further changes that are only counted'),
  noise: z.number().int(),
  changes: listOf(segmentChange),
});

/** How a page was found, how it was judged at each visit, and by which rules. */
export const lifeView = namedPage.extend({
  project: projectName,
  identity: z.string(),
  removed: listOf({ text: z.string(), place: z.string(), rule: z.string(), why: z.string() }).describe(
    'parts of the URL that its identity leaves out',
  ),
  found: z.object({ depth: z.number(), linkKind: z.string(), on: namedPage.nullable() }),
  aliasOf: namedPage.extend({ agreements: z.number() }).nullable(),
  aliases: listOf(namedPage),
  compares: z.string().nullable(),
  visits: listOf({
    run: z.number().int(),
    at: writtenInstant,
    status: z.number().int().nullable(),
    flag: flagName.nullable(),
    reason: z.string(),
    sha256: z.string().nullable(),
  }).describe('the oldest first'),
  changeRate: z.object({ perDay: z.number(), visits: z.number(), changes: z.number() }),
  interval: z.object({ days: z.number(), reason: z.string() }),
  rules: listOf({ id: z.string(), state: z.enum(['on', 'off', 'withdrawn']), says: z.string() }),
});
