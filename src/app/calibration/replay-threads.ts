import { Worker } from 'node:worker_threads';
import type { SettingFamily } from '../../calibrate/index.ts';
import type { ReplayedPoint, ReplayJob, SiteToReplay } from './replayed-sites.ts';

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** Threads that share the work of replaying. Families are jobs: the next free thread takes the next one. */
export class ReplayThreads {
  readonly #all: readonly Worker[];

  constructor(sites: readonly SiteToReplay[], count: number) {
    this.#all = Array.from(
      { length: count },
      () => new Worker(new URL(`./replay-thread.${extension}`, import.meta.url), { workerData: sites }),
    );
  }

  /** What distances alone say, by settings. */
  async guess(families: readonly SettingFamily[]): Promise<readonly ReplayedPoint[]> {
    const all: ReplayedPoint[] = [];
    await this.#share(families, 'guess', async (points) => void all.push(...points), null);
    return all;
  }

  /** `onPoints` is awaited before the thread gets its next family, so that what is done is also kept. */
  async replay(
    families: readonly SettingFamily[],
    onPoints: (points: readonly ReplayedPoint[]) => Promise<void>,
    signal: AbortSignal | null = null,
  ): Promise<void> {
    await this.#share(families, 'replay', onPoints, signal);
  }

  async #share(
    families: readonly SettingFamily[],
    how: ReplayJob['how'],
    onPoints: (points: readonly ReplayedPoint[]) => Promise<void>,
    signal: AbortSignal | null,
  ): Promise<void> {
    const waiting = [...families];
    const work = async (thread: Worker) => {
      for (let family = waiting.shift(); family !== undefined; family = waiting.shift()) {
        if (signal?.aborted) return;
        await onPoints(await answerOf(thread, { family, how }));
      }
    };
    await Promise.all(this.#all.map(work));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#all.map((thread) => thread.terminate()));
  }
}

function answerOf(thread: Worker, job: ReplayJob): Promise<readonly ReplayedPoint[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly ReplayedPoint[]>();
  thread.once('message', resolve).once('error', reject);
  thread.postMessage(job);
  return promise.finally(() => thread.off('message', resolve).off('error', reject));
}
