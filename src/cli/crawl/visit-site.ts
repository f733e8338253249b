import { mkdir, writeFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { dirname } from 'node:path';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import type { Command } from 'commander';
import type { RunEnding } from '../../crawl/run/run-request.ts';
import type { RunSettings } from '../../crawl/run/run-settings.ts';
import type { StepError } from '../../crawl/steps/step-error.ts';
import type { PageVisit, Project } from '../../crawl/tables/records.ts';
import type { Store } from '../../database/store.ts';
import type { RuleTableRow } from '../../project/index.ts';
import { CliError } from '../errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { openForRuns } from '../open-data.ts';
import { eraseLiveLine, type GlobalOptions, type Output, outputOf } from '../output.ts';
import { Table } from '../table.ts';
import type { RunCommandContext, SiteVisit } from './command-context.ts';
import { CrawlReporter } from './crawl-reporter.ts';
import { interruption } from './interruption.ts';
import { printNews, tellFound, tellPeople } from './print-news.ts';
import { type CompareOptions, withComparison } from './site-options.ts';

export interface SiteOptions extends Omit<Partial<RunSettings>, 'compare' | 'screenshots'>, CompareOptions {
  readonly project?: string;
  /** Only pages that are likely to have changed. */
  readonly due?: boolean;
  /** Also print statistics. */
  readonly verbose?: boolean;
  /** Say by the exit code whether the site has changed. */
  readonly exitCode?: boolean;
  readonly screenshot?: boolean;
}

/** Visits a site as the user asked: `given` is a URL, a project file, or (to track) the name of a project. */
export async function visitSite(
  { visit, newsOfRun, sendMessages, takeTurns }: RunCommandContext & { readonly visit: SiteVisit },
  given: string | undefined,
  options: SiteOptions,
  command: Command,
): Promise<void> {
  const { addProject } = await import('../../crawl/projects/add-project.ts');
  const { startRun } = await import('../../crawl/run/start-run.ts');
  const { storedSecrets } = await import('../../crawl/projects/stored-secrets.ts');
  const { visitTarget } = await import('../../crawl/projects/visit-target.ts');
  const { whatToVisit } = await import('../../crawl/projects/what-to-visit.ts');
  const { environmentVariable, readConfig } = await import('../../config/index.ts');
  const { data } = command.optsWithGlobals<GlobalOptions>();
  const { project: name, due = false, verbose = false, exitCode = false, screenshot, ...said } = options;
  const settings = {
    ...withComparison(said),
    ...(screenshot !== undefined && { screenshots: screenshot ? ('changed' as const) : ('none' as const) }),
  };
  const wanted =
    given === undefined
      ? { project: name ?? nothingTyped(visit), url: null, file: null, withoutScheme: null }
      : await whatToVisit(given, name);
  const { project, file, withoutScheme } = wanted;
  const output = outputOf(command);
  const config = readConfig(data === undefined ? {} : { data });
  const store = await openForRuns(config, `tidemark ${visit}`);
  keepHeapSmall();
  const stopping = interruption(() =>
    output.note('Finishing what is under way; press Ctrl-C again to stop at once.'),
  );
  const reporter = new CrawlReporter(output, project, visit, environmentVariable('TERM'));
  let isNew = false;
  let hosts: Awaited<ReturnType<typeof takeTurns>> = null;
  try {
    if (file !== null) await addProject(store, file);
    const { url, isKnown } = await visitTarget(wanted, { store, config, settings });
    isNew = !isKnown;
    if (withoutScheme !== null && url !== null) output.note(`${withoutScheme}: taken for ${url}`);
    hosts = config.databaseUrl === '' ? null : await takeTurns(config);
    const run = await startRun(
      {
        store,
        config,
        storedSecret: storedSecrets(store, config).find,
        ...(hosts && { turns: hosts.turns }),
      },
      {
        project,
        url,
        settings,
        visits: visit === 'crawl' ? 'everything' : 'changes',
        onlyDue: due,
      },
    );
    run.watch((event) => reporter.tell(event));
    stopping.onStop(() => run.pause());
    const ending = await run.ended;
    if (isNew) await forgetUnanswered(store, project, ending, config.data);
    const hasStatistics = visit === 'crawl' || verbose;
    const tell = async () => {
      const isChanged = await printNews({ newsOfRun, store, output }, project, visit);
      if (run.hasDetectors) await tellFound(store, project, output);
      // Whoever interrupts a run does not want to wait: what is due stays in the outbox.
      if (run.hasChannels && ending.reason !== 'interrupted')
        await tellPeople({ sendMessages, output }, store, config);
      return isChanged;
    };
    const told = output.json ? await tell() : null;
    await reporter.end(ending, hasStatistics ? { leftOut: await leftOutOf(store, project) } : null);
    if (hasStatistics || output.json) await printRulesTable(ending.rules, output);
    const hasChanged = told ?? (await tell());
    if (ending.state === 'paused' && ending.reason === 'interrupted')
      process.exitCode = exitCodes.interrupted;
    else if (
      ending.resumeAt !== null ||
      ending.isTrouble === true ||
      (ending.pages === 0 && ending.errors > 0)
    )
      process.exitCode = exitCodes.failed;
    else if (exitCode && hasChanged) process.exitCode = exitCodes.changed;
  } catch (error) {
    const { StepError } = await import('../../crawl/steps/step-error.ts');
    const seen = error instanceof StepError ? await keepSeenPage(error, project, config.data) : null;
    const { FetchError } = await import('../../fetch/index.ts');
    if (isNew && error instanceof FetchError) await forgetUnvisited(store, project, config.data);
    if (seen !== null) output.note(`What was seen instead is kept in ${seen}`);
    throw error;
  } finally {
    eraseLiveLine();
    stopping.release();
    await hosts?.close();
    await store.close();
  }
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
 * Removes a new project whose site gave no answer to anything: it would only be in the way of the next attempt, which may
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

/**
 * V8 sizes its heap by the machine, and lets hundreds of megabytes of garbage pile up where there is room. A crawl runs for
 * hours beside other programs, so it collects garbage earlier: measured while finding 1,000,000 URLs, 272 MB instead of
 * 530 MB, for 5 % more time (docs/measurements/memory.md).
 *
 * Must be called before the heap has grown, and after the program has loaded: V8 discards all code that was compiled under
 * other flags, Node's own included. So the code compiled by then is first saved for the next start.
 */
export function keepHeapSmall(): void {
  flushCompileCache();
  for (const flag of [
    '--heap-growing-percent=100',
    '--max-semi-space-size=8',
    '--semi-space-growth-factor=1',
  ])
    setFlagsFromString(flag);
  // What most crawls need is collected half as often, which saves a twentieth of their processor time.
  const check = setInterval(() => {
    if (getHeapStatistics().used_heap_size < SMALL) return;
    setFlagsFromString('--heap-growing-percent=30');
    clearInterval(check);
  }, CHECK_EVERY).unref();
}

/** With less in use, twice as much does not matter. In bytes. */
const SMALL = 64 * 1024 * 1024;
const CHECK_EVERY = 250;
