import type { Command } from 'commander';
import type { RunSettings } from '../../app/index.ts';
import { CliError } from '../errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { eraseLiveLine } from '../live-line.ts';
import { type GlobalOptions, outputOf } from '../output.ts';
import { CrawlReporter } from './crawl-reporter.ts';
import { forgetUnanswered, forgetUnvisited } from './forget-unanswered.ts';
import { interruption } from './interruption.ts';
import { keepSeenPage } from './keep-seen-page.ts';
import { printNews } from './print-news.ts';
import { printRulesTable } from './run-summary.ts';
import { type CompareOptions, withComparison } from './site-options.ts';
import type { SiteVisit } from './site-visit.ts';
import { keepHeapSmall } from './small-heap.ts';
import { tellFound, tellPeople } from './tell-people.ts';

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
  visit: SiteVisit,
  given: string | undefined,
  options: SiteOptions,
  command: Command,
): Promise<void> {
  const { addProject, openForRuns, startRun, storedSecrets, takeTurns, visitTarget, whatToVisit } =
    await import('../../app/index.ts');
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
    hosts = await takeTurns(config);
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
      const isChanged = await printNews(store, project, visit, output);
      if (run.hasDetectors) await tellFound(store, project, output);
      // Whoever interrupts a run does not want to wait: what is due stays in the outbox.
      if (run.hasChannels && ending.reason !== 'interrupted') await tellPeople(store, config, output);
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
    const { StepError } = await import('../../crawl/index.ts');
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

async function leftOutOf(
  store: Awaited<ReturnType<typeof import('../../app/index.ts').openDataFolder>>,
  name: string,
) {
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
