import type { Config } from '../../config/index.ts';
import { addProjects } from '../../crawl/projects/add-project.ts';
import { changeProject } from '../../crawl/projects/change-project.ts';
import { operatorTrust, refuseLargePages, refuseOperatorOnly } from '../../crawl/projects/operator-trust.ts';
import { parseProject, projectForReaders } from '../../crawl/projects/project-file.ts';
import { removeProject } from '../../crawl/projects/remove-project.ts';
import { ownSecretName, ownSecrets } from '../../crawl/projects/secrets-of-project.ts';
import { type Authorship, changedByUser, readStored } from '../../crawl/projects/stored-project.ts';
import { storedSecrets } from '../../crawl/projects/stored-secrets.ts';
import { AppError } from '../../crawl/run/errors.ts';
import type { Project, Run } from '../../crawl/tables/records.ts';
import type { Store } from '../../database/store.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import type { Caller } from '../../http/gate.ts';
import type { ApiServices } from '../../http/services.ts';
import { partFrom } from '../../main/server/list-parts.ts';
import { isoTime, projectCalled, type ServerParts } from '../../main/server/server-parts.ts';
import { doerOf } from '../people/account-services.ts';
import { noteOf } from '../people/people-parts.ts';

type ProjectServices = Pick<
  ApiServices,
  'listProjects' | 'showProject' | 'addProject' | 'changeProject' | 'removeProject'
>;

export function projectServices(parts: ServerParts): ProjectServices & ProjectSecretServices {
  const { store, config, people } = parts;
  return {
    listProjects: async ({ after = '', limit }, { caller }) => {
      const seen = (await projectsSeenBy(store, caller)).filter(({ name }) => name > after);
      const part = partFrom(seen.slice(0, limit + 1), limit, ({ name }) => name);
      const latest = await store.runs.latestOfAll();
      return { ...part, items: part.items.map((project) => rowOf(parts, project, latest.get(project.id))) };
    },
    showProject: async ({ project: name }, { caller }) => {
      const project = await projectCalled(store, name);
      const shown = await shownProject(parts, project);
      if (shown.file === null || caller.mayChange(project.id)) return shown;
      return { ...shown, file: projectForReaders(shown.file, { fileName: name }) };
    },
    addProject: async ({ body }, asking) => {
      const text = 'file' in body ? body.file : fileFor(body.url, body.name);
      const file = { text, fileName: 'the project file', folder: config.data };
      const written: Authorship = { by: 'user', operatorFile: null };
      const name = allowForUser(text, written, config);
      if ((await store.projects.find(name)) !== null)
        throw new AppError(
          'APP_PROJECT_EXISTS',
          `there is a project "${name}" already: choose another name.`,
        );
      const { principal } = asking.caller;
      const owner = principal.kind === 'anonymous' ? null : principal.user;
      const noted = (action: string, detail?: string) => (name: string) =>
        noteOf(people.now(), doerOf(asking), action, name, detail);
      const lines = [
        noted('add project'),
        ...(owner === null ? [] : [noted('share project', `${owner.name}: own`)]),
      ];
      const record = { owner: owner?.id ?? null, notes: (name: string) => lines.map((line) => line(name)) };
      const [added] = await addProjects(store, [file], { replace: false, written, record });
      if (added === undefined) throw new TypeError('a project was added, but none came back');
      return shownProject(parts, added.project);
    },
    changeProject: async ({ project: name, body: { file, was } }, asking) => {
      const before = await projectCalled(store, name);
      if (was !== undefined && readStored(before.settings).file !== was)
        throw new AppError(
          'APP_PROJECT_CHANGED',
          `the project "${name}" was changed by somebody else in the meantime: look at it, and change it again.`,
        );
      const written = changedByUser(readStored(before.settings));
      allowForUser(file, written, config);
      const note = noteOf(people.now(), doerOf(asking), 'change project', name);
      await changeProject(store, before, file, written, [note]);
      return shownProject(parts, await projectCalled(store, name));
    },
    removeProject: async ({ project: name }, asking) => {
      const note = noteOf(people.now(), doerOf(asking), 'remove project', name);
      await removeProject(store, await projectCalled(store, name), config.data, [note]);
    },
    ...projectSecretServices(parts),
  };
}

type ProjectSecretServices = Pick<
  ApiServices,
  'listProjectSecrets' | 'keepProjectSecret' | 'removeProjectSecret'
>;

function projectSecretServices({ store, config, people }: ServerParts): ProjectSecretServices {
  return {
    listProjectSecrets: async ({ project, after = '', limit }) => {
      const { name: owner } = await projectCalled(store, project);
      const later = (await ownSecrets(store, owner)).filter(({ name }) => name > after);
      const rows = later.map(({ name, changedAt }) => ({ name, changedAt: isoTime(changedAt) }));
      return partFrom(rows.slice(0, limit + 1), limit, ({ name }) => name);
    },
    keepProjectSecret: async ({ project, secret, body: { value } }, asking) => {
      const { name } = await projectCalled(store, project);
      const note = noteOf(people.now(), doerOf(asking), 'set secret', name, `secret ${secret}`);
      await storedSecrets(store, config).keep(ownSecretName(name, secret), value, [note]);
    },
    removeProjectSecret: async ({ project, secret }, asking) => {
      const { name } = await projectCalled(store, project);
      const note = noteOf(people.now(), doerOf(asking), 'remove secret', name, `secret ${secret}`);
      if (!(await store.secrets.remove(ownSecretName(name, secret), [note])))
        throw notFound(`secret "${secret}" of the project "${name}"`);
    },
  };
}

/** Throws APP_OPERATOR_ONLY at once for what a run would refuse, and PROJECT_FILE_INVALID. Returns the name of the project. */
export function allowForUser(text: string, written: Authorship, config: Config): string {
  const read = (file: string) => parseProject(file, { fileName: 'the project file' });
  const project = read(text);
  const before = written.by === 'user' && written.operatorFile !== null ? read(written.operatorFile) : null;
  const trust = operatorTrust(written, project, before);
  refuseOperatorOnly(project, trust, config);
  refuseLargePages(project, trust, config);
  return project.name;
}

/** The shortest project file there is. Text in JSON is text in YAML. */
function fileFor(url: string, name: string | undefined): string {
  const host = URL.parse(url)?.host ?? '';
  if (host === '')
    throw new ApiError('API_REQUEST_INVALID', `"${url}" is no address: write it with https://`);
  return `name: ${JSON.stringify(name ?? host)}\nsource: ${JSON.stringify(url)}\n`;
}

/** By name, in the order of code points, as the database has it. */
export async function projectsSeenBy(store: Store, caller: Caller): Promise<readonly Project[]> {
  const seen = (await store.projects.list()).filter(({ id }) => caller.sees(id));
  return seen.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function rowOf({ runs }: ServerParts, { name, startUrl }: Project, last: Run | null = null) {
  return {
    name,
    url: startUrl,
    lastRun: last === null ? null : { number: last.number, state: last.state },
    isRunning: runs.find(name) !== null,
  };
}

/** Whether a run of the project was handed to workers, of which none has begun with it. `cluster` is null or left out where there are none. */
export async function waitsForWorker(
  cluster: ServerParts['cluster'] | undefined,
  project: string,
): Promise<boolean> {
  const handed = (await cluster?.handed.openOf(project)) ?? null;
  return handed !== null && handed.runNumber === null;
}

async function shownProject(parts: ServerParts, project: Project) {
  const { file, settings } = readStored(project.settings);
  const definition = file === null ? null : parseProject(file, { fileName: project.name });
  return {
    ...rowOf(parts, project, await parts.store.runs.latest(project.id)),
    createdAt: isoTime(project.createdAt),
    isWaiting: await waitsForWorker(parts.cluster, project.name),
    file,
    settings: { ...settings } as Record<string, unknown>,
    steps: definition === null ? null : (definition.steps?.length ?? 0),
    rules: definition === null ? null : (definition.rules?.length ?? 0),
  };
}
