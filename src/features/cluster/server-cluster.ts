import { AtMost, type Supervisor } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import type { RunHandle, RunRequest } from '../../crawl/run/run-request.ts';
import type { Store } from '../../database/store.ts';
import { HandedRunHandles } from './handed-run-handles.ts';
import { RunJobs } from './run-jobs.ts';
import { keyNotShared, openCluster } from './start-worker.ts';
import type { ClusterStore } from './tables/open-cluster-store.ts';

/** How often the server looks who is there, in milliseconds. */
const LOOK = 2000;
/** Runs that are handed over at the same time: fewer than the pool has connections. */
const STARTS_AT_ONCE = 4;
/** Runs of workers that are gone, which the server takes itself, at the same time. */
const MOST_TAKEN = 4;

/** Threads of the server's own process. */
interface RunThreads {
  /** `takesTurns`: with other machines, at hosts that both visit. */
  startRun(request: RunRequest, how: { readonly takesTurns: boolean }): Promise<RunHandle>;
  /** Works on runs of a cluster whose workers are gone, at most so many at once, until it is stopped. */
  takeHandedRuns(
    most: number,
    onTrouble: (message: string) => void,
  ): { readonly stop: () => void; readonly ended: Promise<unknown> };
  /** Called every few seconds: keeps the hosts that runs have, and says whether runs of the cluster may be taken. */
  heartbeat(now: { readonly mayTake: boolean }): void;
}

export interface ServerClusterParts {
  readonly store: Store;
  /** Where runs take place that no worker gets. */
  readonly threads: RunThreads;
  readonly config: Config;
  readonly supervisor: Supervisor;
  readonly onFailure: (what: string, error: unknown) => void;
  /** Called with a run that has begun after its start had reported that it waits. */
  readonly onLate: (run: RunHandle) => void;
}

/** The server's side of a cluster. The queue is opened when the first worker is seen: a server alone does not need it. */
export class ServerCluster {
  readonly store: ClusterStore;
  readonly #parts: ServerClusterParts;
  readonly #closing = new AbortController();
  readonly #starts = new AtMost(STARTS_AT_ONCE);
  #lookedAt = Number.NEGATIVE_INFINITY;
  #handles: Promise<HandedRunHandles> | null = null;
  #jobs: RunJobs | null = null;
  #taken: { readonly stop: () => void; readonly ended: Promise<void> } | null = null;
  #hasWorkers = false;
  #hasLookedAtKey = false;

  private constructor(store: ClusterStore, parts: ServerClusterParts) {
    this.store = store;
    this.#parts = parts;
  }

  static async open(parts: ServerClusterParts): Promise<ServerCluster> {
    const cluster = new ServerCluster(await openCluster(parts.config), parts);
    parts.supervisor.start({ name: 'workers', longestPause: LOOK, round: () => cluster.#round() });
    return cluster;
  }

  get hasWorkers(): boolean {
    return this.#hasWorkers;
  }

  /** Whether a run of the project starts at a worker, or is there already. */
  takesRun(project: string): Promise<boolean> {
    return this.#starts.do(async () => {
      // A worker may have come a moment ago; that one has gone is noticed soon enough.
      if (!this.#hasWorkers || performance.now() - this.#lookedAt > LOOK) await this.#look();
      return this.#hasWorkers || (await this.store.handed.openOf(project)) !== null;
    });
  }

  async start(request: RunRequest, how: { readonly isPatient: boolean }): Promise<RunHandle> {
    return (await this.#open()).start(request, how);
  }

  /** In a thread of this process. Nobody else gets the run, but others may visit the same hosts. */
  startHere(request: RunRequest): Promise<RunHandle> {
    return this.#parts.threads.startRun(request, { takesTurns: true });
  }

  /** Runs at workers go on; those that the server took itself pause, and go on elsewhere. */
  leave(): void {
    this.#closing.abort();
    this.#taken?.stop();
    void this.#handles?.then((handles) => handles.leave());
  }

  async close(): Promise<void> {
    this.leave();
    await this.#taken?.ended;
    await (await this.#handles)?.close();
    await this.#jobs?.close();
    await this.store.close();
  }

  async #round(): Promise<number> {
    await this.#look();
    this.#parts.threads.heartbeat({ mayTake: !this.#hasWorkers });
    await this.#takeWhatIsLeft();
    return Date.now() + LOOK;
  }

  async #look(): Promise<void> {
    const nodes = await this.store.nodes.list();
    this.#hasWorkers = nodes.some(
      ({ kind, isAlive, wanted }) => kind === 'worker' && isAlive && wanted === 'work',
    );
    this.#lookedAt = performance.now();
    if (this.#hasWorkers && !this.#hasLookedAtKey) await this.#lookAtKey();
  }

  /** A key in the data folder of the server is on no other machine. */
  async #lookAtKey(): Promise<void> {
    const { store, config, onFailure } = this.#parts;
    const isOwn = config.secretKey === '' && (await store.secrets.list()).length > 0;
    this.#hasLookedAtKey = true;
    if (isOwn) onFailure('secrets', keyNotShared('A worker on another machine'));
  }

  /** Without workers, the server works on what was handed to them. */
  async #takeWhatIsLeft(): Promise<void> {
    if (this.#taken !== null || this.#hasWorkers || this.#closing.signal.aborted) return;
    if (!(await this.store.handed.areOpen())) return;
    await this.#open();
    if (this.#closing.signal.aborted) return;
    const { threads, onFailure } = this.#parts;
    const { stop, ended } = threads.takeHandedRuns(MOST_TAKEN, (message) =>
      onFailure('a run of the cluster', new Error(message)),
    );
    this.#taken = {
      stop,
      ended: ended
        .then(() => undefined)
        .catch((error: unknown) => onFailure('runs of the cluster', error))
        // What has ended begins again at the next look.
        .finally(() => {
          this.#taken = null;
        }),
    };
  }

  #open(): Promise<HandedRunHandles> {
    this.#handles ??= RunJobs.open(this.#parts.config.databaseUrl, (error) =>
      this.#parts.onFailure('jobs', error),
    ).then((jobs) => {
      this.#jobs = jobs;
      const { onLate, onFailure } = this.#parts;
      return new HandedRunHandles(this.store, jobs, this.#starts, onLate, (project, error) =>
        onFailure(`the run of ${project}`, error),
      );
    });
    this.#handles.catch(() => {
      this.#handles = null;
    });
    return this.#handles;
  }
}
