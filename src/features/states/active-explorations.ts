import { isThreadEnded } from '../../crawl/run/errors.ts';
import type { ExplorationHandle } from '../../crawl/run/explorations.ts';
import { ApiError } from '../../http/errors.ts';
import { SharedPlaces } from '../../http/shared-places.ts';
import type { ExplorationRequest } from './start-exploration.ts';

/** Each exploration has its own browser, which takes a few hundred megabytes. */
const MOST_AT_ONCE = 4;
/** Of one user: another one always finds a place soon. */
const MOST_OF_USER = 3;
/** How long an exploration keeps its place, in milliseconds, while another user has none. It can be continued later. */
const LONGEST_TURN = 10 * 60_000;

interface ActiveExplorationsParts {
  readonly start: (request: ExplorationRequest) => Promise<ExplorationHandle>;
  /** Called after each exploration that may have messages to send; its errors go to `onFailure`. */
  readonly afterExploration: () => Promise<void>;
  readonly onFailure: (what: string, error: unknown) => void;
  /** Called with the project of an exploration whose thread ended before the exploration did. */
  readonly onBrokenOff?: (project: string) => void;
  /** Monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

/** The explorations under way in this process, started by hand or by a schedule; at most one of each project. */
export class ActiveExplorations {
  readonly #parts: ActiveExplorationsParts;
  readonly #active = new Map<string, ExplorationHandle>();
  /** By project: since when an exploration has its place, on a monotonic clock. */
  readonly #since = new Map<string, number>();
  readonly #places = new SharedPlaces('applications are being explored');
  /** Explorations that are starting. */
  readonly #entering = new Map<string, Promise<ExplorationHandle>>();
  readonly #settling = new Map<ExplorationHandle, Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(parts: ActiveExplorationsParts) {
    this.#parts = parts;
  }

  /**
   * Explores for a user, or for an administrator (null). Throws what starting an exploration throws, such as STORE_LOCKED, and also API_STOPPING,
   * API_TOO_MANY and API_BUSY.
   */
  async start(
    project: string,
    wanted: Pick<ExplorationRequest, 'screenshots'> = {},
    user: string | null = null,
  ): Promise<ExplorationHandle> {
    if (this.#stopping.signal.aborted) throw new ApiError('API_STOPPING', 'The server is about to stop.');
    const before = this.#entering.get(project);
    if (before !== undefined) return before;
    const place = this.isUnderWay(project) ? null : user;
    this.#places.take(project, place, { ofUser: MOST_OF_USER, ofAll: Number.POSITIVE_INFINITY });
    const entering = this.#enter(project, wanted, user);
    this.#entering.set(project, entering);
    try {
      const exploration = await entering;
      this.add(exploration);
      return exploration;
    } catch (error) {
      if (place !== null) this.#places.giveBack(project);
      throw error;
    } finally {
      this.#entering.delete(project);
    }
  }

  async #enter(
    project: string,
    wanted: Pick<ExplorationRequest, 'screenshots'>,
    user: string | null,
  ): Promise<ExplorationHandle> {
    if (this.#active.size + this.#entering.size >= MOST_AT_ONCE) await this.#makeRoom(user);
    return this.#parts.start({ ...wanted, project, url: null, signal: this.#stopping.signal });
  }

  /** Stops the exploration that has had its place for longest, for a user who has none. Throws API_BUSY when none has had it for long. */
  async #makeRoom(user: string | null): Promise<void> {
    const busy = new ApiError(
      'API_BUSY',
      `${MOST_AT_ONCE} applications are being explored; start this one when one of them has ended.`,
    );
    const until = this.#now() - LONGEST_TURN;
    const [longest] = [...this.#active.values()]
      .filter(({ project }) => (this.#since.get(project) ?? 0) <= until)
      .filter(({ project }) => user === null || this.#places.holderOf(project) !== user)
      .toSorted((a, b) => (this.#since.get(a.project) ?? 0) - (this.#since.get(b.project) ?? 0));
    const hasPlace = user !== null && this.#places.heldBy(user) > 1;
    if (longest === undefined || hasPlace) throw busy;
    longest.stop();
    await this.#settling.get(longest);
    // Others may have been quicker.
    if (this.#active.size + this.#entering.size > MOST_AT_ONCE) throw busy;
  }

  #now(): number {
    return (this.#parts.now ?? performance.now.bind(performance))();
  }

  /** Follows an exploration that was started elsewhere. */
  add(exploration: ExplorationHandle): void {
    const { project, number } = exploration;
    const { afterExploration, onFailure, onBrokenOff } = this.#parts;
    let isBrokenOff = false;
    this.#active.set(project, exploration);
    this.#since.set(project, this.#now());
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
        this.#settling.delete(exploration);
        if (this.#active.get(project) === exploration) {
          this.#active.delete(project);
          this.#since.delete(project);
          this.#places.giveBack(project);
        }
        if (isBrokenOff) onBrokenOff?.(project);
      });
    this.#settling.set(exploration, settled);
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
    await Promise.all(this.#settling.values());
  }
}
