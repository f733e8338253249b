import type { MessagePort } from 'node:worker_threads';
import type { SentFailure } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import type { CrawlEvent } from '../../crawl/engine/crawl-event.ts';
import type { CrawlProgress } from '../../crawl/engine/crawl-progress.ts';
import type { ExplorationHandle, ExplorationProgress } from '../../crawl/run/explorations.ts';
import type { RunDependencies, RunHandle, RunRequest } from '../../crawl/run/run-request.ts';

/** The start data of a thread for runs. */
export interface RunThreadStart {
  readonly config: Config;
  /** The port of the writer thread; null on PostgreSQL, where each thread has connections of its own. */
  readonly writer: MessagePort | null;
  /** Where the main thread writes the time of its own clock; null for the system clock. */
  readonly time: BigInt64Array<SharedArrayBuffer> | null;
  readonly retryDelays: RunDependencies['retryDelays'];
  /** The thread increments it while its event loop runs; the main thread reads it. */
  readonly heartbeats: Int32Array<SharedArrayBuffer>;
}

/** What a thread does. */
export type ThreadWork =
  /** `leasesHosts`: others may visit the same hosts. */
  | { readonly kind: 'run'; readonly request: RunRequest; readonly leasesHosts: boolean }
  /** What a feature does in threads, by name (`Feature.threadWork`). */
  | { readonly kind: 'of a feature'; readonly name: string; readonly given: unknown };

/** The facts of a run or an exploration that do not change while it is under way. */
export type BegunRunFacts = Pick<
  RunHandle,
  'project' | 'number' | 'resumed' | 'hasDetectors' | 'hasChannels'
> & { readonly progress: CrawlProgress };
export type BegunExplorationFacts = Pick<
  ExplorationHandle,
  'project' | 'number' | 'resumed' | 'hasChannels'
> & { readonly progress: ExplorationProgress };

/** What happened in a piece of work since the last message about it. */
export interface WorkProgress {
  readonly events: readonly CrawlEvent[];
  readonly progress: CrawlProgress | ExplorationProgress | null;
  /** What an operator should know. */
  readonly trouble?: string;
  /** Further progress, which a feature defines. */
  readonly [more: string]: unknown;
}

export type ToRunThread =
  | { readonly kind: 'start'; readonly id: number; readonly work: ThreadWork }
  /** Pauses a run, ends anything else. */
  | { readonly kind: 'stop'; readonly id: number; readonly reason: string | undefined }
  /** A heartbeat for the host leases of runs. */
  | { readonly kind: 'heartbeat' }
  /** Whether runs of the cluster may be taken. */
  | { readonly kind: 'may take'; readonly isAllowed: boolean }
  | { readonly kind: 'result'; readonly call: number; readonly result: unknown }
  | { readonly kind: 'failure'; readonly call: number; readonly failure: SentFailure }
  /** There is no more work: the thread releases its resources and ends. */
  | { readonly kind: 'close' };

export type FromRunThread =
  | { readonly kind: 'not open'; readonly failure: SentFailure }
  /** `facts` is null for work without a handle. */
  | {
      readonly kind: 'begun';
      readonly id: number;
      readonly facts: object | null;
    }
  | { readonly kind: 'news'; readonly id: number; readonly news: WorkProgress }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: SentFailure }
  /** A call about host leases; only the main thread uses the database of the cluster. */
  | {
      readonly kind: 'call';
      readonly call: number;
      readonly method: string;
      readonly parameters: readonly unknown[];
    };
