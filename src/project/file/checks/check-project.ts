import { listInWords } from '../../../config/index.ts';
import { ProjectError } from '../../errors.ts';
import { compileRules } from '../../rules/compile-rules.ts';
import { DEFAULT_PATTERN } from '../../rules/rule-definition.ts';
import { covers, scopePrefix } from '../../scope/place-and-depth.ts';
import {
  type FilePath,
  type ProjectProblem,
  projectError,
  projectWarning,
} from '../problems/project-file-error.ts';
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

/** What folders cannot do: they have files, but no links, forms or cookies. */
function checkFolders(project: ProjectDefinition): readonly ProjectProblem[] {
  const { source, preference, session, forms, steps = [] } = project;
  const isWeb = /^https?:/i.test(source.url);
  const keyProblems =
    preference?.key === undefined || source.url.startsWith('sftp:')
      ? []
      : [
          projectError(
            ['preference', 'key'],
            'only SFTP servers take a key',
            'remove it, or begin the source with sftp://',
          ),
        ];
  if (isWeb) return keyProblems;
  const sessionProblems =
    session === undefined
      ? []
      : [
          projectError(
            ['session'],
            'a folder has no page to log in on',
            'put user and password under "preference"',
          ),
        ];
  const formProblems =
    forms === undefined ? [] : [projectError(['forms'], 'a folder has no forms', 'remove them')];
  const stepProblems = [...steps.entries()].flatMap(([i, step]) => [
    ...(['follow', 'form'] as const)
      .filter((key) => step[key] !== undefined)
      .map((key) =>
        projectError(
          ['steps', i, key],
          'a folder has no links or forms',
          'write which folder to open: - open: /pub/intro/',
        ),
      ),
    ...(isSameServer(source.url, addressOf(project, step))
      ? []
      : [
          projectError(
            ['steps', i, 'open'],
            'this step opens another server',
            'make a separate project for it',
          ),
        ]),
  ]);
  return [...keyProblems, ...sessionProblems, ...formProblems, ...stepProblems];
}

function isSameServer(source: string, step: string): boolean {
  const [here, there] = [URL.parse(source), URL.parse(step)];
  return here?.protocol === there?.protocol && here?.host === there?.host;
}

type Problems = readonly ProjectProblem[];

function firstStepNeedsAPage({ steps = [] }: ProjectDefinition): Problems {
  return steps[0]?.follow === undefined
    ? []
    : [
        projectError(
          ['steps', 0, 'follow'],
          'the first step cannot follow a link, because no page is open yet',
          'add a step before it that opens the page: - open: /',
        ),
      ];
}

function somethingIsCollected({ steps = [] }: ProjectDefinition): Problems {
  return steps.length === 0 || steps.some(({ collect }) => collect !== false)
    ? []
    : [
        projectError(
          ['steps'],
          'no step collects anything',
          'write collect: yes in the step whose pages you want',
        ),
      ];
}

function onlyCollectorsGoDeep({ steps = [] }: ProjectDefinition): Problems {
  return steps.flatMap(({ collect, depth }, i) =>
    collect === false && depth !== undefined && depth > 0
      ? [
          projectError(
            ['steps', i, 'depth'],
            'a step that collects nothing goes no further than its page',
            'remove the depth, or write collect: { only: /article/ } to follow links and keep some pages',
          ),
        ]
      : [],
  );
}

function namesAreDifferent({ steps = [] }: ProjectDefinition): Problems {
  const seen = new Set<string>();
  return steps.flatMap(({ name }, i) => {
    if (name === undefined || !seen.has(name)) {
      if (name !== undefined) seen.add(name);
      return [];
    }
    return [
      projectError(['steps', i, 'name'], `another step is already called "${name}"`, 'give it another name'),
    ];
  });
}

function oneListPerForm({ forms = [], steps = [] }: ProjectDefinition): Problems {
  const all: readonly (readonly [FilePath, FormEntry | undefined])[] = [
    ...forms.map((form, i) => [['forms', i], form] as const),
    ...steps.map(({ form }, i) => [['steps', i, 'form'], form] as const),
  ];
  return all.flatMap(([path, form]) => {
    const listed = form === undefined ? [] : listedFields(form);
    const second = listed[1];
    if (second === undefined) return [];
    return [
      projectError(
        [...path, 'fill', second],
        `${listInWords(listed, 'and')} are both lists, and it is not clear which values belong together`,
        'keep one list, and write one step for each value of the other',
      ),
    ];
  });
}

/** What a channel says about an address of a project file. The channels are not known here. */
export type ChannelCheck = (
  entry: NotifyEntry,
) => { readonly severity: 'error' | 'warning'; readonly message: string; readonly hint: string } | null;

function channelsAreDifferent({ notify = [] }: ProjectDefinition): readonly ProjectProblem[] {
  const known = new Set<string>();
  return notify.flatMap((entry, i) => {
    const isNamed = entry.name !== undefined;
    const key = entry.name ?? JSON.stringify(entry.to);
    if (!known.has(key)) {
      known.add(key);
      return [];
    }
    return [
      isNamed
        ? projectError(
            ['notify', i, 'name'],
            `two channels are called "${entry.name}"`,
            'give each its own name',
          )
        : projectError(
            ['notify', i, 'to'],
            'another entry has the same address',
            'give each a name, as in name: daily summary',
          ),
    ];
  });
}

function detectorsNeedMatches({ notify = [] }: ProjectDefinition): readonly ProjectProblem[] {
  return notify.flatMap(({ events, detectors }, i) =>
    detectors === undefined || events === undefined || events.includes('match')
      ? []
      : [
          projectError(
            ['notify', i, 'detectors'],
            'detectors only bring matches, and "events" leaves matches out',
            'add match to "events", or remove "detectors"',
          ),
        ],
  );
}

/** Asks the channels themselves. */
export function addressesAreUsable(
  { notify = [] }: ProjectDefinition,
  check: ChannelCheck,
): readonly ProjectProblem[] {
  return notify.flatMap((entry, i) => {
    const problem = check(entry);
    if (problem === null) return [];
    return [{ ...problem, path: ['notify', i, 'to'] }];
  });
}
