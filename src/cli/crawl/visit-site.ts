import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../../config/index.ts';
import type { WhatToVisit } from '../../crawl/projects/what-to-visit.ts';
import type { RunEnding, RunHandle } from '../../crawl/run/run-request.ts';
import type { RunSettings } from '../../crawl/run/run-settings.ts';
import type { StepError } from '../../crawl/steps/step-error.ts';
import type { Project } from '../../crawl/tables/project.ts';
import type { PageVisit } from '../../crawl/tables/visit.ts';
import type { Store } from '../../database/store.ts';
import type { RuleTableRow } from '../../project/index.ts';
import { CliError } from '../errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { configOf, openForRuns } from '../open-data.ts';
import { eraseLiveLine, type Output, outputOf } from '../output.ts';
import { Table } from '../table.ts';
import { leaseHosts, printMatches, type SiteVisit } from './after-run.ts';
import { CrawlReporter } from './crawl-reporter.ts';
import { type Interruption, interruption } from './interruption.ts';
import { printSummary, sendDueMessages } from './print-summary.ts';
import { type CompareOptions, withComparison } from './site-options.ts';
import { keepHeapSmall } from './small-heap.ts';

export interface SiteOptions extends Omit<Partial<RunSettings>, 'compare' | 'screenshots'>, CompareOptions {
  readonly project?: string;
  /** Only pages that are likely to have changed. */
  readonly due?: boolean;
  /** Also print statistics. */
  readonly verbose?: boolean;
  /** Set the exit code by whether the site has changed. */
  readonly exitCode?: boolean;
  readonly screenshot?: boolean;
}

/** Visits a site as the user asked: `given` is a URL, a project file, or (to track) the name of a project. */
export async function visitSite(
  visit: SiteVisit,
  given: string | undefined,
  options: SiteOptions,
  command: Command,
): Promise<void> {
  const { store, config, target } = await openForRuns(`tidemark ${visit}`, async () => {
    const config = await configOf(command);
    if (given === undefined) {
      const project = options.project ?? nothingTyped(visit);
      return { config, target: { project, url: null, file: null, withoutScheme: null } };
    }
    const { whatToVisit } = await import('../../crawl/projects/what-to-visit.ts');
    return { config, target: await whatToVisit(given, options.project) };
  });
  const output = outputOf(command);
  keepHeapSmall();
  const stopping = interruption(() =>
    output.note('Finishing what is under way; press Ctrl-C again to stop at once.'),
  );
  try {
    await visitTyped({ visit, store, config, output, project: target.project }, target, options, stopping);
  } finally {
    eraseLiveLine();
    stopping.release();
    await store.close();
  }
}

/** The context of a visit. */
interface VisitContext {
  readonly visit: SiteVisit;
  readonly store: Store;
  readonly config: Config;
  readonly output: Output;
  /** The name of the project. */
  readonly project: string;
}

/** Starts the run, waits for its end and reports it. */
async function visitTyped(
  context: VisitContext,
  target: WhatToVisit,
  options: SiteOptions,
  stopping: Interruption,
): Promise<void> {
  const { storedSecrets } = await import('../../crawl/projects/stored-secrets.ts');
  const { visitTarget } = await import('../../crawl/projects/what-to-visit.ts');
  const { startRun } = await import('../../crawl/run/start-run.ts');
  const { environmentVariable } = await import('../../config/index.ts');
  const { visit, store, config, output, project } = context;
  const settings = settingsIn(options);
  if (target.file !== null) {
    const { addProject } = await import('../../crawl/projects/add-project.ts');
    await addProject(store, target.file);
  }
  const { url, isKnown } = await visitTarget(target, { store, config, settings });
  if (target.withoutScheme !== null && url !== null) output.note(`${target.withoutScheme}: taken for ${url}`);
  const reporter = new CrawlReporter(output, project, visit, environmentVariable('TERM'));
  const hosts = config.databaseUrl === '' ? null : ((await leaseHosts.added?.(config)) ?? null);
  try {
    const storedSecret = storedSecrets(store, config).find;
    const run = await startRun(
      { store, config, storedSecret, ...(hosts && { hostLeases: hosts.hostLeases }) },
      {
        project,
        url,
        settings,
        visits: visit === 'crawl' ? 'everything' : 'changes',
        onlyDue: options.due ?? false,
      },
    );
    run.watch((event) => reporter.tell(event));
    stopping.onStop(() => run.pause());
    const ending = await run.ended;
    if (!isKnown) await forgetUnanswered(store, project, ending, config.data);
    const hasStatistics = visit === 'crawl' || options.verbose === true;
    const hasChanged = await reportRun(context, { run, ending, reporter, hasStatistics });
    const exitCode = exitCodeOf(ending, options.exitCode === true && hasChanged);
    if (exitCode !== exitCodes.ok) process.exitCode = exitCode;
  } catch (error) {
    await cleanUpAfter(error, context, isKnown);
    throw error;
  } finally {
    await hosts?.close();
  }
}

/** The settings that the user typed for the run. */
function settingsIn({ project, due, verbose, exitCode, screenshot, ...others }: SiteOptions) {
  return {
    ...withComparison(others),
    ...(screenshot !== undefined && { screenshots: screenshot ? ('changed' as const) : ('none' as const) }),
  };
}

interface EndedRun {
  readonly run: RunHandle;
  readonly ending: RunEnding;
  readonly reporter: CrawlReporter;
  readonly hasStatistics: boolean;
}

/** Prints what the run found and how it ended. Returns whether the site has changed. */
async function reportRun(
  { visit, store, config, output, project }: VisitContext,
  { run, ending, reporter, hasStatistics }: EndedRun,
): Promise<boolean> {
  const printFindings = async (): Promise<boolean> => {
    const hasChanged = await printSummary({ store, output }, project, visit);
    if (run.hasDetectors) await printMatches.added?.(store, project, output);
    // A user who interrupts a run does not want to wait: what is due stays in the outbox.
    if (run.hasChannels && ending.reason !== 'interrupted') await sendDueMessages(output, store, config);
    return hasChanged;
  };
  const printEnding = async (): Promise<void> => {
    await reporter.end(ending, hasStatistics ? { leftOut: await leftOutOf(store, project) } : null);
    if (hasStatistics || output.json) await printRulesTable(ending.rules, output);
  };
  // Programs wait for the event that ends the run; people read last what changed.
  if (!output.json) {
    await printEnding();
    return printFindings();
  }
  const hasChanged = await printFindings();
  await printEnding();
  return hasChanged;
}

function exitCodeOf(
  { state, reason, resumeAt, isTrouble, pages, errors }: RunEnding,
  tellsChange: boolean,
): number {
  if (state === 'paused' && reason === 'interrupted') return exitCodes.interrupted;
  if (resumeAt !== null || isTrouble === true || (pages === 0 && errors > 0)) return exitCodes.failed;
  return tellsChange ? exitCodes.changed : exitCodes.ok;
}

/** Saves the page that a step did not expect, and removes a new project that never reached its site. */
async function cleanUpAfter(
  error: unknown,
  { store, config, output, project }: VisitContext,
  isKnown: boolean,
): Promise<void> {
  const { StepError } = await import('../../crawl/steps/step-error.ts');
  const { FetchError } = await import('../../fetch/index.ts');
  const seen = error instanceof StepError ? await keepSeenPage(error, project, config.data) : null;
  if (!isKnown && error instanceof FetchError) await forgetUnvisited(store, project, config.data);
  if (seen !== null) output.note(`What was seen instead is kept in ${seen}`);
}

async function leftOutOf(store: Store, name: string) {
  const project = await store.projects.find(name);
  const latest = project === null ? null : await store.runs.latest(project.id);
  return latest === null ? [] : store.runs.leftOut(latest.id);
}

function nothingTyped(visit: SiteVisit): never {
  throw new CliError(
    'CLI_OPTION_INVALID',
    `say where to start, as in "tidemark ${visit} https://example.org/".`,
  );
}

/**
 * Removes a new project whose site answered no request: it would only be in the way of the next attempt, which may
 * have another address. Throws APP_SITE_UNREADABLE then.
 */
async function forgetUnanswered(
  store: Store,
  name: string,
  { state, pages, errors }: Pick<RunEnding, 'state' | 'pages' | 'errors'>,
  dataFolder: string,
): Promise<void> {
  const project = await store.projects.find(name);
  if (project === null || state !== 'finished' || pages > 0 || errors === 0) return;
  const visits = await visitsOf(store, project);
  if (visits.some(({ status }) => status !== null)) return;
  const { AppError } = await import('../../crawl/run/errors.ts');
  const { removeProject } = await import('../../crawl/projects/remove-project.ts');
  await removeProject(store, project, dataFolder);
  throw new AppError(
    'APP_SITE_UNREADABLE',
    `${project.startUrl} could not be read; nothing saved. ${visits[0]?.errorMessage ?? ''}`.trimEnd(),
  );
}

/** Removes a new project whose first run failed before it visited anything, as when the log-in was refused. */
async function forgetUnvisited(store: Store, name: string, dataFolder: string): Promise<void> {
  const project = await store.projects.find(name);
  if (project === null || (await visitsOf(store, project)).length > 0) return;
  const { removeProject } = await import('../../crawl/projects/remove-project.ts');
  await removeProject(store, project, dataFolder);
}

/** The first visits of the newest run. */
async function visitsOf(store: Store, { id }: Project): Promise<readonly PageVisit[]> {
  const run = await store.runs.latest(id);
  return run === null ? [] : store.visits.ofRun(run.id, { limit: 100 });
}

/** Saves the page that came instead of the one a step expected. Null when the failure is not about a page. */
export async function keepSeenPage(
  { page }: StepError,
  project: string,
  dataFolder: string,
): Promise<string | null> {
  if (page === null) return null;
  const { seenPageFile } = await import('../../crawl/projects/remove-project.ts');
  const file = seenPageFile(dataFolder, project);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, page.body, { mode: 0o600 });
  return file;
}

/** What each rule of a project decided in a run. A rule that never matched is listed with zeros: it may be wrong. */
export async function printRulesTable(rules: readonly RuleTableRow[], output: Output): Promise<void> {
  if (rules.length === 0) return;
  if (output.json) {
    await output.object({ event: 'rules', rules });
    return;
  }
  await output.line();
  const table = new Table(output, ['rule', 'let in', 'kept out', 'says', 'for example']);
  for (const { rule, letIn, keptOut, says, name, examples } of rules) {
    const label = name === null ? String(rule) : `${rule} (${name})`;
    await table.row(
      label,
      String(letIn),
      String(keptOut),
      says.replace(/^rule [^:]*: /, ''),
      examples[0] ?? '',
    );
  }
  await table.end();
}
