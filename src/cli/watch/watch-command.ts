import { Command } from 'commander';
import type { RunHandle, WatchEvent } from '../../app/index.ts';
import { TidemarkError } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import type { Store } from '../../store/index.ts';
import { interruption } from '../crawl/interruption.ts';
import { printNews } from '../crawl/print-news.ts';
import { repeated } from '../crawl/site-options.ts';
import { tellFound, tellPeople } from '../crawl/tell-people.ts';
import { CliError } from '../errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { hasLiveLine } from '../live-line.ts';
import { configOf } from '../open-data.ts';
import { type Output, outputOf } from '../output.ts';
import { tellStored } from '../states/tell-stored.ts';
import { type AddressOptions, preparedProjects } from './prepared-projects.ts';
import { NOTHING_TO_WATCH, WatchReporter } from './watch-reporter.ts';

/** Waiting messages that are looked through for one that is due. */
const MOST_WAITING = 1000;

interface WatchOptions extends AddressOptions {
  readonly once?: boolean;
}

export function watchCommand(): Command {
  return new Command('watch')
    .description('run projects when their schedules say so, and tell what changed')
    .argument('[what...]', 'names of projects, project files, or an address (default: all with a schedule)')
    .option('--once', 'run what is due now, and end')
    .option('--every <time>', 'how often pages are visited, as in 30m or 1d (default: 1h)')
    .option('--page', 'for an address: only this page, not the site')
    .option(
      '--when <condition>',
      'for an address: what to look for, as in "price < 30"; may be repeated',
      repeated,
    )
    .option(
      '--notify <address>',
      'for an address: who is told, as in mailto:me@example.org; may be repeated',
      repeated,
    )
    .action(run);
}

async function run(what: readonly string[], options: WatchOptions, command: Command): Promise<void> {
  const { openDataFolder, openForRuns, storedSecrets, watching } = await import('../../app/index.ts');
  const { environmentVariable } = await import('../../config/index.ts');
  const { systemClock, watchProjects } = await watching();
  const output = outputOf(command);
  const config = await configOf(command);
  const projects = await preparedProjects(what, options, config, output);
  const stopping = interruption(() =>
    output.note('Finishing what is under way; press Ctrl-C again to stop at once.'),
  );
  const reporter = new WatchReporter(output, hasLiveLine(environmentVariable('TERM')));
  let hasChanged = false;
  try {
    await watchProjects({
      open: (access) =>
        access === 'read'
          ? openDataFolder(config, 'read', 'tidemark').catch((error: unknown) => {
              throw projects.length === 0 && isMissing(error) ? nothingToWatch() : error;
            })
          : openForRuns(config, 'tidemark watch'),
      surroundings: (store) => ({ store, config, storedSecret: storedSecrets(store, config).find }),
      projects,
      once: options.once ?? false,
      clock: systemClock,
      signal: stopping.signal,
      onEvent: async (event) => {
        if (event.event === 'planned' && event.runs.length === 0 && !isForPerson(options))
          throw nothingToWatch();
        await reporter.tell(event);
        if (event.event === 'planned') await sendWhatIsDue(config, output);
        if (event.event === 'explored' && (await afterExploration(event, config, output))) hasChanged = true;
        if (event.event !== 'ended') return;
        const { run: ended, store } = event;
        if (await printNews(store, ended.project, 'track', { ...output, note: () => undefined }))
          hasChanged = true;
        // Whoever interrupts a run does not want to wait: what is due stays in the outbox.
        if (event.ending.reason !== 'interrupted') await afterRun(store, ended, config, output);
      },
    });
  } finally {
    reporter.close();
    stopping.release();
  }
  if (reporter.hasFailed) process.exitCode = exitCodes.failed;
  else if (options.once === true && hasChanged) process.exitCode = exitCodes.changed;
}

/** Somebody at a terminal may write a schedule in another window; a service or cron would wait for ever and say nothing. */
const isForPerson = ({ once = false }: WatchOptions): boolean => !once && process.stderr.isTTY === true;

const isMissing = (error: unknown): boolean =>
  error instanceof TidemarkError && error.code === 'STORE_MISSING';

const nothingToWatch = (): CliError => new CliError('CLI_NOTHING_TO_WATCH', NOTHING_TO_WATCH);

/** Tells what the run found, and lets the search find what is new. */
async function afterRun(store: Store, run: RunHandle, config: Config, output: Output): Promise<void> {
  if (run.hasDetectors) await tellFound(store, run.project, output);
  if (run.hasChannels) await tellPeople(store, config, output);
  const { pageSearch } = await import('../../app/index.ts');
  await (await pageSearch()).fillSearchIndex(store);
}

/** Tells what the exploration found. Returns whether anything has changed. */
async function afterExploration(
  { kept, store }: Extract<WatchEvent, { event: 'explored' }>,
  config: Config,
  output: Output,
): Promise<boolean> {
  const { ending } = kept.exploration;
  // Otherwise it goes on, and tells everything at its end.
  if (ending === 'interrupted' || ending === 'time') return false;
  const { hasChanged } = await tellStored(output, store, kept.stored, []);
  if (kept.hasChannels) await tellPeople(store, config, output);
  return hasChanged;
}

/** Sends digests, and what could not be sent before. While something is written, that waits for the end of the run. */
async function sendWhatIsDue(config: Config, output: Output): Promise<void> {
  const { openDataFolder } = await import('../../app/index.ts');
  const reader = await openDataFolder(config, 'read', 'tidemark');
  const waiting = await reader.outbox.list({ state: 'waiting', limit: MOST_WAITING });
  await reader.close();
  if (!waiting.some(({ nextTry }) => nextTry <= Date.now())) return;
  try {
    const store = await openDataFolder(config, 'write', 'tidemark watch', { thread: false });
    await tellPeople(store, config, output).finally(() => store.close());
  } catch (error) {
    if (!(error instanceof TidemarkError) || error.code !== 'STORE_LOCKED') throw error;
  }
}
