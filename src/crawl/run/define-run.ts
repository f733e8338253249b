import { secretFilesIn } from '../../access/index.ts';
import { percentDecoded, TidemarkError } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import type { DetectorDefinition } from '../../detect/index.ts';
import type { SiteLogin } from '../../fetch/index.ts';
import {
  type ProjectAddress,
  type ProjectDefinition,
  projectAddresses,
  type StatesEntry,
  type StepEntry,
  type TimeWindow,
} from '../../project/index.ts';
import { normalizeUrl } from '../../url/index.ts';
import { readersFor } from '../projects/secrets-of-project.ts';
import { type Authorship, byOperator, readStored, writeStored } from '../projects/stored-project.ts';
import { noSuchProject } from '../projects/unknown-project.ts';
import { withoutLogin } from '../resolved-links.ts';
import { hostOf } from '../site/site-network.ts';
import { httpAccountOf, ProjectSecrets } from '../steps/project-secrets.ts';
import type { RunSteps } from '../steps/run-steps.ts';
import type { Project } from '../tables/project.ts';
import { AppError } from './errors.ts';
import type { RunDependencies, RunRequest } from './run-request.ts';
import { checkedSettings, largestPage, type RunSettings, settingsInFile } from './run-settings.ts';

/** Everything that a run does, whether the user gave an address with options or a project file. */
export interface RunDefinition extends RunSteps {
  readonly project: string;
  /** Whether the project has steps. If not, the only step opens the source. */
  readonly hasOwnSteps: boolean;
  readonly settings: RunSettings;
  readonly rules: NonNullable<ProjectDefinition['rules']>;
  readonly forms: NonNullable<ProjectDefinition['forms']>;
  readonly detectors: readonly DetectorDefinition[];
  readonly notify: NonNullable<ProjectDefinition['notify']>;
  /** What is explored in a browser; null when the project has no such entry. */
  readonly states: StatesEntry | null;
  /** Whether it may run again only after the results of the last run are confirmed. */
  readonly needsConfirmation: boolean;
  /** For servers that require a user and a password; null when there is none. It is never stored. */
  readonly account: SiteLogin | null;
  /** When requests are allowed; always when empty. */
  readonly hours: readonly TimeWindow[];
  /** The folder that paths in the project are relative to. */
  readonly folder: string;
  /**
   * Hosts that the operator named. They may be in a private network; hosts that pages link to must be public. Null for a project of
   * a user of the server: then all must be public, and folders of this machine are forbidden.
   */
  readonly hosts: readonly string[] | null;
  /** What is stored with the project. */
  readonly storedWithProject: string;
  /** What is stored with the run, including settings for this run only. */
  readonly storedWithRun: string;
  /** Everything that decides which pages are collected. A paused run is resumed only while this is the same. */
  readonly collects: string;
}

/**
 * Combines the user's request with what is stored about the project. Throws (CRAWL_NO_START, APP_SETTING_INVALID,
 * PROJECT_FILE_INVALID, APP_OPERATOR_ONLY, ACCESS_SECRET_MISSING) before anything is requested or stored.
 */
export async function defineRun(
  known: Project | null,
  request: RunRequest,
  dependencies: Pick<RunDependencies, 'store' | 'environment' | 'storedSecret' | 'stepActions'> & {
    readonly config: Pick<Config, 'allowedNetworks' | 'maxPageSize'>;
  },
): Promise<RunDefinition> {
  const stored = known === null ? null : readStored(known.settings);
  const isFile = stored !== null && stored.file !== null;
  if (isFile && request.url !== null) {
    throw new AppError(
      'APP_SETTING_INVALID',
      `the project "${request.project}" has a file that says where it starts: leave out the URL, or choose another --project`,
    );
  }
  const file = stored?.file ?? null;
  const folder = stored?.folder ?? '.';
  const typed = typedLogin(request.url);
  const project = await (file === null
    ? addressProject(known, request, dependencies)
    : parsed(file, dependencies));
  const written = stored?.written ?? byOperator;
  const trust = written.by === 'operator' ? operators : await trustIn(project, written, dependencies);
  const isTrusted = trust.reach;
  const secrets = await ProjectSecrets.find(
    project,
    readersFor(project.name, isTrusted, {
      env: dependencies.environment ?? (() => undefined),
      file: secretFilesIn(folder),
      secret: dependencies.storedSecret ?? (() => Promise.resolve(null)),
    }),
    typed?.password === undefined ? [] : [typed.password],
  );
  const ownSettings = file === null ? (stored?.settings ?? {}) : settingsInFile(project);
  const { proxy } = project.crawl ?? {};
  const storedSettings = await checkedSettings({ ...ownSettings, ...request.settings });
  const { maxPageBytes } = storedSettings;
  const settings: RunSettings = {
    ...storedSettings,
    ...(typeof proxy === 'object' && { proxy: secrets.reveal(proxy) }),
    // A file that was stored before the operator lowered the limit still runs, with smaller pages.
    ...(trust.largestPage !== null && {
      maxPageBytes: Math.min(maxPageBytes ?? largestPage, trust.largestPage),
    }),
  };
  const { steps = [], session = null, rules = [], forms = [], limits, notify = [] } = project;
  const source = normalizeUrl(project.source.url);
  const account = typed ?? accountIn(project, secrets);
  return {
    project: request.project,
    source,
    steps: steps.length === 0 ? [{ open: source }] : steps,
    hasOwnSteps: steps.length > 0,
    settings,
    rules,
    forms,
    detectors: (file === null ? settings.detectors : project.detectors) ?? [],
    notify,
    states: withinTime(project.states ?? null, trust.longestExploration),
    needsConfirmation: project.confirm === true,
    session,
    account,
    hasAccount: account !== null,
    hours: limits?.hours ?? [],
    secrets,
    folder,
    hosts: isTrusted ? namedHosts(project) : null,
    storedWithProject:
      file === null
        ? writeStored({ settings: storedSettings, file, folder, written })
        : (known?.settings ?? ''),
    storedWithRun: writeStored({ settings: storedSettings, file, folder, written }),
    collects: collectedBy(project, storedSettings),
  };
}

/** What a project may use of the operator's resources. */
interface ProjectTrust {
  /** Whether it contacts only the addresses that the operator wrote. */
  readonly reach: boolean;
  /** In bytes; null for any. */
  readonly largestPage: number | null;
  /** In milliseconds; null for any. */
  readonly longestExploration: number | null;
}

const operators: ProjectTrust = { reach: true, largestPage: null, longestExploration: null };

/** A file that was stored before there was a limit still explores, for a shorter time. */
function withinTime<T extends { readonly maxTime?: number | undefined }>(
  states: T | null,
  most: number | null,
): T | null {
  if (most === null || (states?.maxTime ?? 0) <= most) return states;
  return states === null ? null : { ...states, maxTime: most };
}

/** What a project that a user wrote may use. Throws APP_OPERATOR_ONLY; channels are checked when they are used. */
async function trustIn(
  project: ProjectDefinition,
  written: Authorship,
  dependencies: Parameters<typeof defineRun>[2],
): Promise<ProjectTrust> {
  const { largestPageFor, longestExplorationFor, operatorTrust, refuseOperatorOnly } = await import(
    '../projects/operator-trust.ts'
  );
  const before = written.by === 'user' ? written.operatorFile : null;
  const trust = operatorTrust(written, project, before === null ? null : await parsed(before, dependencies));
  refuseOperatorOnly({ ...project, notify: [] }, trust, dependencies.config);
  return {
    reach: trust.reach,
    largestPage: largestPageFor(project, trust, dependencies.config),
    longestExploration: longestExplorationFor(trust),
  };
}

/** What an earlier run collected, as `RunDefinition.collects`; null when that can no longer be read. */
export async function collectedByRun(
  startUrl: string,
  storedWithRun: string,
  dependencies: Pick<RunDependencies, 'stepActions'>,
): Promise<string | null> {
  try {
    const { file, settings } = readStored(storedWithRun);
    const project =
      file === null ? { name: '', source: { url: startUrl } } : await parsed(file, dependencies);
    return collectedBy(project, await checkedSettings(settings));
  } catch (error) {
    // Settings that an older version or another program wrote must not prevent the project from running again.
    if (error instanceof TidemarkError) return null;
    throw error;
  }
}

function collectedBy(project: ProjectDefinition, settings: RunSettings): string {
  const { source, steps = [], session = null, rules = [], forms = [] } = project;
  const { depth, scope, ignoreRobots, followNofollow, assets, maxPageBytes, render } = settings;
  const choice = { depth, scope, ignoreRobots, followNofollow, assets, maxPageBytes, render };
  return JSON.stringify([normalizeUrl(source.url), steps, session, rules, forms, choice]);
}

/** Most runs have no file and need no parser. */
async function parsed(
  file: string,
  { stepActions = [] }: Pick<RunDependencies, 'stepActions'>,
): Promise<ProjectDefinition> {
  const { parseProject } = await import('../projects/project-file.ts');
  return parseProject(file, { stepActions });
}

async function addressProject(
  known: Project | null,
  { project, url }: RunRequest,
  { store }: Pick<RunDependencies, 'store'>,
): Promise<ProjectDefinition> {
  const start = url === null ? known?.startUrl : withoutLogin(normalizeUrl(url));
  if (start === undefined) throw await noSuchProject(store, project);
  return { name: project, source: { url: start } };
}

/** A log-in that the user typed into the URL. */
function typedLogin(typed: string | null): SiteLogin | null {
  const url = typed === null ? null : new URL(typed);
  if (url === null || url.username === '') return null;
  const username = percentDecoded(url.username);
  return url.password === '' ? { username } : { username, password: percentDecoded(url.password) };
}

function accountIn({ preference, session }: ProjectDefinition, secrets: ProjectSecrets): SiteLogin | null {
  const { user, password, key, passphrase } = { ...preference, ...httpAccountOf(session) };
  if (user === undefined) return null;
  return {
    username: secrets.reveal(user),
    ...(password !== undefined && { password: secrets.reveal(password) }),
    ...(key !== undefined && { privateKey: secrets.reveal(key) }),
    ...(passphrase !== undefined && { passphrase: secrets.reveal(passphrase) }),
  };
}

/** Channels and the proxy have connections of their own. */
const ofTheSite = ({ place }: ProjectAddress): boolean => place !== 'notify[].to' && place !== 'crawl.proxy';

function namedHosts(project: ProjectDefinition): readonly string[] {
  return [
    ...projectAddresses(project)
      .filter(ofTheSite)
      .flatMap(({ url }) => url?.hostname ?? []),
    ...(project.steps ?? []).flatMap(({ scope = [] }: StepEntry) => scope.map(hostOf)),
  ];
}
