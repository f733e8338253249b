import { ConcurrencyLimit } from '../../base/index.ts';
import type { RunHandle, RunRequest } from '../../crawl/run/run-request.ts';
import type { ServerContext } from '../feature.ts';
import { ClusterRunHandles } from './cluster-run-handles.ts';
import { LOOK_FOR_WORKERS } from './lease-times.ts';
import { RunJobs } from './run-jobs.ts';
import { keyNotShared, openCluster } from './start-worker.ts';
import type { ClusterStore } from './tables/open-cluster-store.ts';

/** Runs that are added concurrently: fewer than the connections of the pool. */
const STARTS_AT_ONCE = 4;
/** Concurrent runs that the server takes over from workers that are gone. */
const MOST_TAKEN = 4;

interface ServerClusterContext
  extends Pick<ServerContext, 'store' | 'threads' | 'config' | 'supervisor' | 'onFailure'> {
  /** Called with a run that begins after its start was reported as waiting. */
  readonly onLate: (run: RunHandle) => void;
}

/** The server's side of a cluster. The queue is opened when the first worker is seen: a server alone does not need it. */
export class ServerCluster {
  readonly store: ClusterStore;
  readonly #context: ServerClusterContext;
  readonly #closing = new AbortController();
  readonly #starts = new ConcurrencyLimit(STARTS_AT_ONCE);
  #lookedAt = Number.NEGATIVE_INFINITY;
  #handles: Promise<ClusterRunHandles> | null = null;
  #jobs: RunJobs | null = null;
  #taken: { readonly stop: () => void; readonly ended: Promise<void> } | null = null;
  #hasWorkers = false;
  #hasCheckedKey = false;

  private constructor(store: ClusterStore, context: ServerClusterContext) {
    this.store = store;
    this.#context = context;
  }

  static async open(context: ServerClusterContext): Promise<ServerCluster> {
    const cluster = new ServerCluster(await openCluster(context.config), context);
    context.supervisor.start({
      name: 'workers',
      longestPause: LOOK_FOR_WORKERS,
      round: () => cluster.#round(),
    });
    return cluster;
  }

  get hasWorkers(): boolean {
    return this.#hasWorkers;
  }

  /** Whether a run of the project starts at a worker, or is there already. */
  takesRun(project: string): Promise<boolean> {
    return this.#starts.do(async () => {
      // A new worker may have joined just now. The loss of a worker may be noticed a little later.
      if (!this.#hasWorkers || performance.now() - this.#lookedAt > LOOK_FOR_WORKERS) await this.#look();
      return this.#hasWorkers || (await this.store.runs.openOf(project)) !== null;
    });
  }

  async start(request: RunRequest, how: { readonly isPatient: boolean }): Promise<RunHandle> {
    return (await this.#open()).start(request, how);
  }

  /** Starts the run in a thread of this process. No worker gets it, but others may visit the same hosts. */
  startHere(request: RunRequest): Promise<RunHandle> {
    return this.#context.threads.startRun(request, { leasesHosts: true });
  }

  /** Runs at workers continue; those that the server took over pause, and continue elsewhere. */
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
    this.#context.threads.heartbeat({ mayTake: !this.#hasWorkers });
    await this.#takeWhatIsLeft();
    return Date.now() + LOOK_FOR_WORKERS;
  }

  async #look(): Promise<void> {
    const nodes = await this.store.nodes.list();
    this.#hasWorkers = nodes.some(
      ({ kind, isAlive, wanted }) => kind === 'worker' && isAlive && wanted === 'work',
    );
    this.#lookedAt = performance.now();
    if (this.#hasWorkers && !this.#hasCheckedKey) await this.#checkKey();
  }

  /** Warns when the secret key is in the data folder of the server, where workers on other machines cannot read it. */
  async #checkKey(): Promise<void> {
    const { store, config, onFailure } = this.#context;
    const isOwn = config.secretKey === '' && (await store.secrets.list()).length > 0;
    this.#hasCheckedKey = true;
    if (isOwn) onFailure('secrets', keyNotShared('A worker on another machine'));
  }

  /** Without workers, the server works on their runs. */
  async #takeWhatIsLeft(): Promise<void> {
    if (this.#taken !== null || this.#hasWorkers || this.#closing.signal.aborted) return;
    if (!(await this.store.runs.areOpen())) return;
    await this.#open();
    if (this.#closing.signal.aborted) return;
    const { threads, onFailure } = this.#context;
    const { stop, ended } = threads.takeClusterRuns(MOST_TAKEN, (message) =>
      onFailure('a run of the cluster', new Error(message)),
    );
    this.#taken = {
      stop,
      ended: ended
        .then(() => undefined)
        .catch((error: unknown) => onFailure('runs of the cluster', error))
        // The next look starts it again if runs are left.
        .finally(() => {
          this.#taken = null;
        }),
    };
  }

  #open(): Promise<ClusterRunHandles> {
    this.#handles ??= RunJobs.open(this.#context.config.databaseUrl, (error) =>
      this.#context.onFailure('jobs', error),
    ).then((jobs) => {
      this.#jobs = jobs;
      const { onLate, onFailure } = this.#context;
      return new ClusterRunHandles({
        cluster: this.store,
        jobs,
        starts: this.#starts,
        onLate,
        onLateFailure: (project, error) => onFailure(`the run of ${project}`, error),
      });
    });
    this.#handles.catch(() => {
      this.#handles = null;
    });
    return this.#handles;
  }
}
