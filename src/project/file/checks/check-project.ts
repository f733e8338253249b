import { ProjectError } from '../../errors.ts';
import { compileRules } from '../../rules/compile-rules.ts';
import { DEFAULT_PATTERN } from '../../rules/rule-definition.ts';
import { covers, scopePrefix } from '../../scope/place-and-depth.ts';
import {
  type FilePath,
  type ProjectProblem,
  projectError,
  projectWarning,
} from '../problems/file-problem.ts';
import { addressOf, type ProjectDefinition } from '../schema/project-schema.ts';
import { checkFolders } from './check-folders.ts';
import {
  accountIsComplete,
  loginIsWatched,
  loginStepExists,
  oneWayToLogIn,
  passwordsAreReferences,
} from './check-log-in.ts';
import { channelsAreDifferent, detectorsNeedMatches } from './check-notify.ts';
import {
  firstStepNeedsAPage,
  namesAreDifferent,
  oneListPerForm,
  onlyCollectorsGoDeep,
  somethingIsCollected,
} from './check-steps.ts';

type Check = (project: ProjectDefinition) => readonly ProjectProblem[];

/** Checks how the fields of a project go together. Throws nothing: all problems come back, in the order of the checks. */
export function checkProject(project: ProjectDefinition): readonly ProjectProblem[] {
  return checks.flatMap((check) => check(project));
}

const oneDefault: Check = ({ rules = [] }) =>
  rules
    .flatMap(({ allow, deny }, i) => (allow === DEFAULT_PATTERN || deny === DEFAULT_PATTERN ? [i] : []))
    .slice(1)
    .map((i) =>
      projectError(
        ['rules', i],
        'this is a second default',
        'keep one: it decides about every page that no rule matches',
      ),
    );

const rulesCanBeUsed: Check = (project) => {
  if (oneDefault(project).length > 0) return [];
  try {
    return compileRules(project.rules ?? []).rules.flatMap(({ number, doubt }) =>
      doubt === null
        ? []
        : [projectWarning(['rules', number - 1], doubt, 'change it if that is not what you mean')],
    );
  } catch (failure) {
    if (!(failure instanceof ProjectError)) throw failure;
    const [, number, words = failure.message] = /^(?:rule (\d+)|rules): (.*)$/s.exec(failure.message) ?? [];
    const [message = words, hint = 'correct this rule'] = words.split(/: (?=write |add )/, 2);
    if (number === undefined)
      return [projectError(['rules'], message, 'say what becomes of every other page: default: deny')];
    return [
      projectError(['rules', Number(number) - 1], message.replace(/^(?=has |needs )/, 'this rule '), hint),
    ];
  }
};

const scopesAreReadable: Check = ({ crawl, steps = [] }) => {
  const scopes: readonly (readonly [FilePath, readonly string[]])[] = [
    [['crawl', 'scope'], crawl?.scope ?? []],
    ...steps.map(({ scope }, i) => [['steps', i, 'scope'], scope ?? []] as const),
  ];
  return scopes.flatMap(([path, prefixes]) =>
    prefixes.flatMap((prefix, i) => unreadable([...path, i], prefix)),
  );
};

function unreadable(path: FilePath, prefix: string): readonly ProjectProblem[] {
  try {
    scopePrefix(prefix);
    return [];
  } catch (failure) {
    if (!(failure instanceof ProjectError)) throw failure;
    return [
      projectError(
        path,
        `"${prefix}" is not a place on the web`,
        'write a host (example.org), a host with a path (example.org/docs/), or *.example.org for all subdomains',
      ),
    ];
  }
}

const scopesIncludeTheirStart: Check = (project) => {
  const { source, crawl, steps = [] } = project;
  if (steps.length === 0) return startOutside(['crawl', 'scope'], source.url, crawl?.scope);
  return steps.flatMap((step, i) => {
    // Where a form leads is known only after it has been sent.
    if (step.open === undefined || step.form !== undefined || step.collect === false) return [];
    return startOutside(['steps', i, 'scope'], addressOf(project, step), step.scope);
  });
};

function startOutside(
  path: FilePath,
  start: string,
  scope: readonly string[] | undefined,
): readonly ProjectProblem[] {
  const url = URL.parse(start);
  if (scope === undefined || url === null || scope.some((prefix) => unreadable([], prefix).length > 0))
    return [];
  if (scope.some((prefix) => covers(scopePrefix(prefix), url.host, url.pathname))) return [];
  const hint = `add ${url.host}${url.pathname.replace(/[^/]*$/, '')} to it`;
  return [projectError(path, `the scope leaves out its own start, ${start}`, hint)];
}

const comparisonsAreReached: Check = ({ compare = [] }) => {
  const forAll = compare.findIndex(({ match }) => match === undefined);
  if (forAll < 0 || forAll === compare.length - 1) return [];
  return [
    projectError(
      ['compare', forAll + 1],
      `entry ${forAll + 1} of "compare" matches every address, so this one is never used`,
      'put the entry without "match" last',
    ),
  ];
};

const checks: readonly Check[] = [
  accountIsComplete,
  checkFolders,
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
