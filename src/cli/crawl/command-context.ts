import type { HostTurns } from '../../access/index.ts';
import type { Config } from '../../config/index.ts';
import type { Project } from '../../crawl/tables/records.ts';
import type { Store } from '../../database/store.ts';
import type { RunNews } from '../../presentation/news/run-news.ts';

/** What features do before and after a run that was typed by hand. */
export interface RunCommandContext {
  /** What the newest run of a project reports. */
  readonly newsOfRun: (store: Store, project: Project) => Promise<RunNews>;
  /** Sends what is due. */
  readonly sendMessages: SendMessages;
  /** Lets a run take turns with those of other machines; null where there is one machine. */
  readonly takeTurns: (
    config: Config,
  ) => Promise<{ readonly turns: HostTurns; close(): Promise<void> } | null>;
}

export type SendMessages = (
  store: Store,
  config: Config,
  options: { readonly onTry: (tried: TriedMessage) => void },
) => Promise<unknown>;

export interface TriedMessage {
  readonly message: { readonly key: string };
  readonly channel: string;
  readonly state: 'sent' | 'waiting' | 'dead';
  /** Null when it was sent. */
  readonly error: string | null;
}

/** How a site is visited: whole, or for what changed. */
export type SiteVisit = 'crawl' | 'track';
