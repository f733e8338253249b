import { messageOf, Supervisor, type TaskHandle, TidemarkError } from '../../../base/index.ts';
import { fillSearchIndex, messages, printExploration, printMatches } from '../../../cli/crawl/after-run.ts';
import { printSummary, sendDueMessages } from '../../../cli/crawl/print-summary.ts';
import { CliError } from '../../../cli/errors.ts';
import { openForRuns } from '../../../cli/open-data.ts';
import type { Output } from '../../../cli/output.ts';
import type { Config } from '../../../config/index.ts';
import type { Store } from '../../../database/store.ts';
import type { WatchEvent } from '../watch-projects.ts';
import type { AddressOptions } from './prepared-projects.ts';
import { NOTHING_TO_WATCH, type WatchReporter } from './watch-reporter.ts';

export interface WatchOptions extends AddressOptions {
  readonly once?: boolean;
}

interface ServiceParts {
  readonly config: Config;
  readonly output: Output;
  readonly options: WatchOptions;
  readonly projects: readonly string[];
  readonly reporter: WatchReporter;
  /** Aborting it ends the watch. */
  readonly signal: AbortSignal;
}

/** How often digests and messages that could not be sent before are looked for, in milliseconds. */
const DELIVER_EVERY = 30_000;

type ProjectWatch = InstanceType<typeof import('../watch-projects.ts').ProjectWatch>;

/** `tidemark watch`: runs until it is interrupted, and retries what fails. */
export class WatchService {
  readonly #parts: ServiceParts;
  #deliveries: TaskHandle | null = null;
  /** Whether something ended since messages were sent and the search index was filled. */
  #hasEnded = false;
  #hasPlanned = false;
  #hasChanged = false;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  /** Whether a run or an exploration has found a change. */
  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  /** Throws CLI_NOTHING_TO_WATCH, APP_PROJECT_UNKNOWN, and what opening the data throws; only before it has begun to watch. */
  async run(): Promise<void> {
    const { options, output, signal } = this.#parts;
    const { systemClock } = await import('../../../crawl/site/allowed-hours.ts');
    const watch = await this.#watch();
    if (options.once === true) {
      await watch.once();
      if (!signal.aborted) await this.#settle(watch);
      return;
    }
    const supervisor = new Supervisor({
      clock: systemClock,
      onFailure: (task, error) => output.note(`${task}: ${messageOf(error)} Tidemark tries again.`),
      onRecovery: (task) => output.note(`${task}: works again.`),
    });
    try {
      // At the start, errors are thrown, so that the user sees them at once. Later failures pass, or are fixed while the watch runs.
      await watch.round();
      // A process that was killed may have left pages out of the search index.
      this.#hasEnded = true;
      watch.start(supervisor);
      this.#deliveries = supervisor.start({ name: 'deliveries', round: () => this.#settle(watch) });
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
        if (signal.aborted) resolve();
      });
    } finally {
      await supervisor.stop();
      await watch.ended();
    }
  }

  async #watch(): Promise<ProjectWatch> {
    const { config, projects, signal } = this.#parts;
    const { openDataFolder } = await import('../../../database/open-data-folder.ts');
    const { storedSecrets } = await import('../../../crawl/projects/stored-secrets.ts');
    const { ProjectWatch } = await import('../watch-projects.ts');
    const { systemClock } = await import('../../../crawl/site/allowed-hours.ts');
    return new ProjectWatch({
      open: (access) =>
        access === 'read'
          ? openDataFolder(config, 'read', 'tidemark').catch((error: unknown) => {
              throw projects.length === 0 && hasCode(error, 'STORE_MISSING') ? nothingToWatch() : error;
            })
          : openForRuns('tidemark watch', () => ({ config })).then(({ store }) => store),
      dependencies: (store) => ({ store, config, storedSecret: storedSecrets(store, config).find }),
      projects,
      clock: systemClock,
      signal,
      onEvent: (event) => this.#tell(event),
    });
  }

  async #tell(event: WatchEvent): Promise<void> {
    const { options, output, reporter } = this.#parts;
    if (event.event === 'planned' && !this.#hasPlanned) {
      if (event.runs.length === 0 && !isForPerson(options)) throw nothingToWatch();
      this.#hasPlanned = true;
    }
    await reporter.tell(event);
    if (event.event === 'ended') {
      const { run, store, ending } = event;
      const quiet = { store, output: { ...output, note: () => undefined } };
      if (await printSummary(quiet, run.project, 'track')) this.#hasChanged = true;
      if (run.hasDetectors && ending.reason !== 'interrupted')
        await printMatches.added?.(store, run.project, output);
    }
    if (event.event === 'explored' && (await this.#reportedExploration(event))) this.#hasChanged = true;
    if (event.event !== 'ended' && event.event !== 'explored') return;
    this.#hasEnded = true;
    this.#deliveries?.wake();
  }

  /** Reports what the exploration found. Returns whether anything has changed. */
  async #reportedExploration({
    kept,
    project,
    store,
  }: Extract<WatchEvent, { event: 'explored' }>): Promise<boolean> {
    // Such an exploration goes on later, and reports everything at its end.
    if (kept.ending === 'interrupted' || kept.ending === 'time') return false;
    const { output } = this.#parts;
    return (await printExploration.added?.(store, project, kept.number, output)) ?? false;
  }

  /** Sends due messages, and adds new pages to the search index. What is left to do is in the database, and is done the next time. */
  async #settle(watch: ProjectWatch): Promise<number> {
    const { config, output } = this.#parts;
    if (!this.#hasEnded && !(await this.#isMessageDue())) return Date.now() + DELIVER_EVERY;
    this.#hasEnded = false;
    try {
      await watch.write(async (store: Store) => {
        await sendDueMessages(output, store, config);
        await fillSearchIndex.added?.(store);
      });
    } catch (error) {
      this.#hasEnded = true;
      // Another process is writing, and may well do the same.
      if (!hasCode(error, 'STORE_LOCKED')) throw error;
    }
    return Date.now() + DELIVER_EVERY;
  }

  async #isMessageDue(): Promise<boolean> {
    const { openDataFolder } = await import('../../../database/open-data-folder.ts');
    const reader = await openDataFolder(this.#parts.config, 'read', 'tidemark');
    try {
      return (await messages.added?.areDue(reader)) ?? false;
    } finally {
      await reader.close();
    }
  }
}

/** A person at a terminal may add a schedule in another window, so the watch waits; a service or cron job would wait forever and say nothing. */
const isForPerson = ({ once = false }: WatchOptions): boolean => !once && process.stderr.isTTY === true;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof TidemarkError && error.code === code;

const nothingToWatch = (): CliError => new CliError('CLI_NOTHING_TO_WATCH', NOTHING_TO_WATCH);
