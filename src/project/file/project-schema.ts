import { z } from 'zod';
import { compareEntry } from './compare-entry.ts';
import { crawlEntry } from './crawl-entry.ts';
import { formEntry } from './form-entry.ts';
import { limitsEntry } from './limits-entry.ts';
import { comment, text, wholeNumber } from './plain-values.ts';
import { ruleEntry } from './rule-entry.ts';
import { secretReference, textOrSecret } from './secret-reference.ts';
import { section } from './section.ts';
import { sessionEntry } from './session-entry.ts';
import { stepEntry } from './step-entry.ts';
import type { Unchangeable } from './unchangeable.ts';
import { wanted } from './wanted.ts';
import { webAddress } from './web-address.ts';

const SOURCE = 'https://news.example.org/';

/** B4: where it comes from. Protocol, host and port are in the address. */
const source = z
  .union(
    [
      webAddress(SOURCE),
      section('a web address', `{ url: ${SOURCE} }`, {
        url: webAddress(SOURCE).describe('Where it begins.'),
        name: text('text', 'Example News').optional().describe('Name of the site.'),
        comment: comment(),
      }),
    ],
    { error: wanted('a web address', SOURCE) },
  )
  .transform((given) => (typeof given === 'string' ? { url: given } : given));

const sessionIdError = wanted('auto, none, or the length of the session id', 'sessionId: auto');
const sessionId = z
  .union(
    [
      z.enum(['auto', 'none']),
      z
        .number()
        .int({ error: sessionIdError })
        .min(0, { error: sessionIdError })
        .max(1000, { error: sessionIdError }),
    ],
    { error: sessionIdError },
  )
  .transform((given) => (given === 0 ? 'none' : given));

/** B4: what holds for all steps. */
const preference = section('a map', 'depth: 3', {
  user: textOrSecret('the name of a user', 'user: me')
    .optional()
    .describe('For servers that ask for user and password: by HTTP (basic or digest), FTP or SFTP.'),
  password: secretReference.optional().describe('Where the password for that is kept.'),
  key: secretReference.optional().describe('Where the private key for SFTP is kept.'),
  passphrase: secretReference.optional().describe('Where the passphrase of that key is kept.'),
  depth: wholeNumber(0, 'depth: 3').optional().describe('Links from the start. Default: 100.'),
  sessionId: sessionId
    .optional()
    .describe('Session ids in addresses: found by themselves (auto), none, or their length. Default: auto.'),
  comment: comment(),
});

const listOf = <T extends z.ZodType>(item: T, what: string, example: string) =>
  z.array(item, { error: wanted(`a list of ${what}`, `${example} on a line of its own`) });

const projectSection = section('a map of settings', 'name: tech-news', {
  $schema: z.string().optional().describe('For editors.'),
  name: text('a name of at most 100 letters, without / and \\', 'name: tech-news')
    .refine((name) => name.length <= 100 && name === name.trim() && !/[/\\\n]/.test(name), {
      error: wanted('a name of at most 100 letters, without / and \\', 'name: tech-news'),
    })
    .describe('Name of the project.'),
  source: source.describe('Where the project begins.'),
  comment: comment(),
  preference: preference.optional().describe('What holds for all steps.'),
  rules: listOf(ruleEntry, 'rules', '- allow: /technology/')
    .optional()
    .describe('Which pages belong to it. The first rule that fits decides.'),
  session: sessionEntry.optional().describe('How to log in, and how to stay so.'),
  forms: listOf(formEntry, 'forms', '- fill: { q: tides }')
    .optional()
    .describe('Forms that are filled and sent, once each, when the crawl comes by them.'),
  steps: listOf(stepEntry, 'steps', '- open: /technology/')
    .optional()
    .describe('What to do, in order. Without steps: collect from the source on.'),
  limits: limitsEntry.optional().describe('How much, how fast and when.'),
  compare: listOf(compareEntry, 'ways to compare pages', '- by: text')
    .optional()
    .describe('What counts as a change. The first entry that fits an address decides.'),
  crawl: crawlEntry.optional().describe('What the options of tidemark crawl say.'),
});

/** The keys of the outermost level. */
export const projectKeys: readonly string[] = Object.keys(projectSection.shape);

/** One schema for YAML, JSON and editors. What it reads is a ProjectDefinition. */
export const projectSchema = projectSection.transform(({ $schema: _forEditors, ...project }) => project);

/** What a user asks for, as the file says it: what is not said is not there, and takes its default when a run starts. */
export type ProjectDefinition = Unchangeable<z.output<typeof projectSchema>>;
