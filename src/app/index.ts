// Crawling, project files and the demo site are loaded on first use: a command loads only what it needs.
import type { KeyPlace } from '../access/index.ts';
import type { ProjectFile } from '../project/index.ts';
import type { Project, Store } from '../store/index.ts';
import { openCalibrations, openDataFolder } from './open-data-folder.ts';
import type { StoredSecrets } from './projects/stored-secrets.ts';

export type { Calibration } from './calibration/index.ts';
export { checkMachine } from './check-machine.ts';
export type { WorkerEvent } from './cluster/held-work.ts';
export type { ImportedFile } from './coming-over/imported-files.ts';
export type { DetectorsPlace, NamedDetector, ReplayedMatch } from './detect/index.ts';
export { AppError } from './errors.ts';
export type { ExplorationHandle } from './explorations/exploration-handle.ts';
export { openExploration } from './explorations/open-exploration.ts';
export { overviewOf, type StoredGraph, storedGraph } from './explorations/stored-graph.ts';
export type {
  ChangedSitePage,
  OneVisitOptions,
  SiteReport,
  Tidemark,
  TidemarkOptions,
  VisitedSite,
  VisitOptions,
} from './library.ts';
export { packageFacts } from './package-facts.ts';
export { removeProject, seenPageFile } from './projects/remove-project.ts';
export type { FoundPage, NamedRule, RuleExplained } from './report/index.ts';
export type { RunEnding, RunHandle, RunRequest, RunSurroundings } from './run/run-request.ts';
export type { RunSettings } from './run/run-settings.ts';
export type { SearchHit } from './search/search-pages.ts';
export type { ApplicationToExplore } from './states/explore-application.ts';
export type { CrawlPerformance, DetectorResults, MatchesPerPage, PeriodUnit } from './statistics/index.ts';
export type { WatchEvent } from './watch/watch-projects.ts';
export type { StoredSecrets };
export { openCalibrations, openDataFolder };

// For programs that use Tidemark as a library; docs/library.md.
export const openTidemark: typeof import('./library.ts').openTidemark = async (...given) =>
  (await import('./library.ts')).openTidemark(...given);

export const track: typeof import('./library.ts').track = async (...given) =>
  (await import('./library.ts')).track(...given);

export const crawl: typeof import('./library.ts').crawl = async (...given) =>
  (await import('./library.ts')).crawl(...given);

export const report: typeof import('./library.ts').report = async (...given) =>
  (await import('./library.ts')).report(...given);

export const startRun: typeof import('./run/start-run.ts').startRun = async (...given) =>
  (await import('./run/start-run.ts')).startRun(...given);

export const takeTurns: typeof import('./cluster/turns-of-command.ts').takeTurns = async (config) =>
  config.databaseUrl === '' ? null : (await import('./cluster/turns-of-command.ts')).takeTurns(config);

/** How a run starts. */
export const loadRuns = (): Promise<typeof import('./run/start-run.ts')> => import('./run/start-run.ts');

export const startDemoSite: typeof import('./demo-site/start-demo-site.ts').startDemoSite = async () =>
  (await import('./demo-site/start-demo-site.ts')).startDemoSite();

export const openDemoInterface: typeof import('./demo-site/demo-interface.ts').openDemoInterface = async (
  ...given
) => (await import('./demo-site/demo-interface.ts')).openDemoInterface(...given);

export const addProject: typeof import('./projects/add-project.ts').addProject = async (...given) =>
  (await import('./projects/add-project.ts')).addProject(...given);

export const addProjects: typeof import('./projects/add-project.ts').addProjects = async (...given) =>
  (await import('./projects/add-project.ts')).addProjects(...given);

export const checkChange = async (project: Project, text: string): Promise<void> =>
  (await import('./projects/change-project.ts')).checkChange(project, text);

export const changeProject: typeof import('./projects/change-project.ts').changeProject = async (...given) =>
  (await import('./projects/change-project.ts')).changeProject(...given);

export const storedSecrets = (store: Pick<Store, 'secrets'>, place: KeyPlace): StoredSecrets => {
  const opened = async () => (await import('./projects/stored-secrets.ts')).storedSecrets(store, place);
  return {
    find: async (name) => (await opened()).find(name),
    keep: async (name, value) => (await opened()).keep(name, value),
  };
};

export const rotateKey: typeof import('./projects/rotate-key.ts').rotateKey = async (...given) =>
  (await import('./projects/rotate-key.ts')).rotateKey(...given);

/** What is stored, and what of it can go. */
export const upkeep = (): Promise<typeof import('./upkeep/index.ts')> => import('./upkeep/index.ts');

/** Settings that fit recorded sites. */
export const calibration = (): Promise<typeof import('./calibration/index.ts')> =>
  import('./calibration/index.ts');

/** Everything in the database, in a file and back. */
export const backups = (): Promise<typeof import('./backup.ts')> => import('./backup.ts');

/** The log of programs that run for long. */
export const logging = (): Promise<typeof import('./log-lines.ts')> => import('./log-lines.ts');

/** Users of a server: who they are, and what they may do. */
export const people = (): Promise<typeof import('./people/index.ts')> => import('./people/index.ts');

export const surveySite: typeof import('./site-survey/survey-site.ts').surveySite = async (...given) =>
  (await import('./site-survey/survey-site.ts')).surveySite(...given);

export const readStoredProject: (
  ...given: Parameters<typeof import('./projects/project-file.ts').readStoredProject>
) => Promise<ReturnType<typeof import('./projects/project-file.ts').readStoredProject>> = async (...given) =>
  (await import('./projects/project-file.ts')).readStoredProject(...given);

export const readProject: (
  ...given: Parameters<typeof import('./projects/project-file.ts').readProject>
) => Promise<ProjectFile> = async (...given) =>
  (await import('./projects/project-file.ts')).readProject(...given);

export const setInProject: (
  ...given: Parameters<typeof import('./projects/project-file.ts').setInProject>
) => Promise<string> = async (...given) =>
  (await import('./projects/project-file.ts')).setInProject(...given);

export const projectJsonSchema = async (): Promise<Readonly<Record<string, unknown>>> =>
  (await import('./projects/project-file.ts')).projectJsonSchema();

export const whatToVisit: typeof import('./projects/what-to-visit.ts').whatToVisit = async (...given) =>
  (await import('./projects/what-to-visit.ts')).whatToVisit(...given);

export const visitTarget: typeof import('./projects/visit-target.ts').visitTarget = async (...given) =>
  (await import('./projects/visit-target.ts')).visitTarget(...given);

/** The address of a site that was typed with or without its scheme, after a first contact. Throws a FetchError. */
export const reachedAddress: typeof import('./site/first-contact.ts').reachedAddress = async (...given) =>
  (await import('./site/first-contact.ts')).reachedAddress(...given);

export const unknownProject: typeof import('./projects/unknown-project.ts').unknownProject = async (
  ...given
) => (await import('./projects/unknown-project.ts')).unknownProject(...given);

export const projectFileAt: typeof import('./projects/what-to-visit.ts').projectFileAt = async (...given) =>
  (await import('./projects/what-to-visit.ts')).projectFileAt(...given);

export const confirmRun: typeof import('./projects/confirmation.ts').confirmRun = async (...given) =>
  (await import('./projects/confirmation.ts')).confirmRun(...given);

/** The server: what `tidemark serve` starts. */
export const serving = (): Promise<typeof import('./server/index.ts')> => import('./server/index.ts');

/** More machines: workers, and who is there. */
export const cluster = (): Promise<typeof import('./cluster/index.ts')> => import('./cluster/index.ts');

/** Running projects by their schedules. */
export const watching = (): Promise<typeof import('./watch/index.ts')> => import('./watch/index.ts');

/** The detectors of projects: which there are, and what they would have found. */
export const projectDetectors = (): Promise<typeof import('./detect/index.ts')> =>
  import('./detect/index.ts');

/** Figures about runs and matches. */
export const statistics = (): Promise<typeof import('./statistics/index.ts')> =>
  import('./statistics/index.ts');

/** Explores the application of a project and keeps what is found. */
export const exploreProject: typeof import('./explorations/start-exploration.ts').exploreProject = async (
  ...given
) => (await import('./explorations/start-exploration.ts')).exploreProject(...given);

/** What changed in an application since the exploration before. */
export const stateNews: typeof import('./explorations/state-news.ts').stateNews = async (...given) =>
  (await import('./explorations/state-news.ts')).stateNews(...given);

/** Explorations that are kept: what they told, and the lives of states. */
export const explorations = (): Promise<typeof import('./explorations/index.ts')> =>
  import('./explorations/index.ts');

/** Explores an application with a browser of this machine. */
export const exploreApplication: typeof import('./states/explore-application.ts').exploreApplication = async (
  ...given
) => (await import('./states/explore-application.ts')).exploreApplication(...given);

/** Watches of other programs. */
export const comingOver = (): Promise<typeof import('./coming-over/index.ts')> =>
  import('./coming-over/index.ts');

/** The search index and what it finds. */
export const pageSearch = (): Promise<typeof import('./search/index.ts')> => import('./search/index.ts');
/** Messages to people: what is in the outbox, and whether a channel works. */
export const messages = (): Promise<typeof import('./notify/index.ts')> => import('./notify/index.ts');

/** Reports, diffs, page histories and learned rules. */
export const trackReports = (): Promise<typeof import('./report/index.ts')> => import('./report/index.ts');
