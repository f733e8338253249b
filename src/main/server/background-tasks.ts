import { restAfter, type Supervisor, type TaskHandle } from '../../base/index.ts';
import type { RunHandle } from '../../crawl/run/run-request.ts';
import type { Clock } from '../../crawl/site/allowed-hours.ts';
import type { Project } from '../../crawl/tables/records.ts';
import { passesByItself } from '../../database/postgres/postgres-failure.ts';
import type { Store } from '../../database/store.ts';
import type { RunThreads } from '../run-threads/run-threads.ts';

const DAY = 86_400_000;
/** How often digests and retries are looked for, in milliseconds. */
const DELIVER_EVERY = 30_000;
/** And reminders, which come after days: all projects are read for them, in a thread that ends in between. */
const REMIND_EVERY = 15 * 60_000;
/** How often the index is compared with what is stored, in milliseconds: workers and commands add versions too. */
const INDEX_EVERY = 10 * 60_000;

interface BackgroundParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly supervisor: Supervisor;
  readonly threads: Pick<RunThreads, 'fillIndex' | 'deliver'>;
  readonly onFailure: (what: string, error: unknown) => void;
}

/** What a server does after runs, and without them: all of it can be repeated, and what is left to do is in the database. */
export class BackgroundTasks {
  readonly #parts: BackgroundParts;
  readonly #deliveries: TaskHandle;
  readonly #index: TaskHandle;
  readonly #retention: TaskHandle;
  /** Projects that have run since their versions were looked through. All others are looked through once a day. */
  readonly #ran = new Set<string>();
  #remindAfter = Number.NEGATIVE_INFINITY;
  #allTidiedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: BackgroundParts) {
    const { supervisor } = parts;
    this.#parts = parts;
    this.#deliveries = supervisor.start({
      name: 'deliveries',
      round: ({ signal, alive }) => this.#deliver(signal, alive),
    });
    this.#index = supervisor.start({
      name: 'search index',
      round: ({ signal, alive }) => this.#fillIndex(signal, alive),
    });
    this.#retention = supervisor.start({
      name: 'retention',
      round: ({ signal, alive }) => this.#tidy(signal, alive),
    });
  }

  /** Resolves when messages of the run have been tried, its pages can be found, and nothing is kept that its project does not want. */
  async afterRun({ project, hasChannels }: RunHandle): Promise<void> {
    this.#ran.add(project);
    await Promise.all([
      ...(hasChannels ? [this.#deliveries.finishRound()] : []),
      this.#index.finishRound(),
      this.#retention.finishRound(),
    ]);
  }

  /** Resolves when messages that are due have been tried. */
  deliver(): Promise<void> {
    return this.#deliveries.finishRound();
  }

  async #deliver(signal: AbortSignal, alive: () => void): Promise<number> {
    const { threads, clock } = this.#parts;
    const began = performance.now();
    // Reminders look at all projects: thousands of them are not looked at after each run.
    const remind = began >= this.#remindAfter;
    await threads.deliver({ signal, alive, remind });
    const now = performance.now();
    if (remind) this.#remindAfter = now + Math.max(REMIND_EVERY, restAfter(now - began));
    return clock.now() + DELIVER_EVERY;
  }

  async #fillIndex(signal: AbortSignal, alive: () => void): Promise<number> {
    const { threads, clock } = this.#parts;
    await threads.fillIndex(signal, alive);
    return clock.now() + INDEX_EVERY;
  }

  /** Rules about days let something go even where nothing runs. */
  async #tidy(signal: AbortSignal, alive: () => void): Promise<number> {
    const { store, clock, onFailure } = this.#parts;
    const areAllDue = performance.now() - this.#allTidiedAt >= DAY;
    const projects = areAllDue ? [...(await store.projects.list())] : [];
    for (const name of areAllDue ? [] : this.#ran) {
      const project = await store.projects.find(name);
      if (project === null) this.#ran.delete(name);
      else projects.push(project);
    }
    for (const project of projects) {
      if (signal.aborted) return 0;
      this.#ran.delete(project.name);
      await tidyOne(store, project).catch((error: unknown) => {
        if (passesByItself(error)) {
          this.#ran.add(project.name);
          throw error;
        }
        // One project that cannot be tidied must not keep the others from it. Tomorrow it is tried again.
        onFailure(`tidying ${project.name}`, error);
      });
      alive();
    }
    if (areAllDue) {
      // Also what runs left behind that were killed, and deleted projects.
      await store.upkeep.sweepObjects();
      const { forgetSent } = await import('../../features/notifications/send-messages.ts');
      await forgetSent(store, clock.now());
      this.#allTidiedAt = performance.now();
    }
    return clock.now() + this.#allTidiedAt + DAY - performance.now();
  }
}

/** Tidies a project by the rule in its file; without one nothing happens. */
async function tidyOne(store: Store, project: Project): Promise<void> {
  const { giveSpaceBack, tidyProject } = await import('../../features/retention/tidy-projects.ts');
  const { visits, versions, explorations } = await tidyProject(store, project);
  if (visits + versions + explorations > 0) await giveSpaceBack(store);
}
