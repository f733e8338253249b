import { checkChange } from '../../crawl/projects/change-project.ts';
import { parseProject } from '../../crawl/projects/project-file.ts';
import {
  type Authorship,
  changedByUser,
  readStored,
  writeStored,
} from '../../crawl/projects/stored-project.ts';
import { storedSecrets } from '../../crawl/projects/stored-secrets.ts';
import type { Project } from '../../crawl/tables/project.ts';
import { projectCalled } from '../../http/requested-resources.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { Asking, ServicesOf } from '../../http/services.ts';
import { allowForUser } from './project-services.ts';
import type { stepEndpoints } from './step-endpoints.ts';

export function stepServices({ store, config }: ServiceContext): ServicesOf<typeof stepEndpoints> {
  return {
    tryDraftStep: async ({ body: { file, step } }, asking) => {
      const written: Authorship = { by: 'user', operatorFile: null };
      const name = allowForUser(file, written, config);
      const settings = writeStored({ settings: {}, file, folder: config.data, written });
      const { source } = parseProject(file, { fileName: 'the project file' });
      const draft = { id: 0, name, startUrl: source.url, settings, createdAt: 0 };
      // A draft gets no secrets, because it can have the name of another user's project.
      return tried(draft, step, asking, () => Promise.resolve(null));
    },
    tryStep: async ({ project: name, body: { file, step } }, asking) => {
      const project = await projectCalled(store, name);
      const secrets = storedSecrets(store, config).find;
      return tried(file === undefined ? project : changed(project, file), step, asking, secrets);
    },
  };

  /** The project as it would be with this file. Throws the same errors as changing it. */
  function changed(project: Project, file: string): Project {
    checkChange(project, file);
    const stored = readStored(project.settings);
    const written = changedByUser(stored);
    allowForUser(file, written, config);
    return { ...project, settings: writeStored({ ...stored, file, written }) };
  }

  async function tried(
    project: Project,
    step: number,
    { signal }: Pick<Asking, 'signal'>,
    storedSecret: (name: string) => Promise<string | null>,
  ) {
    const { defineRun } = await import('../../crawl/run/define-run.ts');
    const { tryStep } = await import('./try-step.ts');
    const dependencies = { store, config, storedSecret };
    const definition = await defineRun(project, { project: project.name, url: null }, dependencies);
    const { name, failure, pages } = await tryStep(step - 1, { ...dependencies, definition, signal });
    return {
      name,
      failure,
      pages: pages.map((page) => ({
        ...page,
        forms: page.forms.map((form) => ({ ...form, find: form.find === null ? null : { ...form.find } })),
      })),
    };
  }
}
