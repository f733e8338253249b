import type { HostTurns } from '../access/index.ts';
import { ExtensionPoint } from '../base/index.ts';
import type { Config } from '../config/index.ts';
import type { Project } from '../crawl/tables/records.ts';
import type { Store } from '../database/store.ts';
import type { Flag } from '../track/index.ts';
import type { SiteVisit } from './crawl/site-visit.ts';
import type { DataToRead } from './open-data.ts';
import type { Output } from './output.ts';

/** What features do for commands of other folders. What is left out does not happen. */
export interface CommandFeatures {
  /** Lets the run take turns at hosts with those of other machines; null where there is one machine. */
  takeTurns?(config: Config): Promise<{ readonly turns: HostTurns; close(): Promise<void> } | null>;
  /** Prints what the newest run of a project tells. Returns whether the site has changed. */
  printNews?(store: Store, project: string, visit: SiteVisit, output: Output): Promise<boolean>;
  /** Prints what detectors found in the newest run of a project. */
  printMatches?(store: Store, project: string, output: Output): Promise<void>;
  /** Prints what an exploration of a project tells. Returns whether anything has changed. */
  printExploration?(store: Store, project: string, number: number, output: Output): Promise<boolean>;
  /** Sends what is due. Whatever goes wrong is told, and never fails the run. */
  sendMessages?(store: Store, config: Config, output: Output): Promise<void>;
  readonly states?: () => Promise<StateCommands>;
  /** How often detectors of a project have matched, and when last, by name; those without a match are left out. */
  matchTotals?(
    store: Store,
    project: Project,
  ): Promise<ReadonlyMap<string, { readonly matches: number; readonly lastAt: number }>>;
  /** Prints what is stored of each project, and what of it could go. */
  printHoldings?(config: Config, output: Output): Promise<void>;
  /** Lets the search find what is new. */
  fillSearchIndex?(store: Store): Promise<unknown>;
}

/** What commands about pages do for states of applications (`state:3`). */
export interface StateCommands {
  /** Whether a project was explored, and never crawled. */
  hasOnlyStates(data: DataToRead, project: string): Promise<boolean>;
  reportStates(data: DataToRead, project: string, options: ReportOptions, output: Output): Promise<void>;
  diffState(data: DataToRead, state: string, options: DiffOptions, output: Output): Promise<void>;
  explainStateNamed(
    data: DataToRead,
    state: string,
    options: { readonly project?: string },
    output: Output,
  ): Promise<void>;
}

interface ReportOptions {
  readonly run?: number;
  readonly flag?: readonly Flag[];
  readonly all?: boolean;
  readonly csv?: boolean;
  readonly html?: string;
}

interface DiffOptions {
  readonly project?: string;
  readonly from?: number;
  readonly to?: number;
  readonly html?: string;
}

export const commandFeatures = new ExtensionPoint<CommandFeatures>('what features do for commands');
