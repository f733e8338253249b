import { z } from 'zod';
import { type Endpoint, everywhere, inProject, json } from '../../http/contract/endpoint.ts';
import { listOf, projectFileText, projectName } from '../../http/contract/values.ts';

const field = z.object({
  name: z.string(),
  type: z.string().describe('text, password, hidden, textarea, checkbox, radio, select, file and the like'),
  value: z.string().describe('what the page has in it; of passwords nothing'),
  isTicked: z.boolean().describe('of a checkbox or a radio button'),
  isDisabled: z.boolean(),
  options: listOf({ value: z.string(), label: z.string(), isChosen: z.boolean() }).describe(
    'of a list to choose from',
  ),
});

/** A form of a page, as a step can fill it in. */
const pageForm = z.object({
  kind: z.enum(['log-in', 'log-out', 'search', 'other']).describe('what it seems to be for'),
  id: z.string(),
  name: z.string(),
  method: z.enum(['get', 'post', 'dialog']),
  action: z.string(),
  find: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'what distinguishes it from the other forms of the page, to write under `find`; null when nothing does',
    ),
  fields: listOf(field),
  buttons: listOf({ name: z.string(), value: z.string(), label: z.string() }),
});

/** A page that a step reached. */
const pageOfStep = z.object({
  url: z.string(),
  status: z.number().int(),
  title: z.string(),
  text: z.string().describe('how it begins, as readers see it'),
  hasAddress: z.boolean().describe('false for the answer to a form, which cannot be asked for again'),
  forms: listOf(pageForm),
  links: listOf({ text: z.string(), url: z.string() }).describe('the first of them, to write under `follow`'),
});

/** The result of trying a step. */
const stepTrial = z.object({
  name: z.string().describe('what messages call the step: step 2 ("search")'),
  failure: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe('why it did not get to its page; null when it did'),
  pages: listOf(pageOfStep).describe(
    'where it arrived; after a failure, what was seen instead; one for each value of a form',
  ),
});

const step = z.number().int().min(1).max(1000).describe('counted from 1, as messages count them');
const file = projectFileText;

/** Endpoints that help to write the steps of a project. */
export const stepEndpoints = {
  tryDraftStep: {
    method: 'POST',
    path: '/api/project-files/try-step',
    says: 'Takes the steps of a project file up to one of them, and shows where it leads. Stores nothing; there are no secrets.',
    access: everywhere('editor', 'write'),
    body: z.strictObject({ file, step }),
    answer: json(stepTrial),
  },
  tryStep: {
    method: 'POST',
    path: '/api/projects/:project/steps/try',
    says: 'Takes the steps of a project, or of a changed file of it, up to one of them, and shows where it leads. Stores nothing.',
    access: inProject('editor', 'write'),
    params: z.object({ project: projectName }),
    body: z.strictObject({
      step,
      file: file.optional().describe('the changed file; default: as it is stored'),
    }),
    answer: json(stepTrial),
    noted: 'try step',
  },
} as const satisfies Record<string, Endpoint>;
