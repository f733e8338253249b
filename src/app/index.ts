// What crawls, reads project files or serves pages is loaded when it is first called: a command waits for its own parts only.
import type { Project, Store } from '../store/index.ts';
import type { StoredProject } from './project-run/stored-project.ts';
import type { StoredSecrets } from './project-run/stored-secrets.ts';

export { checkMachine, type MachineCheck } from './check-machine.ts';
export type { CrawlRequest, SiteEnding } from './crawl-request.ts';
export type { CrawlSettings } from './crawl-settings.ts';
export type { DemoSite } from './demo-site/start-demo-site.ts';
export { AppError } from './errors.ts';
export { openDataFolder } from './open-data-folder.ts';
export { packageFacts } from './package-facts.ts';
export type { AddedProject, ProjectFileToAdd } from './project-run/add-project.ts';
export { removeProject } from './project-run/remove-project.ts';
export { seenPageFile } from './project-run/seen-page-file.ts';
export { readyToCrawl } from './ready-to-crawl.ts';
export type { FoundPage, NamedRule, RuleExplained } from './track-report/index.ts';
export type { StoredProject, StoredSecrets };

export const crawlSite: typeof import('./crawl-site.ts').crawlSite = async (...given) =>
  (await import('./crawl-site.ts')).crawlSite(...given);

export const startDemoSite: typeof import('./demo-site/start-demo-site.ts').startDemoSite = async () =>
  (await import('./demo-site/start-demo-site.ts')).startDemoSite();

export const addProject: typeof import('./project-run/add-project.ts').addProject = async (...given) =>
  (await import('./project-run/add-project.ts')).addProject(...given);

export const addProjects: typeof import('./project-run/add-project.ts').addProjects = async (...given) =>
  (await import('./project-run/add-project.ts')).addProjects(...given);

export const checkChange = async (project: Project, text: string): Promise<void> =>
  (await import('./project-run/change-project.ts')).checkChange(project, text);

export const changeProject: typeof import('./project-run/change-project.ts').changeProject = async (
  ...given
) => (await import('./project-run/change-project.ts')).changeProject(...given);

export const storedSecrets = (store: Pick<Store, 'secrets'>, dataFolder: string): StoredSecrets => {
  const opened = async () =>
    (await import('./project-run/stored-secrets.ts')).storedSecrets(store, dataFolder);
  return {
    find: async (name) => (await opened()).find(name),
    keep: async (name, value) => (await opened()).keep(name, value),
  };
};

export const surveySite: typeof import('./site-survey/survey-site.ts').surveySite = async (...given) =>
  (await import('./site-survey/survey-site.ts')).surveySite(...given);

export const readStored = async (settings: string): Promise<StoredProject> =>
  (await import('./project-run/stored-project.ts')).readStored(settings);

/** Reports, diffs, lives of pages and learned rules. */
export const trackReports = (): Promise<typeof import('./track-report/index.ts')> =>
  import('./track-report/index.ts');
