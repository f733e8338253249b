import type { Command } from 'commander';
import type { ProjectFileToAdd, RunSettings } from '../../app/index.ts';
import { CliError } from '../errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { type GlobalOptions, outputOf } from '../output.ts';
import { folderName, isAddress, isProjectFile, projectFileAt, typedAddress } from '../typed-address.ts';
import { CrawlReporter } from './crawl-reporter.ts';
import { interruption } from './interruption.ts';
import { keepSeenPage } from './keep-seen-page.ts';
import { printFlags, printRulesTable } from './run-summary.ts';
import { type CompareOptions, withComparison } from './site-options.ts';
import type { SiteVisit } from './site-visit.ts';
import { keepHeapSmall } from './small-heap.ts';

export interface SiteOptions extends Omit<Partial<RunSettings>, 'compare'>, CompareOptions {
  readonly project?: string;
  /** Only pages that are likely to have changed. */
  readonly due?: boolean;
}

/** Visits a site as the user asked: `given` is a URL, a project file, or (to track) the name of a project. */
export async function visitSite(
  visit: SiteVisit,
  given: string | undefined,
  options: SiteOptions,
  command: Command,
): Promise<void> {
  const { addProject, openForRuns, startRun, storedSecrets } = await import('../../app/index.ts');
  const { readConfig } = await import('../../config/index.ts');
  const { data } = command.optsWithGlobals<GlobalOptions>();
  const { project: name, due = false, ...said } = options;
  const settings = withComparison(said);
  const file = given !== undefined && isProjectFile(given) ? await projectFileAt(given) : null;
  if (file !== null && name !== undefined)
    throw new CliError('CLI_OPTION_INVALID', `--project: the name of the project stands in ${given}.`);
  const isName = visit === 'track' && file === null && given !== undefined && !isAddress(given);
  const url = file === null && given !== undefined && !isName ? typedAddress(given) : undefined;
  const project = file === null ? (name ?? (isName ? given : projectOf(url, visit))) : await nameIn(file);
  const output = outputOf(command);
  const config = readConfig(data === undefined ? {} : { data });
  const store = await openForRuns(config, `tidemark ${visit}`);
  keepHeapSmall();
  const stopping = interruption(() =>
    output.note('\nFinishing what is under way; press Ctrl-C again to stop at once.'),
  );
  const reporter = new CrawlReporter(output, project, visit);
  try {
    if (file !== null) await addProject(store, file);
    const run = await startRun(
      { store, config, storedSecret: storedSecrets(store, config.data).find },
      {
        project,
        url: url ?? null,
        settings,
        visits: visit === 'crawl' ? 'everything' : 'changes',
        onlyDue: due,
      },
    );
    run.watch((event) => reporter.tell(event));
    stopping.onStop(() => run.pause());
    const ending = await run.ended;
    await reporter.end(ending, await leftOutOf(store, project));
    await printRulesTable(ending.rules, output);
    await printFlags(store, project, visit, output);
    if (ending.state === 'paused' && ending.reason === 'interrupted')
      process.exitCode = exitCodes.interrupted;
    else if (ending.pages === 0 && ending.errors > 0) process.exitCode = exitCodes.failed;
  } catch (error) {
    const { StepError } = await import('../../crawl/index.ts');
    const seen = error instanceof StepError ? await keepSeenPage(error, project, config.data) : null;
    if (seen !== null) output.note(`What was seen instead is kept in ${seen}`);
    throw error;
  } finally {
    reporter.close();
    stopping.release();
    await store.close();
  }
}

async function nameIn({ text, fileName }: ProjectFileToAdd): Promise<string> {
  const { parseProjectFile } = await import('../../project/index.ts');
  return parseProjectFile(text, { fileName }).name;
}

async function leftOutOf(
  store: Awaited<ReturnType<typeof import('../../app/index.ts').openDataFolder>>,
  name: string,
) {
  const project = await store.projects.find(name);
  const latest = project === null ? null : await store.runs.latest(project.id);
  return latest === null ? [] : store.runs.leftOut(latest.id);
}

/** The host; for a folder of this machine its name. */
function projectOf(url: string | undefined, visit: SiteVisit): string {
  const { host = '', protocol = '', pathname = '' } = URL.parse(url ?? '') ?? {};
  if (host !== '') return host;
  if (protocol === 'file:') return folderName(pathname);
  const hint =
    url === undefined
      ? 'say where to start'
      : `"${url}" is no address, and no folder; write it with https://, ftp://, sftp:// or file://`;
  throw new CliError('CLI_OPTION_INVALID', `${hint}, as in "tidemark ${visit} https://example.org/".`);
}
