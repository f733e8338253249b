import type { Config } from '../../config/index.ts';
import { addProjects } from '../../crawl/projects/add-project.ts';
import { changeProject } from '../../crawl/projects/change-project.ts';
import {
  operatorTrust,
  refuseLargePages,
  refuseLongExplorations,
  refuseOperatorOnly,
} from '../../crawl/projects/operator-trust.ts';
import { parseProject, projectForReaders } from '../../crawl/projects/project-file.ts';
import { removeProject } from '../../crawl/projects/remove-project.ts';
import { type Authorship, changedByUser, readStored } from '../../crawl/projects/stored-project.ts';
import { AppError } from '../../crawl/run/errors.ts';
import type { Project } from '../../crawl/tables/project.ts';
import type { Run } from '../../crawl/tables/run.ts';
import { ApiError } from '../../http/errors.ts';
import type { Caller } from '../../http/gate.ts';
import { partFrom } from '../../http/json-values.ts';
import { doerOf, noteOf } from '../../http/people/audit-note.ts';
import { projectCalled } from '../../http/requested-resources.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { ServicesOf } from '../../http/services.ts';
import { compileRules, explainUrl } from '../../project/index.ts';
import type { projectEndpoints } from './project-endpoints.ts';

export function projectServices(context: ServiceContext): ServicesOf<typeof projectEndpoints> {
  const { store, config } = context;
  return {
    listProjects: async ({ after = '', limit }, { caller }) => {
      const seen = await projectsAfter(after, limit + 1, context, caller);
      const { items, next } = partFrom(seen, limit, ({ name }) => name);
      const latest = await store.runs.latestOfAll(items.map(({ id }) => id));
      return { items: items.map((project) => rowOf(context, project, latest.get(project.id))), next };
    },
    showProject: async ({ project: name }, { caller }) => {
      const project = await projectCalled(store, name);
      const shown = await shownProject(context, project);
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
      const notes = (name: string) => {
        const noted = (action: string, detail?: string) =>
          noteOf(Date.now(), doerOf(asking), action, name, detail);
        const added = noted('add project');
        return owner === null ? [added] : [added, noted('give access', `${owner.name}: own`)];
      };
      const record = { owner: owner?.id ?? null, notes };
      const [added] = await addProjects(store, [file], { replace: false, written, record });
      if (added === undefined) throw new TypeError('a project was added, but none came back');
      return shownProject(context, added.project);
    },
    changeProject: async ({ project: name, body: { file, was } }, asking) => {
      const before = await projectCalled(store, name);
      if (was !== undefined && readStored(before.settings).file !== was)
        throw new AppError(
          'APP_PROJECT_CHANGED',
          `the project "${name}" was changed in the meantime: look at it, and change it again.`,
        );
      const written = changedByUser(readStored(before.settings));
      allowForUser(file, written, config);
      const note = noteOf(Date.now(), doerOf(asking), 'change project', name);
      await changeProject(store, before, file, written, [note]);
      return shownProject(context, await projectCalled(store, name));
    },
    removeProject: async ({ project: name }, asking) => {
      const note = noteOf(Date.now(), doerOf(asking), 'remove project', name);
      await removeProject(store, await projectCalled(store, name), config.data, [note]);
    },
    testRules: async ({ project, body: { urls } }) => {
      const { file } = readStored((await projectCalled(store, project)).settings);
      const { rules = [] } = file === null ? {} : parseProject(file, { fileName: project });
      const compiled = compileRules(rules);
      return {
        items: urls.map((given) => {
          const { url, decision } = explainUrl(compiled, given);
          return { url, verdict: decision.verdict, reason: decision.reason };
        }),
      };
    },
  };
}

/** The first projects after a name that the caller may see. */
async function projectsAfter(after: string, most: number, { store }: ServiceContext, caller: Caller) {
  const seen: Project[] = [];
  for (let last: string | undefined = after; last !== undefined && seen.length < most; ) {
    const read: readonly Project[] = await store.projects.list({ after: last, limit: most });
    seen.push(...read.filter(({ id }) => caller.sees(id)));
    last = read.length < most ? undefined : read.at(-1)?.name;
  }
  return seen.slice(0, most);
}

/** Returns the name of the project. Throws PROJECT_FILE_INVALID, and APP_OPERATOR_ONLY at once for anything that a run would refuse. */
export function allowForUser(text: string, written: Authorship, config: Config): string {
  const read = (file: string) => parseProject(file, { fileName: 'the project file' });
  const project = read(text);
  const before = written.by === 'user' && written.operatorFile !== null ? read(written.operatorFile) : null;
  const trust = operatorTrust(written, project, before);
  refuseOperatorOnly(project, trust, config);
  refuseLargePages(project, trust, config);
  refuseLongExplorations(project, trust);
  return project.name;
}

/** The shortest possible project file. A JSON string is also a YAML string. */
function fileFor(url: string, name: string | undefined): string {
  const host = URL.parse(url)?.host ?? '';
  if (host === '')
    throw new ApiError('API_REQUEST_INVALID', `"${url}" is no address: write it with https://`);
  return `name: ${JSON.stringify(name ?? host)}\nsource: ${JSON.stringify(url)}\n`;
}

function rowOf({ runs }: ServiceContext, { name, startUrl }: Project, last: Run | null = null) {
  return {
    name,
    url: startUrl,
    lastRun: last === null ? null : { number: last.number, state: last.state },
    isRunning: runs.find(name) !== null,
  };
}

async function shownProject(context: ServiceContext, project: Project) {
  const { file, settings } = readStored(project.settings);
  const definition = file === null ? null : parseProject(file, { fileName: project.name });
  return {
    ...rowOf(context, project, await context.store.runs.latest(project.id)),
    createdAt: project.createdAt,
    isWaiting: await context.runs.waits(project.name),
    file,
    settings: { ...settings } as Record<string, unknown>,
    steps: definition === null ? null : (definition.steps?.length ?? 0),
    rules: definition === null ? null : (definition.rules?.length ?? 0),
  };
}
