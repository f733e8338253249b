import { z } from 'zod';
import { type Endpoint, everywhere } from '../../http/contract/endpoint.ts';
import { projectFileText, ruleVerdict } from '../../http/contract/values.ts';

/** The result of a site survey. */
const siteLook = z.object({
  start: z.string().describe('where it begins, after redirects'),
  title: z.string(),
  text: z.string().describe('how its first page begins, as readers see it'),
  isBuiltByScripts: z.boolean().describe('whether the page is empty without a browser'),
  isHidden: z.boolean().describe('whether it is behind a log-in'),
  account: z.enum(['basic', 'digest']).nullable().describe('the log-in over HTTP that it asks for'),
  pagesSeen: z.number().int(),
  addresses: z.number().int().describe('how many addresses of the site were found'),
  sections: z
    .array(z.object({ shape: z.string(), pattern: z.string(), count: z.number().int(), example: z.string() }))
    .readonly()
    .describe('kinds of addresses, the most common first'),
  robots: z.object({
    crawlDelay: z.number().nullable().describe('seconds between two requests'),
    disallowed: z.array(z.string()).readonly(),
    instead: z.string().nullable().describe('what it means that there is no file to read'),
  }),
  sitemaps: z.array(z.object({ url: z.string(), pages: z.number().int().nullable() })).readonly(),
  forms: z
    .array(
      z.object({
        kind: z.enum(['log-in', 'log-out', 'search', 'other']),
        page: z.string(),
        fields: z.array(z.string()).readonly(),
      }),
    )
    .readonly(),
});

/** Something that is wrong in a project file, or worth a look. */
const fileProblem = z.object({
  severity: z.enum(['error', 'warning']),
  line: z.number().int().describe('counted from 1, as is the column'),
  column: z.number().int(),
  length: z.number().int().describe('how many characters to mark'),
  message: z.string(),
  hint: z.string(),
});

const address = z.string().min(1).max(4000);

/** Endpoints that help to create a project. */
export const setupEndpoints = {
  lookAtSite: {
    method: 'POST',
    path: '/api/look',
    says: 'Looks at a few pages of a site as a polite visitor, and says what it found. Stores nothing.',
    access: everywhere('editor', 'write'),
    body: z.strictObject({
      url: address.describe('without a scheme it is https where that is served, else http'),
    }),
    answer: { kind: 'json', status: 200, schema: siteLook },
  },
  checkProjectFile: {
    method: 'POST',
    path: '/api/project-files/check',
    says: 'Says what is wrong in a project file, and where. Stores and fetches nothing.',
    access: everywhere('reader', 'read'),
    body: z.strictObject({ file: projectFileText.min(0) }),
    answer: {
      kind: 'json',
      status: 200,
      schema: z.object({
        name: z.string().nullable().describe('null when the file cannot be used'),
        problems: z.array(fileProblem).readonly(),
      }),
    },
  },
  tryAddress: {
    method: 'POST',
    path: '/api/project-files/try-address',
    says: 'Shows which rule of a project file decides about a URL, and why. Stores and fetches nothing.',
    access: everywhere('reader', 'read'),
    body: z.strictObject({ file: projectFileText, url: address }),
    answer: { kind: 'json', status: 200, schema: ruleVerdict },
  },
  showProjectSchema: {
    method: 'GET',
    path: '/api/project-files/schema',
    says: 'The JSON Schema of project files, for editors.',
    access: everywhere('reader', 'read'),
    answer: { kind: 'json', status: 200, schema: z.record(z.string(), z.unknown()) },
  },
} as const satisfies Record<string, Endpoint>;
