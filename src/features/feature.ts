import type { Command } from 'commander';
import type { HostLeases } from '../access/index.ts';
import type { Supervisor } from '../base/index.ts';
import type { Config } from '../config/index.ts';
import type { StoredFacts } from '../crawl/projects/stored-facts.ts';
import type { ExplorationHandle, ScheduledExploration } from '../crawl/run/explorations.ts';
import type { RunDependencies, RunHandle, RunRequest } from '../crawl/run/run-request.ts';
import type { Clock } from '../crawl/site/allowed-hours.ts';
import type { Store } from '../database/store.ts';
import type { AnswerParts } from '../http/answer-request.ts';
import type { EndpointTable } from '../http/contract/endpoint.ts';
import type { Gate } from '../http/gate.ts';
import type { Metric } from '../http/metrics/metric.ts';
import type { RequestMeter } from '../http/metrics/request-meter.ts';
import type { RunMeter } from '../http/metrics/run-meter.ts';
import type { RunLog } from '../http/run-log.ts';
import type { RunsUnderWay, ServiceContext } from '../http/service-context.ts';

/**
 * What a feature adds, defined in one place: `feature.ts` of its folder. `index.ts` lists all features, and `main` combines them with the kernel. No
 * other module names a feature: it goes with its folder and its lines in the lists.
 */
export interface Feature {
  /** The name of its folder. */
  readonly name: string;
  /** Its commands, with options and help; an action loads what it needs when it runs. */
  readonly commands?: readonly (() => Command)[];
  /** Fills extension points of the kernel; called once in every process and thread. The implementations are loaded when they are needed. */
  readonly fill?: () => void;
  /** Services that need no server. Also used by assistants on this machine, and in threads. */
  readonly services?: (context: ServiceContext) => Promise<Services>;
  /** Services, by name, whose cost grows with a page, a selector, a pattern or a file: a server calls them in threads. */
  readonly inThreads?: Readonly<Record<string, InThread>>;
  /** For threads for runs: leases on hosts that several machines visit. `call` asks the main thread (`RunPlaces.answer`). */
  readonly hostLeasesInThreads?: (
    call: (method: string, parameters: readonly unknown[]) => Promise<never>,
  ) => Promise<ThreadHostLeases>;
  /** Other work in a thread for runs, by name. */
  readonly threadWork?: Readonly<Record<string, (work: WorkInThread) => Promise<unknown>>>;
  /** Rejects settings of a server that would fail later. Throws CONFIG_INVALID. */
  readonly checkConfig?: (config: Config) => Promise<void>;
  /** Its part of a server, with all its services. */
  readonly serve?: (server: ServerContext) => Promise<Served>;
}

/** Functions of endpoints, by name; each feature types its own by its table (`ServicesOf`). */
export type Services = object;

/** The thread pool that calls a service: `visiting` waits for sites; `reporting` may take an hour. */
type Pool = 'reading' | 'visiting' | 'reporting';

export type InThread =
  | Pool
  | {
      readonly pool: Pool;
      /** What only the main thread knows about the caller. */
      readonly needs?: 'projects seen' | 'right to change';
      /** The requests for which a thread calls it. Default: all. */
      readonly when?: (store: Store, given: object) => Promise<boolean>;
    };

export interface ThreadHostLeases {
  open(): { readonly hostLeases: HostLeases; close(): Promise<void> };
  /** Sends a heartbeat for the hosts that runs hold. */
  heartbeat(): Promise<void>;
}

/** A piece of work in a thread for runs. */
export interface WorkInThread {
  readonly context: RunDependencies & Required<Pick<RunDependencies, 'config' | 'clock'>>;
  /** The input, as the main thread sent it. */
  readonly given: unknown;
  readonly signal: AbortSignal;
  /** Reports that the work has begun, with the facts that do not change. */
  begun(facts: object): void;
  /** Reports progress: what has changed. */
  tell(progress: object): void;
  /** Sets how the work is stopped, other than by the signal. */
  onStop(stop: (reason: string | undefined) => void): void;
  /** Whether runs of the cluster may be taken. */
  mayTake(): boolean;
}

/** The server, as features see it. */
export interface ServerContext extends ServiceContext {
  readonly runs: RunsUnderWay & {
    /** Follows a run that was started elsewhere. */
    add(run: RunHandle): void;
    /** Notes that a run could not be started when no caller waits for the answer. */
    failed(project: string, error: unknown): void;
  };
  readonly facts: StoredFacts;
  readonly dependencies: RunDependencies;
  readonly clock: Clock;
  readonly supervisor: Supervisor;
  readonly threads: ServerThreads;
  /** Events of runs, for clients that follow them. */
  readonly log: RunLog;
  /** Where lines of the log go; null for none. */
  readonly lines: LineSink | null;
  readonly meters: { readonly requests: RequestMeter; readonly runs: RunMeter };
  readonly endpoints: EndpointTable;
  /** The parts of all features; complete when the server begins to listen. */
  readonly served: () => readonly Served[];
  /** All services of the server that answer with JSON, as a client would get it; complete when it begins to listen. */
  readonly jsonServices: () => object;
  /** The address of the server for browsers; known when it listens. */
  readonly address: () => string;
  readonly isStopping: () => boolean;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
  readonly onFailure: (what: string, error: unknown) => void;
  /** How passwords are hashed; cheaper for tests. */
  readonly passwords: PasswordHasher | undefined;
}

/** How passwords are stored and checked. */
/** Who wants a password checked. Checks take turns by callers. */
export interface PasswordAsking {
  /** Whether nothing shows yet that it is the user. */
  readonly isStranger: boolean;
  /** The user, or the neighbourhood of a stranger. */
  readonly from: string;
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * `stored` is null for a user that does not exist or has no password: the check then takes the same time. Throws APP_LOGIN_TOO_OFTEN when too many
   * checks wait.
   */
  isRight(password: string, stored: string | null, asking: PasswordAsking): Promise<boolean>;
  /** Whether a hash was made with parameters other than the current ones. */
  isOutdated(stored: string): boolean;
}

interface LineSink {
  write(line: string): void;
}

/** The threads of a server in which runs take place. */
interface ServerThreads {
  /** `leasesHosts`: whether other machines may visit the same hosts. */
  startRun(request: RunRequest, how: { readonly leasesHosts: boolean }): Promise<RunHandle>;
  startExploration(request: ScheduledExploration): Promise<ExplorationHandle>;
  /** Runs work that belongs to no project, until it ends (`Feature.threadWork`). Throws APP_THREAD_ENDED. */
  follow(
    name: string,
    given: unknown,
    how: {
      readonly signal: AbortSignal;
      readonly onProgress: (progress: Readonly<Record<string, unknown>>) => void;
    },
  ): Promise<void>;
  /** Whether the thread of this work recently ended before the work did: it then gets a thread of its own. */
  isApart(name: string): boolean;
  takeClusterRuns(
    most: number,
    onTrouble: (message: string) => void,
  ): { readonly stop: () => void; readonly ended: Promise<unknown> };
  heartbeat(now: { readonly mayTake: boolean }): void;
  /** The state of the current threads. */
  statuses(): readonly {
    readonly number: number;
    /** What it works on: `run of shop`, `search index`. */
    readonly work: readonly string[];
    /** Milliseconds without a heartbeat, by the monotonic clock. */
    readonly silentFor: number;
    /** When its last heartbeat was noticed, in milliseconds since 1970. */
    readonly lastHeartbeatAt: number;
    readonly standsStill: boolean;
  }[];
  /** The number of threads that ended before their work since the process started. */
  readonly lost: number;
}

/** The part of a feature in a server. A server works without any of these members, except `access`. */
export interface Served {
  readonly services?: Services;
  /** Authentication and authorization. A server does not start without it. */
  readonly access?: ServerAccess;
  /** Where runs take place. Default: in threads of the server. */
  readonly places?: RunPlaces;
  readonly schedules?: Schedules;
  readonly explorations?: ExplorationsUnderWay;
  /** Receives the lines of the log in place of `ServerContext.lines`, and passes them on. */
  readonly lines?: LineSink;
  /** Metrics that are read from the database. */
  metrics?(): Promise<readonly Metric[]>;
  /** Resolves when all work that follows the run is done. */
  afterRun?(run: RunHandle): Promise<void>;
  /** The same for an exploration of a project with channels. */
  afterExploration?(): Promise<void>;
  /** Daily work. */
  eachDay?(): Promise<void>;
  /** Called when the server listens. */
  begin?(): void;
  /** Pauses the current work, and returns when it is stored. */
  pause?(): Promise<void>;
  close?(): Promise<void>;
}

interface ServerAccess {
  readonly gate: Gate;
  /** Writes a line of the audit log. */
  readonly note: AnswerParts['note'];
  /** The link with which an administrator chooses a password; null once an administrator can log in. */
  firstLink(): Promise<(() => string) | null>;
  /** The header that gives a browser a session of the first administrator. */
  ownSession(): Promise<string>;
}

export interface RunPlaces {
  /** Throws what starting the run throws; CLUSTER_RUN_WAITS unless `isPatient`. */
  start(request: RunRequest, how?: { readonly isPatient: boolean }): Promise<RunHandle>;
  readonly mostAtOnce: number;
  /** Whether a run of the project waits for a worker. */
  waits(project: string): Promise<boolean>;
  /** Answers the calls of threads for runs about leases on hosts (`hostLeasesInThreads`); null on one machine. */
  readonly answer: ((method: string, parameters: readonly unknown[]) => Promise<unknown>) | null;
  /** Called when the server is about to stop; runs elsewhere continue without it. */
  leave(): void;
}

export interface Schedules {
  /** Called with a project whose run or exploration was interrupted because its thread ended. */
  brokenOff(project: string): void;
  /** Scheduled runs that could not begin and will be retried, the latest first. */
  failedStarts(): readonly {
    readonly project: string;
    readonly dueAt: number;
    readonly tries: number;
    readonly retryAt: number;
    readonly message: string;
  }[];
  /** How late the most overdue scheduled run is, in milliseconds. */
  lateness(): number;
}

interface ExplorationsUnderWay {
  /** Follows an exploration that was started elsewhere. */
  add(exploration: ExplorationHandle): void;
  isUnderWay(project: string): boolean;
}
