import { Command, Option } from 'commander';
import type { CrawlSettings, ProjectFileToAdd } from '../../app/index.ts';
import { CliError } from '../errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { type GlobalOptions, outputOf } from '../output.ts';
import { keepSeenPage } from '../projects/keep-seen-page.ts';
import { isProjectFile, projectFileAt } from '../projects/read-project-file.ts';
import { printRulesTable } from '../projects/rules-table.ts';
import { CrawlReporter } from './crawl-reporter.ts';
import { interruption } from './interruption.ts';
import { bytes, number, seconds, wholeNumber } from './option-values.ts';
import { keepHeapSmall } from './small-heap.ts';

export function crawlCommand(): Command {
  return new Command('crawl')
    .description('fetch a site and keep what is found; goes on where an interrupted crawl was')
    .argument('[url]', 'where to start, or a project file; may be left out for a project that exists')
    .option('--project <name>', "the project's name; the host of the URL when left out")
    .option('--depth <n>', 'how many links away from the start (default 100)', wholeNumber('--depth', 0))
    .option('--scope <prefix>', 'only URLs that start with this; may be given several times', collect)
    .option(
      '--concurrency <n>',
      'requests at once to one host, for those who own the site (default 1)',
      wholeNumber('--concurrency', 1),
    )
    .option('--delay <ms>', 'milliseconds between two requests to one host (default 0)', number('--delay'))
    .option('--ignore-robots', 'do not ask for robots.txt, for those who own the site')
    .option('--follow-nofollow', 'follow links that are marked nofollow')
    .addOption(
      new Option('--assets <which>', 'also fetch what pages embed (default none)').choices([
        'none',
        'images',
        'all',
      ]),
    )
    .option('--max-pages <n>', 'pause after so many pages', wholeNumber('--max-pages', 1))
    .option('--max-bytes <size>', 'pause after so many bytes, as in 500M', bytes('--max-bytes'))
    .option('--max-time <duration>', 'pause after so long, as in 90s, 10m, 2h', seconds('--max-time'))
    .option('--max-page-bytes <size>', 'leave out larger pages (default 20M)', bytes('--max-page-bytes'))
    .option('--bandwidth <size>', 'at most so many bytes a second over all hosts', bytes('--bandwidth'))
    .option('--timeout <duration>', 'give a page up after so long (default 60s)', seconds('--timeout'))
    .option(
      '--attempts <n>',
      'try a page so often before it counts as failed (default 3)',
      wholeNumber('--attempts', 1),
    )
    .option('--contact <address>', 'a URL or mail address, sent along so that site owners know whom to ask')
    .option('--user-agent <text>', 'send this instead of Tidemark/VERSION')
    .option('--proxy <url>', 'http://host:port or socks5://host:port')
    .action(run);
}

interface Options extends Partial<CrawlSettings> {
  readonly project?: string;
}

async function run(given: string | undefined, options: Options, command: Command): Promise<void> {
  keepHeapSmall();
  const { addProject, crawlSite, openDataFolder } = await import('../../app/index.ts');
  const { readConfig } = await import('../../config/index.ts');
  const { StepError } = await import('../../crawl/index.ts');
  const { data } = command.optsWithGlobals<GlobalOptions>();
  const { project: name, ...settings } = options;
  const file = given !== undefined && isProjectFile(given) ? await projectFileAt(given) : null;
  if (file !== null && name !== undefined)
    throw new CliError('CLI_OPTION_INVALID', `--project: the name of the project stands in ${given}.`);
  const url = file === null ? given : undefined;
  const project = file === null ? (name ?? projectOf(url)) : await nameIn(file);
  const output = outputOf(command);
  const config = readConfig(data === undefined ? {} : { data });
  const store = await openDataFolder(config, 'write', 'tidemark crawl');
  const stopping = interruption(() =>
    output.note('\nFinishing what is under way; press Ctrl-C again to stop at once.'),
  );
  const reporter = new CrawlReporter(output, project);
  try {
    if (file !== null) await addProject(store, file);
    const ending = await crawlSite(store, {
      project,
      url: url ?? null,
      settings,
      onEvent: (event) => reporter.tell(event),
      signal: stopping.signal,
    });
    await reporter.end(ending, await leftOutOf(store, project));
    await printRulesTable(ending.rules, output);
    if (ending.state === 'paused' && ending.reason === 'interrupted')
      process.exitCode = exitCodes.interrupted;
    else if (ending.pages === 0 && ending.errors > 0) process.exitCode = exitCodes.failed;
  } catch (error) {
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

function projectOf(url: string | undefined): string {
  const host = url === undefined ? undefined : URL.parse(url)?.host;
  if (host !== undefined && host !== '') return host;
  const hint =
    url === undefined
      ? 'say where to start'
      : `"${url}" is no web address; write it with http:// or https://`;
  throw new CliError('CLI_OPTION_INVALID', `${hint}, as in "tidemark crawl https://example.org/".`);
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
