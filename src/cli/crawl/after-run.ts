import type { HostLeases } from '../../access/index.ts';
import { ExtensionPoint } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import type { Project } from '../../crawl/tables/project.ts';
import type { Store } from '../../database/store.ts';
import type { ChangeSummary } from '../../presentation/summary/change-summary.ts';
import type { Output } from '../output.ts';

/** How a site is visited: every page, or only what changed. */
export type SiteVisit = 'crawl' | 'track';

/** What the newest run of a project reports. */
export const summaryOfRun = new ExtensionPoint<(store: Store, project: Project) => Promise<ChangeSummary>>(
  'the summary of a run',
  { without: 'no summary is printed' },
);

/** Prints what detectors found in the newest run of a project. */
export const printMatches = new ExtensionPoint<
  (store: Store, project: string, output: Output) => Promise<void>
>('matches of a run', { without: 'none are printed' });

export interface TriedMessage {
  readonly message: { readonly key: string };
  readonly channel: string;
  readonly state: 'sent' | 'waiting' | 'dead';
  /** Null when it was sent. */
  readonly error: string | null;
}

/** Messages that are not sent yet. */
export interface UnsentMessages {
  readonly waiting: number;
  readonly dead: number;
  /** When the oldest that waits could be sent. */
  readonly oldestWaiting: number | null;
}

interface Messages {
  /** Sends the messages that are due. */
  send(
    store: Store,
    config: Config,
    options: { readonly onTry: (tried: TriedMessage) => void },
  ): Promise<unknown>;
  unsent(store: Store): Promise<UnsentMessages>;
  /** Whether a message could be sent now. */
  areDue(store: Store): Promise<boolean>;
}

export const messages = new ExtensionPoint<Messages>('messages', { without: 'nothing is sent' });

/** Leases on hosts for a run that is started on the command line; null on a single machine. */
export const leaseHosts = new ExtensionPoint<
  (config: Config) => Promise<{ readonly hostLeases: HostLeases; close(): Promise<void> } | null>
>('leases on hosts', { without: 'runs visit hosts without a lease' });

/** Adds new content to the search index. */
export const fillSearchIndex = new ExtensionPoint<(store: Store) => Promise<unknown>>('the search index', {
  without: 'nothing is indexed',
});

/** Prints what changed in an exploration. Returns whether anything has. */
export const printExploration = new ExtensionPoint<
  (store: Store, project: string, number: number, output: Output) => Promise<boolean>
>('the summary of an exploration', { without: 'no summary is printed' });
