import { z } from 'zod';
import { type Endpoint, everywhere, json } from '../../http/contract/endpoint.ts';
import { listOf, projectFileText, ruleVerdict } from '../../http/contract/values.ts';

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
  sections: listOf({
    shape: z.string(),
    pattern: z.string(),
    count: z.number().int(),
    example: z.string(),
  }).describe('kinds of addresses, the most common first'),
  robots: z.object({
    crawlDelay: z.number().nullable().describe('seconds between two requests'),
    disallowed: listOf(z.string()),
    instead: z.string().nullable().describe('what it means that there is no file to read'),
  }),
  sitemaps: listOf({ url: z.string(), pages: z.number().int().nullable() }),
  forms: listOf({
    kind: z.enum(['log-in', 'log-out', 'search', 'other']),
    page: z.string(),
    fields: listOf(z.string()),
  }),
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
    answer: json(siteLook),
  },
  checkProjectFile: {
    method: 'POST',
    path: '/api/project-files/check',
    says: 'Says what is wrong in a project file, and where. Stores and fetches nothing.',
    access: everywhere('reader', 'read'),
    body: z.strictObject({ file: projectFileText.min(0) }),
    answer: json({
      name: z.string().nullable().describe('null when the file cannot be used'),
      problems: listOf(fileProblem),
    }),
  },
  tryAddress: {
    method: 'POST',
    path: '/api/project-files/try-address',
    says: 'Shows which rule of a project file decides about a URL, and why. Stores and fetches nothing.',
    access: everywhere('reader', 'read'),
    body: z.strictObject({ file: projectFileText, url: address }),
    answer: json(ruleVerdict),
  },
  showProjectSchema: {
    method: 'GET',
    path: '/api/project-files/schema',
    says: 'The JSON Schema of project files, for editors.',
    access: everywhere('reader', 'read'),
    answer: json(z.record(z.string(), z.unknown())),
  },
} as const satisfies Record<string, Endpoint>;
