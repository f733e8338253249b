import type { HostTurns } from '../access/index.ts';
import { ExtensionPoint } from '../base/index.ts';
import type { Config } from '../config/index.ts';
import type { Store } from '../database/store.ts';
import type { SiteVisit } from './crawl/site-visit.ts';
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
  /** Lets the search find what is new. */
  fillSearchIndex?(store: Store): Promise<unknown>;
}

export const commandFeatures = new ExtensionPoint<CommandFeatures>('what features do for commands');
