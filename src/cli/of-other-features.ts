import { ExtensionPoint } from '../base/index.ts';
import type { Config } from '../config/index.ts';
import type { Project } from '../crawl/tables/project.ts';
import type { Store } from '../database/store.ts';
import type { Asking } from '../http/services.ts';
import type { Flag } from '../track/index.ts';
import type { DataToRead } from './open-data.ts';
import type { Output } from './output.ts';

/** Prints how much is stored, and how much of it could be removed. */
export const printKeptAmounts = new ExtensionPoint<(output: Output, config: Config) => Promise<void>>(
  'what is stored',
  { without: 'nothing is printed about it' },
);

/** How large the database is. */
export const databaseBytes = new ExtensionPoint<(store: Store) => Promise<number>>(
  'the size of the database',
  { without: 'it is shown as 0' },
);

interface Users {
  /** Throws APP_USER_UNKNOWN. */
  named(store: Store, name: string): Promise<{ readonly id: number }>;
  list(store: Store): Promise<readonly { readonly id: number; readonly name: string }[]>;
}

export const users = new ExtensionPoint<Users>('users', { without: 'no user can be named' });

/** The total number of matches of each detector, by its name; detectors without a match are left out. */
export const detectorTotals = new ExtensionPoint<
  (
    store: Store,
    project: Project,
  ) => Promise<ReadonlyMap<string, { readonly matches: number; readonly lastAt: number }>>
>('totals of detectors', { without: 'no matches are counted' });

/** Tries settings of calibrations that are under way, until none are left or the signal is aborted. */
export const helpWithGrids = new ExtensionPoint<
  (
    store: Store,
    options: {
      readonly threads: number;
      readonly signal: AbortSignal;
      readonly onBegin: (set: { readonly name: string }) => void;
    },
  ) => Promise<readonly { readonly set: { readonly name: string }; readonly settings: number }[]>
>('work for spare time', { without: 'workers do nothing in spare time' });

/** What commands about pages and runs do with the states of an application. */
interface StateCommands {
  reportStates(
    data: DataToRead,
    project: string,
    options: {
      readonly run?: number;
      readonly flag?: readonly Flag[];
      readonly all?: boolean;
      readonly csv?: boolean;
      readonly html?: string;
    },
    output: Output,
  ): Promise<void>;
  /** Whether a project has states, and no pages to report. */
  hasOnlyStates(data: DataToRead, project: string): Promise<boolean>;
  /** `state` as in `state:3`. */
  diffState(
    data: DataToRead,
    state: string,
    options: {
      readonly project?: string;
      readonly from?: number;
      readonly to?: number;
      readonly html?: string;
    },
    output: Output,
  ): Promise<void>;
  explainState(
    data: DataToRead,
    state: string,
    options: { readonly project?: string },
    output: Output,
  ): Promise<void>;
}

export const stateCommands = new ExtensionPoint<() => Promise<StateCommands>>('states of applications', {
  without: 'only pages can be named',
});

/** Starts the server of this program, for commands that show it. */
export const startServer = new ExtensionPoint<
  (options: {
    readonly config: Config;
    readonly host: string;
    readonly port: number;
    readonly log: null;
  }) => Promise<{
    readonly url: string;
    ownSession(): Promise<string>;
    close(): Promise<void>;
  }>
>('the server', { without: 'there is nothing to show' });

/** Calls services of the API on this machine without a server, as its operator; they only read. */
export const useServices = new ExtensionPoint<
  (
    config: Config,
    signal: AbortSignal,
    use: (services: object, asking: Asking) => Promise<void>,
  ) => Promise<void>
>('services without a server', { without: 'there is nothing to ask' });
