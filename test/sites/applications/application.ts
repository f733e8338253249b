import type { Dice } from '../../../src/base/index.ts';
import type { Clock } from './tools/clock.ts';
import type { Visitor } from './tools/visitor.ts';

/** A flag that a page must get at the next visit. */
export type Truth = 'NEW' | 'SAM' | 'UPD' | 'MIS' | 'ERR';

/** What an edit makes certain; an application that answers 200 for what is gone may be reported as either. */
export type Expected = Truth | 'MIS or ERR';

/** One change, made through the application's own interface. */
export interface Edit {
  readonly what: string;
  /** What is certain about some pages, by address. All other pages are decided by the oracle. */
  readonly shows: Readonly<Record<string, Expected>>;
}

/** Where an application lives during the proof. */
export interface Place {
  /** Everything that the application writes is in here. */
  readonly folder: string;
  /** Where visitors reach it, without a slash at the end. It stays the same when the application is started again. */
  readonly origin: string;
  /** The application's time. It stands some hours or days further at every visit. */
  readonly clock: Clock;
  readonly random: Dice;
}

export interface RunningServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** An application that nobody here wrote. */
export interface Application {
  readonly name: string;
  /** Puts its programs in place. Throws `NotInstalled` when a package cannot be had. Called once, first. */
  install(): Promise<void>;
  /** Serves with the time of the place's clock; called again whenever the clock was moved. */
  start(): Promise<RunningServer>;
  /** Gives it some content to begin with. The application is running. */
  fill(): Promise<void>;
  /** Changes something before the given visit (2, 3, ...), and says what pages must show it. */
  edit(visit: number): Promise<readonly Edit[]>;
  /** What the project file says besides name and source: rules, log-in. */
  readonly project?: Readonly<Record<string, unknown>>;
  /** Where the crawl begins, as a path. Default: `/`. */
  readonly startPath?: string;
  /** The address as somebody would write it down: without a session id. Default: as it is. */
  plainAddress?(url: string): string;
  /** Where pages tell when they were built: another time there is no change to any reader. A global expression over HTML. */
  readonly stamp?: RegExp;
  /** Makes a visitor a member, where the project has a log-in. */
  logIn?(visitor: Visitor): Promise<void>;
  /** The cookie without which a member is still one, in a new session. */
  readonly sessionCookie?: string;
}

export type ApplicationMaker = (place: Place) => Application;
