import { Worker } from 'node:worker_threads';
import type { JudgedSite } from './metrics/metrics.ts';
import type { SettingFamily } from './points/setting-grid.ts';
import type { ReplayJob, RunPoint, SiteToReplay } from './replayed-sites.ts';
import type { SiteProfile } from './search/family-profile.ts';

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** Asks a thread to replay all settings of a family on the sites. */
type ReplayFamily = (family: SettingFamily) => Promise<readonly RunPoint[]>;

/** Threads that share the work of replaying. */
export class ReplayThreads {
  readonly #all: readonly Worker[];

  constructor(sites: readonly SiteToReplay[], count: number) {
    this.#all = Array.from(
      { length: count },
      () => new Worker(new URL(`./replay-thread.${extension}`, import.meta.url), { workerData: sites }),
    );
  }

  /** The profile of each family on the sites, by distances alone. */
  profile(
    families: readonly SettingFamily[],
    judged: readonly JudgedSite[],
  ): Promise<readonly (readonly SiteProfile[])[]> {
    return this.#each(families, judged);
  }

  /** For each family, its points in the order of thresholds. */
  replay(families: readonly SettingFamily[]): Promise<readonly (readonly RunPoint[])[]> {
    return this.#each(families, null);
  }

  /** `task` runs once per thread, and gives the thread one family after the other. */
  async work(task: (replay: ReplayFamily) => Promise<void>): Promise<void> {
    await Promise.all(
      this.#all.map((thread) => task((family) => answerOf(thread, { family, profileOn: null }))),
    );
  }

  /** The next free thread takes the next family. */
  async #each<T>(
    families: readonly SettingFamily[],
    profileOn: ReplayJob['profileOn'],
  ): Promise<readonly T[]> {
    const answers: T[] = [];
    const waiting = families.entries();
    const ask = async (thread: Worker) => {
      for (const [place, family] of waiting)
        answers[place] = await answerOf<T>(thread, { family, profileOn });
    };
    await Promise.all(this.#all.map(ask));
    return answers;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#all.map((thread) => thread.terminate()));
  }
}

function answerOf<T>(thread: Worker, job: ReplayJob): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  thread.once('message', resolve).once('error', reject);
  thread.postMessage(job);
  return promise.finally(() => thread.off('message', resolve).off('error', reject));
}
