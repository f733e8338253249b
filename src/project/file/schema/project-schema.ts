import { z } from 'zod';
import {
  comment,
  complainUnless,
  oneWord,
  section,
  text,
  type Unchangeable,
  wanted,
  wholeNumber,
  yesNo,
} from '../../../config/index.ts';
import { detectorSchema, stemLanguages } from '../../../detect/index.ts';
import { checkSelector } from '../../../document/index.ts';
import { urlPatterns, webAddress } from './addresses.ts';
import { compareEntry } from './compare-entry.ts';
import { crawlEntry, keepEntry, limitsEntry } from './crawl-entry.ts';
import { formEntry } from './form-entry.ts';
import { notifyEntry } from './notify-entry.ts';
import { ruleEntry } from './rule-entry.ts';
import { scheduleEntry } from './schedule-entry.ts';
import { secretReference, textOrSecret } from './secret-reference.ts';
import { sessionEntry } from './session-entry.ts';
import { statesEntry } from './states-entry.ts';
import { type StepEntry, type StepKey, stepEntry } from './step-entry.ts';

/** What to look for in new text, and where. */
const detectorEntry = detectorSchema({
  name: text('a name', 'bird flu').optional().describe('Shown in messages and reports.'),
  match: urlPatterns().optional().describe('Pages it looks at. Default: all.'),
  region: text('a CSS selector', 'main')
    .superRefine((value, context) =>
      complainUnless(() => checkSelector(value), context, 'write a selector such as main or .price'),
    )
    .optional()
    .describe('CSS selector of the part of the page that it looks at. Default: all of it.'),
  language: oneWord(stemLanguages)
    .optional()
    .describe('Language of its words, and of the texts that it looks at. Default: as each text says.'),
  in: oneWord(['added', 'removed'])
    .optional()
    .describe('Whether it looks at text that is new, or that is gone. Default: added.'),
  comment: comment(),
});

const SOURCE = 'https://news.example.org/';

/** Where the project begins. Protocol, host and port are in the address. */
const source = z
  .union(
    [
      webAddress(SOURCE),
      section('a web address', `{ url: ${SOURCE} }`, {
        url: webAddress(SOURCE).describe('Where the project begins.'),
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

/** What applies to all steps. */
const preference = section('a map', 'depth: 3', {
  user: textOrSecret('the name of a user', 'user: me')
    .optional()
    .describe('For servers that ask for a user and password by HTTP (basic or digest), FTP or SFTP.'),
  password: secretReference.optional().describe('Where the password of that user is kept.'),
  key: secretReference.optional().describe('Where the private key for SFTP is kept.'),
  passphrase: secretReference.optional().describe('Where the passphrase of that key is kept.'),
  depth: wholeNumber(0, 'depth: 3').optional().describe('Links from the start. Default: 100.'),
  sessionId: sessionId
    .optional()
    .describe('Session ids in addresses: found automatically (auto), none, or their length. Default: auto.'),
  comment: comment(),
});

const listOf = <T extends z.ZodType>(item: T, what: string, example: string) =>
  z.array(item, { error: wanted(`a list of ${what}`, `${example} on a line of its own`) });

const NAME = 'a name of at most 100 characters, without / or \\';

const projectSection = (stepKeys: readonly StepKey[]) =>
  section('a map of settings', 'name: tech-news', {
    $schema: z.string().optional().describe('For editors.'),
    name: text(NAME, 'name: tech-news')
      .refine((name) => name.length <= 100 && name === name.trim() && !/[/\\\n]/.test(name), {
        error: wanted(NAME, 'name: tech-news'),
      })
      .describe('Name of the project.'),
    source: source.describe('Where the project begins.'),
    comment: comment(),
    preference: preference.optional().describe('What applies to all steps.'),
    rules: listOf(ruleEntry, 'rules', '- allow: /technology/')
      .optional()
      .describe('Which pages belong to the project. The first rule that matches decides.'),
    session: sessionEntry.optional().describe('How to log in, and how to stay logged in.'),
    forms: listOf(formEntry, 'forms', '- fill: { q: tides }')
      .optional()
      .describe('Forms that are filled in and sent, once each, when the crawl finds them.'),
    steps: listOf(stepEntry(stepKeys), 'steps', '- open: /technology/')
      .optional()
      .describe('What to do, in order. Without steps: collect everything from the source on.'),
    limits: limitsEntry.optional().describe('How much, how fast and when.'),
    compare: listOf(compareEntry, 'ways to compare pages', '- by: text')
      .optional()
      .describe('What counts as a change. The first entry that matches an address decides.'),
    render: oneWord(['auto', 'never', 'always'])
      .optional()
      .describe(
        'Which pages a browser shows first: those that only scripts build (auto), none or all. Default: auto.',
      ),
    screenshots: oneWord(['none', 'changed', 'all'])
      .optional()
      .describe(
        'Of which pages pictures are kept: none, new and changed ones, or all at every visit. Default: none.',
      ),
    states: statesEntry.optional().describe('What tidemark states explores in a browser, and how.'),
    schedule: scheduleEntry.optional().describe('When tidemark watch runs the project.'),
    confirm: yesNo('confirm: yes')
      .optional()
      .describe('Whether a run waits until the results of the one before are confirmed.'),
    keep: keepEntry
      .optional()
      .describe('How much of earlier runs stays when retention is applied. Default: everything.'),
    detectors: listOf(detectorEntry, 'detectors', '- words: [virus, flu]')
      .optional()
      .describe('What to look for in text that is new.'),
    notify: listOf(notifyEntry, 'channels', '- mailto:me@example.org')
      .optional()
      .describe('Who gets messages, about what, and when.'),
    crawl: crawlEntry.optional().describe('Further options of tidemark crawl.'),
  });

const standardSection = projectSection([]);

/** The keys of the outermost level. */
export const projectKeys: readonly string[] = Object.keys(standardSection.shape);

/** One schema for YAML, JSON and editors. What it reads is a ProjectDefinition. */
export function projectSchema(stepKeys: readonly StepKey[] = []) {
  const projects = stepKeys.length === 0 ? standardSection : projectSection(stepKeys);
  return projects.transform(({ $schema: _forEditors, ...project }) => project);
}

/** A project as its file says it. Settings that the file omits are absent; they get their defaults when a run starts. */
export type ProjectDefinition = Unchangeable<z.output<ReturnType<typeof projectSchema>>>;

/** The project file as a JSON Schema, with which editors complete and check it. */
export function projectFileJsonSchema(stepKeys: readonly StepKey[] = []): Readonly<Record<string, unknown>> {
  return {
    ...z.toJSONSchema(projectSchema(stepKeys), { io: 'input', target: 'draft-2020-12' }),
    title: 'Tidemark project',
  };
}

/** The address that a step opens; paths are relative to the source. A step that opens nothing begins at the source. */
export function addressOf({ source }: ProjectDefinition, { open }: Pick<StepEntry, 'open'>): string {
  return URL.parse(open ?? '', source.url)?.href ?? source.url;
}
