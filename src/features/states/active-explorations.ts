import { isThreadEnded } from '../../crawl/run/errors.ts';
import type { ExplorationHandle } from '../../crawl/run/explorations.ts';
import { ApiError } from '../../http/errors.ts';
import type { ExplorationRequest } from './start-exploration.ts';

/** Each exploration has its own browser, which takes a few hundred megabytes. */
const MOST_AT_ONCE = 4;

interface ActiveExplorationsParts {
  readonly start: (request: ExplorationRequest) => Promise<ExplorationHandle>;
  /** Called after each exploration that may have messages to send; its errors go to `onFailure`. */
  readonly afterExploration: () => Promise<void>;
  readonly onFailure: (what: string, error: unknown) => void;
  /** Called with the project of an exploration whose thread ended before the exploration did. */
  readonly onBrokenOff?: (project: string) => void;
}

/** The explorations under way in this process, started by hand or by a schedule; at most one of each project. */
export class ActiveExplorations {
  readonly #parts: ActiveExplorationsParts;
  readonly #active = new Map<string, ExplorationHandle>();
  /** Explorations that are starting. */
  readonly #entering = new Map<string, Promise<ExplorationHandle>>();
  readonly #settling = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(parts: ActiveExplorationsParts) {
    this.#parts = parts;
  }

  /** Throws what starting an exploration throws, such as STORE_LOCKED, and also API_STOPPING and API_BUSY. */
  async start(
    project: string,
    wanted: Pick<ExplorationRequest, 'screenshots'> = {},
  ): Promise<ExplorationHandle> {
    if (this.#stopping.signal.aborted) throw new ApiError('API_STOPPING', 'The server is about to stop.');
    const before = this.#entering.get(project);
    if (before !== undefined) return before;
    if (this.#active.size + this.#entering.size >= MOST_AT_ONCE)
      throw new ApiError(
        'API_BUSY',
        `${MOST_AT_ONCE} applications are being explored; start this one when one of them has ended.`,
      );
    const entering = this.#parts.start({
      ...{ ...wanted, project, url: null, signal: this.#stopping.signal },
    });
    this.#entering.set(project, entering);
    try {
      const exploration = await entering;
      this.add(exploration);
      return exploration;
    } finally {
      this.#entering.delete(project);
    }
  }

  /** Follows an exploration that was started elsewhere. */
  add(exploration: ExplorationHandle): void {
    const { project, number } = exploration;
    const { afterExploration, onFailure, onBrokenOff } = this.#parts;
    let isBrokenOff = false;
    this.#active.set(project, exploration);
    if (this.#stopping.signal.aborted) exploration.stop();
    const settled = exploration.ended
      .then(async () => {
        if (exploration.hasChannels && !this.#stopping.signal.aborted) await afterExploration();
      })
      .catch((error: unknown) => {
        isBrokenOff = isThreadEnded(error);
        onFailure(`exploration ${number} of ${project}`, error);
      })
      .finally(() => {
        this.#settling.delete(settled);
        if (this.#active.get(project) === exploration) this.#active.delete(project);
        if (isBrokenOff) onBrokenOff?.(project);
      });
    this.#settling.add(settled);
  }

  /** Reports that an exploration could not be started, for starts without a waiting caller. */
  failed(project: string, error: unknown): void {
    this.#parts.onFailure(`the exploration of ${project}`, error);
  }

  isUnderWay(project: string): boolean {
    return this.#active.has(project) || this.#entering.has(project);
  }

  find(project: string): ExplorationHandle | null {
    return this.#active.get(project) ?? null;
  }

  /** Stops all explorations, and returns when everything is stored. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#entering.values());
    for (const exploration of this.#active.values()) exploration.stop();
    await Promise.all(this.#settling);
  }
}
