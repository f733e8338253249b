import type { Command } from 'commander';
import type { HostTurns } from '../access/index.ts';
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
 * What a feature adds, said in one place: `feature.ts` of its folder. `index.ts` lists all of them, and `main` puts them together with the
 * kernel. Nothing else knows a feature by name, so a feature goes with its folder and its lines in the lists.
 */
export interface Feature {
  /** As its folder is called. */
  readonly name: string;
  /** Its commands, with options and help; an action loads what it needs when it runs. */
  readonly commands?: readonly (() => Command)[];
  /** Fills extension points of the kernel; called once in every process and thread. What fills them is loaded when it is needed. */
  readonly fill?: () => void;
  /** Services that need no server: also for assistants on this machine, and in threads. */
  readonly services?: (context: ServiceContext) => Promise<Services>;
  /** Services that cost in proportion to a page, a selector, a pattern or a file, by name: a server calls them in threads. */
  readonly inThreads?: Readonly<Record<string, InThread>>;
  /** In a thread for runs: turns at hosts that several machines visit. `call` asks the main thread (`RunPlaces.answer`). */
  readonly turnsInThreads?: (
    call: (method: string, parameters: readonly unknown[]) => Promise<never>,
  ) => Promise<ThreadTurns>;
  /** What else is done in a thread for runs, by name. */
  readonly threadWork?: Readonly<Record<string, (work: WorkInThread) => Promise<unknown>>>;
  /** Refuses settings of a server that would fail later. Throws CONFIG_INVALID. */
  readonly checkConfig?: (config: Config) => Promise<void>;
  /** What it does in a server, with all its services. */
  readonly serve?: (server: ServerContext) => Promise<Served>;
}

/** Functions of endpoints, by name; each feature types its own by its table (`ServicesOf`). */
export type Services = object;

/** Where a service is called: `visiting` waits for sites; `reporting` may take an hour. */
type Pool = 'reading' | 'visiting' | 'reporting';

export type InThread =
  | Pool
  | {
      readonly pool: Pool;
      /** What only the main thread knows of the caller. */
      readonly needs?: 'projects seen' | 'right to change';
      /** Requests for which it is called in a thread. Default: all. */
      readonly when?: (store: Store, given: object) => Promise<boolean>;
    };

export interface ThreadTurns {
  open(): { readonly turns: HostTurns; close(): Promise<void> };
  /** A heartbeat for the hosts that runs have. */
  heartbeat(): Promise<void>;
}

/** A piece of work in a thread for runs. */
export interface WorkInThread {
  readonly context: RunDependencies & Required<Pick<RunDependencies, 'config' | 'clock'>>;
  /** As the main thread sent it. */
  readonly given: unknown;
  readonly signal: AbortSignal;
  /** Says that it has begun, and what does not change of it. */
  begun(facts: object): void;
  /** Says that it goes on, and what is new. */
  tell(news: object): void;
  /** How it is ended, other than by the signal. */
  onStop(stop: (reason: string | undefined) => void): void;
  /** Whether runs of the cluster may be taken. */
  mayTake(): boolean;
}

/** The server, as features see it. */
export interface ServerContext extends ServiceContext {
  readonly runs: RunsUnderWay & {
    /** Follows a run that was started elsewhere. */
    add(run: RunHandle): void;
    /** Notes that a run could not be started where nobody waits for the answer. */
    failed(project: string, error: unknown): void;
  };
  readonly facts: StoredFacts;
  readonly dependencies: RunDependencies;
  readonly clock: Clock;
  readonly supervisor: Supervisor;
  readonly threads: ServerThreads;
  /** What happens in runs, for those who follow it. */
  readonly log: RunLog;
  /** Where lines of the log go; null for none. */
  readonly lines: LineSink | null;
  readonly meters: { readonly requests: RequestMeter; readonly runs: RunMeter };
  readonly endpoints: EndpointTable;
  /** What all features do here; complete when the server begins to listen. */
  readonly served: () => readonly Served[];
  /** All services of the server; complete when it begins to listen. */
  readonly services: () => Services;
  /** Where browsers find the server; known when it listens. */
  readonly address: () => string;
  readonly isStopping: () => boolean;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
  readonly onFailure: (what: string, error: unknown) => void;
  /** How passwords are hashed; cheaper for tests. */
  readonly passwords: PasswordHasher | undefined;
}

/** How passwords are stored and checked. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** `stored` is null for a user that does not exist or has no password: the answer takes as long. */
  isRight(password: string, stored: string | null): Promise<boolean>;
  /** Whether a hash was made with parameters that are not the ones of today. */
  isOutdated(stored: string): boolean;
}

interface LineSink {
  write(line: string): void;
}

/** The threads of a server in which runs take place. */
interface ServerThreads {
  /** `takesTurns`: with other machines, at hosts that both visit. */
  startRun(request: RunRequest, how: { readonly takesTurns: boolean }): Promise<RunHandle>;
  startExploration(request: ScheduledExploration): Promise<ExplorationHandle>;
  /** Does work that no project owns, to its end (`Feature.threadWork`). Throws APP_THREAD_ENDED. */
  follow(
    name: string,
    given: unknown,
    how: {
      readonly signal: AbortSignal;
      readonly onProgress: (news: Readonly<Record<string, unknown>>) => void;
    },
  ): Promise<void>;
  /** Whether the thread of this work ended before it, a while ago: then it has one of its own. */
  isApart(name: string): boolean;
  takeHandedRuns(
    most: number,
    onTrouble: (message: string) => void,
  ): { readonly stop: () => void; readonly ended: Promise<unknown> };
  heartbeat(now: { readonly mayTake: boolean }): void;
}

/** What a feature does in a server. What no feature does is left out there, but for who may ask. */
export interface Served {
  readonly services?: Services;
  /** Who may ask. A server does not start without one. */
  readonly access?: ServerAccess;
  /** Where runs take place. Default: in threads of the server. */
  readonly places?: RunPlaces;
  readonly schedules?: Schedules;
  readonly explorations?: ExplorationsUnderWay;
  /** What is between the server and its log. */
  readonly lines?: LineSink;
  /** Figures that are read from the database. */
  metrics?(): Promise<readonly Metric[]>;
  /** Resolves when everything that follows the run is done. */
  afterRun?(run: RunHandle): Promise<void>;
  /** The same for an exploration of a project with channels. */
  afterExploration?(): Promise<void>;
  /** What is left to do once a day. */
  eachDay?(): Promise<void>;
  /** The server listens. */
  begin?(): void;
  /** Pauses what is under way, and returns when it is stored. */
  pause?(): Promise<void>;
  close?(): Promise<void>;
}

interface ServerAccess {
  readonly gate: Gate;
  /** Writes a line of the audit log. */
  readonly note: AnswerParts['note'];
  /** With this link an administrator chooses a password; null once one can log in. */
  firstLink(): Promise<(() => string) | null>;
  /** The header that gives a browser a session of the first administrator. */
  ownSession(): Promise<string>;
}

export interface RunPlaces {
  /** Throws what starting the run throws; CLUSTER_RUN_WAITS unless the caller waits patiently for a worker. */
  start(request: RunRequest, how?: { readonly isPatient: boolean }): Promise<RunHandle>;
  readonly mostAtOnce: number;
  /** Whether a run of the project waits for a worker. */
  waits(project: string): Promise<boolean>;
  /** Answers what threads for runs ask about turns at hosts (`turnsInThreads`); null on one machine. */
  readonly answer: ((method: string, parameters: readonly unknown[]) => Promise<unknown>) | null;
  /** The server is about to stop: runs elsewhere go on without it. */
  leave(): void;
}

export interface Schedules {
  /** Called with a project whose run or exploration was broken off with its thread. */
  brokenOff(project: string): void;
  /** Scheduled runs that could not begin and are tried again, the latest first. */
  failedStarts(): readonly {
    readonly project: string;
    readonly dueAt: number;
    readonly tries: number;
    readonly retryAt: number;
    readonly message: string;
  }[];
  /** How late the most overdue scheduled run is that has not begun, in milliseconds. */
  lateness(): number;
}

interface ExplorationsUnderWay {
  /** Follows an exploration that was started elsewhere. */
  add(exploration: ExplorationHandle): void;
  isUnderWay(project: string): boolean;
}
