import { listInWords } from '../../../config/index.ts';
import { ProjectError } from '../../errors.ts';
import { compileRules, RuleError } from '../../rules/compile-rules.ts';
import { DEFAULT_PATTERN } from '../../rules/rule-definition.ts';
import { covers, scopePrefix } from '../../scope/place-and-depth.ts';
import { type FilePath, type ProjectProblem, ProjectReport } from '../problems/project-file-error.ts';
import { type FormEntry, listedFields } from '../schema/form-entry.ts';
import type { NotifyEntry } from '../schema/notify-entry.ts';
import { addressOf, type ProjectDefinition } from '../schema/project-schema.ts';
import {
  accountIsComplete,
  loginIsWatched,
  loginStepExists,
  oneWayToLogIn,
  passwordsAreReferences,
} from './check-log-in.ts';

type Check = (project: ProjectDefinition, report: ProjectReport) => void;

/** The contradictions between fields of a project, in the order of the checks. Throws nothing. */
export function checkProject(project: ProjectDefinition): readonly ProjectProblem[] {
  const report = new ProjectReport();
  for (const check of checks) check(project, report);
  return report.problems;
}

const furtherDefaults = ({ rules = [] }: ProjectDefinition): readonly number[] =>
  rules
    .flatMap(({ allow, deny }, i) => (allow === DEFAULT_PATTERN || deny === DEFAULT_PATTERN ? [i] : []))
    .slice(1);

const oneDefault: Check = (project, report) => {
  for (const i of furtherDefaults(project))
    report.error(
      ['rules', i],
      'this is a second default',
      'keep one: it decides about every page that no rule matches',
    );
};

const rulesCanBeUsed: Check = (project, report) => {
  if (furtherDefaults(project).length > 0) return;
  try {
    for (const { number, doubt } of compileRules(project.rules ?? []).rules)
      if (doubt !== null) report.warn(['rules', number - 1], doubt, 'change it if that is not what you mean');
  } catch (failure) {
    if (!(failure instanceof RuleError)) throw failure;
    const { rule, problem } = failure;
    const message = problem.reason.replace(/^(?=has |needs )/, 'this rule ');
    if (rule === null)
      report.error(['rules'], message, 'say what happens to every other page: default: deny');
    else report.error(['rules', rule - 1], message, problem.hint ?? 'correct this rule');
  }
};

const scopesAreReadable: Check = ({ crawl, steps = [] }, report) => {
  const check = (path: FilePath, prefixes: readonly string[] = []): void => {
    for (const [i, prefix] of prefixes.entries())
      if (!isReadable(prefix))
        report.error(
          [...path, i],
          `"${prefix}" is not a place on the web`,
          'write a host (example.org), a host with a path (example.org/docs/), or *.example.org for all subdomains',
        );
  };
  check(['crawl', 'scope'], crawl?.scope);
  for (const [i, { scope }] of steps.entries()) check(['steps', i, 'scope'], scope);
};

function isReadable(prefix: string): boolean {
  try {
    scopePrefix(prefix);
    return true;
  } catch (failure) {
    if (!(failure instanceof ProjectError)) throw failure;
    return false;
  }
}

const scopesIncludeTheirStart: Check = (project, report) => {
  const { source, crawl, steps = [] } = project;
  const check = (path: FilePath, start: string, scope: readonly string[] | undefined): void => {
    const url = URL.parse(start);
    if (scope === undefined || url === null || !scope.every(isReadable)) return;
    if (scope.some((prefix) => covers(scopePrefix(prefix), url.host, url.pathname))) return;
    const folder = `${url.host}${url.pathname.replace(/[^/]*$/, '')}`;
    report.error(path, `the scope leaves out its own start, ${start}`, `add ${folder} to it`);
  };
  if (steps.length === 0) check(['crawl', 'scope'], source.url, crawl?.scope);
  // Where a form leads is known only after it has been sent.
  for (const [i, step] of steps.entries())
    if (step.open !== undefined && step.form === undefined && step.collect !== false)
      check(['steps', i, 'scope'], addressOf(project, step), step.scope);
};

const comparisonsAreReached: Check = ({ compare = [] }, report) => {
  const forAll = compare.findIndex(({ match }) => match === undefined);
  if (forAll >= 0 && forAll < compare.length - 1)
    report.error(
      ['compare', forAll + 1],
      `entry ${forAll + 1} of "compare" matches every address, so this one is never used`,
      'put the entry without "match" last',
    );
};

/** What folders cannot do: they have files, but no links, forms or cookies. */
const foldersHaveFilesOnly: Check = (project, report) => {
  const { source, preference, session, forms, steps = [] } = project;
  if (preference?.key !== undefined && !source.url.startsWith('sftp:'))
    report.error(
      ['preference', 'key'],
      'only SFTP servers take a key',
      'remove it, or begin the source with sftp://',
    );
  if (/^https?:/i.test(source.url)) return;
  if (session !== undefined)
    report.error(
      ['session'],
      'a folder has no page to log in on',
      'put user and password under "preference"',
    );
  if (forms !== undefined) report.error(['forms'], 'a folder has no forms', 'remove them');
  for (const [i, step] of steps.entries()) {
    for (const key of ['follow', 'form'] as const)
      if (step[key] !== undefined)
        report.error(
          ['steps', i, key],
          'a folder has no links or forms',
          'write which folder to open: - open: /pub/intro/',
        );
    if (!isSameServer(source.url, addressOf(project, step)))
      report.error(['steps', i, 'open'], 'this step opens another server', 'make a separate project for it');
  }
};

function isSameServer(source: string, step: string): boolean {
  const [here, there] = [URL.parse(source), URL.parse(step)];
  return here?.protocol === there?.protocol && here?.host === there?.host;
}

const firstStepNeedsAPage: Check = ({ steps = [] }, report) => {
  if (steps[0]?.follow !== undefined)
    report.error(
      ['steps', 0, 'follow'],
      'the first step cannot follow a link, because no page is open yet',
      'add a step before it that opens the page: - open: /',
    );
};

const somethingIsCollected: Check = ({ steps = [] }, report) => {
  if (steps.length > 0 && steps.every(({ collect }) => collect === false))
    report.error(
      ['steps'],
      'no step collects anything',
      'write collect: yes in the step whose pages you want',
    );
};

const onlyCollectorsGoDeep: Check = ({ steps = [] }, report) => {
  for (const [i, { collect, depth = 0 }] of steps.entries())
    if (collect === false && depth > 0)
      report.error(
        ['steps', i, 'depth'],
        'a step that collects nothing goes no further than its page',
        'remove the depth, or write collect: { only: /article/ } to follow links and keep some pages',
      );
};

const namesAreDifferent: Check = ({ steps = [] }, report) => {
  const names = steps.map(({ name }) => name);
  for (const [i, name] of names.entries())
    if (name !== undefined && names.indexOf(name) < i)
      report.error(['steps', i, 'name'], `another step is already called "${name}"`, 'give it another name');
};

const oneListPerForm: Check = ({ forms = [], steps = [] }, report) => {
  const check = (path: FilePath, form: FormEntry): void => {
    const listed = listedFields(form);
    const second = listed[1];
    if (second !== undefined)
      report.error(
        [...path, 'fill', second],
        `${listInWords(listed, 'and')} are both lists, and it is not clear which values belong together`,
        'keep one list, and write one step for each value of the other',
      );
  };
  for (const [i, form] of forms.entries()) check(['forms', i], form);
  for (const [i, { form }] of steps.entries()) if (form !== undefined) check(['steps', i, 'form'], form);
};

const channelsAreDifferent: Check = ({ notify = [] }, report) => {
  const known = new Set<string>();
  for (const [i, { name, to }] of notify.entries()) {
    const key = name ?? JSON.stringify(to);
    if (!known.has(key)) known.add(key);
    else if (name !== undefined)
      report.error(['notify', i, 'name'], `two channels are called "${name}"`, 'give each its own name');
    else
      report.error(
        ['notify', i, 'to'],
        'another entry has the same address',
        'give each a name, as in name: daily summary',
      );
  }
};

const detectorsNeedMatches: Check = ({ notify = [] }, report) => {
  for (const [i, { events, detectors }] of notify.entries())
    if (detectors !== undefined && events !== undefined && !events.includes('match'))
      report.error(
        ['notify', i, 'detectors'],
        'detectors only bring matches, and "events" leaves matches out',
        'add match to "events", or remove "detectors"',
      );
};

const checks: readonly Check[] = [
  accountIsComplete,
  foldersHaveFilesOnly,
  oneDefault,
  rulesCanBeUsed,
  oneWayToLogIn,
  loginStepExists,
  loginIsWatched,
  firstStepNeedsAPage,
  somethingIsCollected,
  onlyCollectorsGoDeep,
  namesAreDifferent,
  oneListPerForm,
  scopesAreReadable,
  scopesIncludeTheirStart,
  comparisonsAreReached,
  channelsAreDifferent,
  detectorsNeedMatches,
  passwordsAreReferences,
];

/** What a channel says about an address of a project file. The channels are not known here. */
export type ChannelCheck = (
  entry: NotifyEntry,
) => { readonly severity: 'error' | 'warning'; readonly message: string; readonly hint: string } | null;
