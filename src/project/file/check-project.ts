import { ProjectError } from '../errors.ts';
import { compileRules } from '../rules/compile-rules.ts';
import { DEFAULT_PATTERN } from '../rules/rule-definition.ts';
import { covers, scopePrefix } from '../scope/place-and-depth.ts';
import { checkFolders } from './check-folders.ts';
import type { FilePath } from './file-problem.ts';
import { type FormEntry, listedFields } from './form-entry.ts';
import type { ProjectProblem } from './project-problem.ts';
import type { ProjectDefinition } from './project-schema.ts';
import { secretName } from './secret-reference.ts';
import { list } from './section.ts';
import { addressOf } from './steps-of-project.ts';

type Check = (project: ProjectDefinition) => readonly ProjectProblem[];

/** What holds between the fields of a project. Nothing is thrown: all problems come back, in the order of the fields. */
export function checkProject(project: ProjectDefinition): readonly ProjectProblem[] {
  return checks.flatMap((check) => check(project));
}

const error = (path: FilePath, message: string, hint: string): ProjectProblem => ({
  severity: 'error',
  path,
  message,
  hint,
});
const warning = (path: FilePath, message: string, hint: string): ProjectProblem => ({
  ...error(path, message, hint),
  severity: 'warning',
});

const stepsOf = (project: ProjectDefinition) => [...(project.steps ?? []).entries()];

const loginIsWhole: Check = ({ preference }) => {
  const { user, password, key, passphrase } = preference ?? {};
  if (passphrase !== undefined && key === undefined)
    return [error(['preference', 'passphrase'], 'a passphrase without key', 'add key: { file: id_ed25519 }')];
  if (user !== undefined && password === undefined && key === undefined)
    return [error(['preference', 'user'], 'a user without password', 'add password: { env: NEWS_PASSWORD }')];
  if (user !== undefined) return [];
  if (password !== undefined)
    return [error(['preference', 'password'], 'a password without user', 'add user: NAME')];
  if (key !== undefined) return [error(['preference', 'key'], 'a key without user', 'add user: NAME')];
  return [];
};

const oneDefault: Check = ({ rules = [] }) =>
  rules
    .flatMap(({ allow, deny }, i) => (allow === DEFAULT_PATTERN || deny === DEFAULT_PATTERN ? [i] : []))
    .slice(1)
    .map((i) => error(['rules', i], 'a second default', 'keep one: it holds for all that no rule speaks of'));

const rulesCanBeUsed: Check = (project) => {
  if (oneDefault(project).length > 0) return [];
  try {
    return compileRules(project.rules ?? []).rules.flatMap(({ number, doubt }) =>
      doubt === null
        ? []
        : [warning(['rules', number - 1], doubt, 'change it, if that is not what is meant')],
    );
  } catch (failure) {
    if (!(failure instanceof ProjectError)) throw failure;
    const [, number, words = failure.message] = /^(?:rule (\d+)|rules): (.*)$/s.exec(failure.message) ?? [];
    if (number !== undefined) return [error(['rules', Number(number) - 1], words, 'correct this rule')];
    return [error(['rules'], words.replace(/: add .*/s, ''), 'add - default: deny')];
  }
};

const firstStepNeedsAPage: Check = ({ steps = [] }) =>
  steps[0]?.follow === undefined
    ? []
    : [
        error(
          ['steps', 0, 'follow'],
          'the first step has no page before it whose link it could follow',
          'put a step before it that opens the page: - open: /',
        ),
      ];

const somethingIsCollected: Check = ({ steps = [] }) =>
  steps.length === 0 || steps.some(({ collect }) => collect !== false)
    ? []
    : [error(['steps'], 'no step collects anything', 'write collect: yes at the step whose pages you want')];

const collectNothingDeep: Check = (project) =>
  stepsOf(project).flatMap(([i, { collect, depth }]) =>
    collect === false && depth !== undefined && depth > 0
      ? [
          error(
            ['steps', i, 'depth'],
            'a step that collects nothing goes no further than its page',
            'take the depth out, or write collect: { only: /article/ } to follow links and keep some pages',
          ),
        ]
      : [],
  );

const namesAreDifferent: Check = (project) => {
  const seen = new Set<string>();
  return stepsOf(project).flatMap(([i, { name }]) => {
    if (name === undefined || !seen.has(name)) {
      if (name !== undefined) seen.add(name);
      return [];
    }
    return [error(['steps', i, 'name'], `a second step is called "${name}"`, 'give it another name')];
  });
};

const oneListPerForm: Check = (project) => {
  const forms: readonly (readonly [FilePath, FormEntry | undefined])[] = [
    ...(project.forms ?? []).map((form, i) => [['forms', i], form] as const),
    ...stepsOf(project).map(([i, { form }]) => [['steps', i, 'form'], form] as const),
  ];
  return forms.flatMap(([path, form]) => {
    const listed = form === undefined ? [] : listedFields(form);
    const second = listed[1];
    if (second === undefined) return [];
    return [
      error(
        [...path, 'fill', second],
        `${list(listed, 'and')} are both lists, and it is not clear which values belong together`,
        'keep one list, and write one step for every value of the other',
      ),
    ];
  });
};

const loginStepExists: Check = ({ session, steps = [] }) => {
  const login = session?.login;
  if (login === undefined || !('step' in login)) return [];
  const step = steps.find(({ name }) => name === login.step);
  if (step === undefined) {
    const names = steps.flatMap(({ name }) => name ?? []);
    return [
      error(
        ['session', 'login'],
        `no step is called "${login.step}"`,
        names.length === 0
          ? `give the step that logs in a name: - name: ${login.step}`
          : `write the name of a step: ${list(names, 'or')}`,
      ),
    ];
  }
  if (step.form === undefined)
    return [
      error(
        ['session', 'login'],
        `the step "${login.step}" fills no form, so it cannot log in`,
        'give that step a form',
      ),
    ];
  return step.collect === false
    ? []
    : [
        warning(
          ['session', 'login'],
          `the step "${login.step}" logs in, and collects pages too`,
          'write collect: no at that step, and collect in the next one',
        ),
      ];
};

const oneWayToLogIn: Check = ({ preference, session }) => {
  const login = session?.login;
  const http = login !== undefined && ('basic' in login || 'digest' in login);
  return http && preference?.user !== undefined
    ? [
        error(
          ['session', 'login'],
          'user and password are given twice: here and in "preference"',
          'keep one of them',
        ),
      ]
    : [];
};

const loginIsWatched: Check = ({ session }) =>
  session?.login !== undefined && session.loggedInWhen === undefined && !('bearer' in session.login)
    ? [
        warning(
          ['session', 'login'],
          'nothing says how a page looks when one is logged in, so a lost session may go unnoticed',
          'add loggedInWhen: { text: Log out }',
        ),
      ]
    : [];

const scopesAreReadable: Check = (project) => {
  const scopes: readonly (readonly [FilePath, readonly string[]])[] = [
    [['crawl', 'scope'], project.crawl?.scope ?? []],
    ...stepsOf(project).map(([i, { scope }]) => [['steps', i, 'scope'], scope ?? []] as const),
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
      error(
        path,
        `"${prefix}" names no place on the web`,
        'write a host (example.org), a host with a path (example.org/docs/), or *.example.org for all below it',
      ),
    ];
  }
}

const scopesHoldTheirStart: Check = (project) => {
  const ofProject = startOutside(['crawl', 'scope'], project.source.url, project.crawl?.scope);
  const steps = stepsOf(project);
  const ofSteps = steps.flatMap(([i, step]) => {
    // Where a form leads is known only when it has been sent.
    if (step.open === undefined || step.form !== undefined || step.collect === false) return [];
    return startOutside(['steps', i, 'scope'], addressOf(project, step), step.scope);
  });
  return steps.length === 0 ? ofProject : ofSteps;
};

function startOutside(path: FilePath, start: string, scope: readonly string[] | undefined) {
  const url = URL.parse(start);
  if (scope === undefined || url === null || scope.some((prefix) => unreadable([], prefix).length > 0))
    return [];
  if (scope.some((prefix) => covers(scopePrefix(prefix), url.host, url.pathname))) return [];
  const hint = `add ${url.host}${url.pathname.replace(/[^/]*$/, '')} to it`;
  return [error(path, `the scope leaves out its own start, ${start}`, hint)];
}

const comparisonsAreReached: Check = ({ compare = [] }) => {
  const forAll = compare.findIndex(({ match }) => match === undefined);
  if (forAll < 0 || forAll === compare.length - 1) return [];
  return [
    error(
      ['compare', forAll + 1],
      `entry ${forAll + 1} of "compare" holds for all addresses, so this one is never asked`,
      'put the entry without "match" last',
    ),
  ];
};

const passwordsAreReferences: Check = (project) =>
  [
    ...(project.forms ?? []).map((form, i) => [['forms', i, 'fill'], form] as const),
    ...stepsOf(project).map(([i, { form }]) => [['steps', i, 'form', 'fill'], form] as const),
    [
      ['session', 'login', 'form', 'fill'],
      project.session?.login !== undefined && 'form' in project.session.login
        ? project.session.login.form
        : undefined,
    ] as const,
  ].flatMap(([path, form]) =>
    Object.entries(form?.fill ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' && secretName.test(name)
        ? [
            warning(
              [...path, name],
              `"${name}" looks like a secret, and stands in the file for everyone to read`,
              `write ${name}: { env: NEWS_PASSWORD }`,
            ),
          ]
        : [],
    ),
  );

const checks: readonly Check[] = [
  loginIsWhole,
  checkFolders,
  oneDefault,
  rulesCanBeUsed,
  oneWayToLogIn,
  loginStepExists,
  loginIsWatched,
  firstStepNeedsAPage,
  somethingIsCollected,
  collectNothingDeep,
  namesAreDifferent,
  oneListPerForm,
  scopesAreReadable,
  scopesHoldTheirStart,
  comparisonsAreReached,
  passwordsAreReferences,
];
