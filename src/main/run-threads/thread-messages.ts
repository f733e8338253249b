import type { MessagePort } from 'node:worker_threads';
import type { SentFailure } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import type { CrawlEvent } from '../../crawl/engine/crawl-event.ts';
import type { CrawlProgress } from '../../crawl/engine/crawl-progress.ts';
import type { ExplorationHandle, ExplorationProgress } from '../../crawl/run/explorations.ts';
import type { RunDependencies, RunHandle, RunRequest } from '../../crawl/run/run-request.ts';

/** What a thread for runs is started with. */
export interface RunThreadStart {
  readonly config: Config;
  /** The way to the thread that writes; null on PostgreSQL, where each thread has connections of its own. */
  readonly writer: MessagePort | null;
  /** Where the main thread writes the time of a clock of its own; null for that of the system. */
  readonly time: BigInt64Array<SharedArrayBuffer> | null;
  readonly retryDelays: RunDependencies['retryDelays'];
}

/** What a thread does. */
export type ThreadWork =
  /** `takesTurns`: others may visit the same hosts. */
  | { readonly kind: 'run'; readonly request: RunRequest; readonly takesTurns: boolean }
  /** What a feature does in threads, by name (`Feature.threadWork`). */
  | { readonly kind: 'of a feature'; readonly name: string; readonly given: unknown };

/** What does not change of a run or an exploration under way. */
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
  /** What a feature says besides. */
  readonly [more: string]: unknown;
}

export type ToRunThread =
  | { readonly kind: 'start'; readonly id: number; readonly work: ThreadWork }
  /** Pauses a run, ends anything else. */
  | { readonly kind: 'stop'; readonly id: number; readonly reason: string | undefined }
  /** A heartbeat for the hosts that runs have. */
  | { readonly kind: 'heartbeat' }
  /** Whether runs of the cluster may be taken. */
  | { readonly kind: 'may take'; readonly isAllowed: boolean }
  | { readonly kind: 'result'; readonly call: number; readonly result: unknown }
  | { readonly kind: 'failure'; readonly call: number; readonly failure: SentFailure }
  /** There is nothing more to do: the thread gives back what it has, and ends. */
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
  /** Whose turn it is at a host; the main thread knows the database of the cluster. */
  | {
      readonly kind: 'call';
      readonly call: number;
      readonly method: string;
      readonly parameters: readonly unknown[];
    };
