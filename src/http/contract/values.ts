import { z } from 'zod';
import { type SchemaOrShape, schemaOf } from './endpoint.ts';

/** A moment, in ISO 8601. */
export const writtenInstant = z.iso.datetime().describe('a moment, as in 2026-11-17T03:00:00.000Z');

/** The same in an answer: services give milliseconds since 1970. */
export const instant = z
  .number()
  .transform((at) => new Date(at).toISOString())
  .pipe(writtenInstant);

/** The same in a query: services get milliseconds since 1970. */
export const instantInQuery = writtenInstant.transform((text) => Date.parse(text));

/** The hash of a content in an answer: services give its bytes. */
export const contentHash = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array)
  .transform((hash) => Buffer.from(hash).toString('hex'))
  .pipe(z.string());

/** How many rows one answer may have. */
const MOST_ROWS = 500;

/** How lists are read: part by part. */
export const paging = z.object({
  after: z.string().max(1000).optional().describe('`next` of the part before; leave it out for the first'),
  limit: z.coerce.number().int().min(1).max(MOST_ROWS).default(100).describe('how many rows at most'),
});

/** A list of rows with such properties, or of such values. */
export const listOf = <S extends SchemaOrShape>(row: S) => z.array(schemaOf(row)).readonly();

/** A part of a list. */
export const partOf = <T extends z.ZodType>(row: T) =>
  z.object({
    items: listOf(row),
    next: z.string().nullable().describe('the place after the last row; null when there are no more'),
  });

export const projectName = z.string().min(1).max(500).describe('name of the project');
/** Long lists of rules and addresses are some hundred kilobytes. What a project says is read at each of its runs. */
const LONGEST_PROJECT_FILE = 512 * 1024;
export const projectFileText = z.string().min(1).max(LONGEST_PROJECT_FILE);

export const runNumber = z.coerce.number().int().min(1).max(2_000_000_000).describe('number of the run');
export const fileId = z
  .string()
  .regex(/^\d{1,15}$/, 'it must be a number')
  .describe('file id, as in a report');

export const flagName = z.enum(['NEW', 'SAM', 'UPD', 'MIS', 'ERR']);

/** `UPD,NEW` */
export const flagsInQuery = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(flagName))
  .describe('flags, as in UPD,NEW');

/** `true` or `false`, as in an address. */
export const yesOrNo = z.enum(['true', 'false']).transform((text) => text === 'true');

/** A problem as in RFC 9457, with the code of Tidemark. */
export const problem = z.object({
  type: z.string().describe('about:blank'),
  title: z.string(),
  status: z.number().int(),
  code: z.string().describe('a stable code; docs/errors.md lists them'),
  detail: z.string().describe('a sentence for people'),
  request: z.string().describe('the id of the request, as in the log'),
});
export type Problem = z.output<typeof problem>;

/** What rules say about an address. */
export const ruleVerdict = z.object({
  url: z.string().describe('as the rules see it'),
  verdict: z.enum(['accept', 'reject']),
  reason: z.string(),
});

/** The progress of a run. */
export const runProgress = z.object({
  pages: z.number(),
  errors: z.number(),
  leftOut: z.number(),
  requested: z.number().describe('pages that count for `limits.pages`'),
  bytes: z.number(),
  queued: z.number(),
  inFlight: z.number(),
  hosts: z.number(),
  ms: z.number(),
});

const location = z.object({
  area: z.string(),
  heading: z.string().nullable(),
  record: z.string().optional().describe('the name of the row, item or card that it is in'),
});

/** One difference of a page. */
export const segmentChange = location.extend({
  flag: z.enum(['changed', 'new', 'gone', 'moved']),
  kind: z.string().describe('paragraph, heading, table row and the like'),
  path: z.string().describe('where it is, as main/p[2]'),
  isCut: z.boolean().describe('whether only a part of a long text is kept'),
  words: listOf({ kind: z.enum(['same', 'added', 'removed']), text: z.string() }),
  links: z.object({ added: listOf(z.string()), removed: listOf(z.string()) }),
  pictures: z
    .object({
      added: listOf(z.string()),
      removed: listOf(z.string()),
      replaced: listOf(z.string()),
    })
    .optional()
    .describe('addresses of pictures; replaced are those with new content under the same address'),
  movedFrom: location.extend({ path: z.string() }).nullable(),
  isNoise: z.boolean(),
  reason: z.string(),
  rules: listOf(z.string()),
});
