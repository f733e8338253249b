import { type Decision, TidemarkError } from '../../base/index.ts';
import type { CrawlEvent } from '../../crawl/engine/crawl-event.ts';
import type { CrawlProgress } from '../../crawl/engine/crawl-progress.ts';
import type { RunEnding, RunHandle } from '../../crawl/run/run-request.ts';
import { ClusterError } from './errors.ts';
import { type HandedRunReport, noProgress, readEnding, readReport } from './handed-run-report.ts';
import type { HandedRun } from './tables/handed-runs.ts';

/** What is known here about a run at a worker. Single pages are not told: only how far it is, and how it ends. */
export class HandedRunWatch {
  readonly jobId: string;
  readonly project: string;
  readonly #pause: (reason: string | undefined) => void;
  readonly #begun = Promise.withResolvers<RunHandle>();
  readonly #ended = Promise.withResolvers<RunEnding>();
  readonly #listeners = new Set<(event: CrawlEvent) => void>();
  #progress = noProgress;
  #reported: string | null = null;

  constructor(jobId: string, project: string, pause: (reason: string | undefined) => void) {
    this.jobId = jobId;
    this.project = project;
    this.#pause = pause;
    // Whoever started it may not be waiting any more.
    this.#begun.promise.catch(() => undefined);
    this.#ended.promise.catch(() => undefined);
  }

  get hasBegun(): boolean {
    return this.#reported !== null;
  }

  /** Rejects with what the worker met when the run could not begin. */
  get begun(): Promise<RunHandle> {
    return this.#begun.promise;
  }

  note({ runNumber, report, ending }: HandedRun): 'goes on' | 'ended' {
    if (runNumber !== null && report !== null && report !== this.#reported) {
      const read = readReport(report);
      if (this.#reported === null) this.#begun.resolve(this.#handle(runNumber, read));
      this.#reported = report;
      this.noteProgress(read.progress);
    }
    if (ending === null) return 'goes on';
    this.#end(ending);
    return 'ended';
  }

  noteProgress(progress: CrawlProgress): void {
    this.#progress = progress;
    for (const listener of this.#listeners) listener({ event: 'progress', ...progress });
  }

  /** Lets those who wait come to an end, as if the run had been interrupted. */
  leave(): void {
    const left = new ClusterError('CLUSTER_RUN_WAITS', `The run of "${this.project}" waits for a worker.`);
    this.#begun.reject(left);
    this.#ended.resolve({
      ...this.#progress,
      state: 'paused',
      reason: 'interrupted',
      resumeAt: null,
      rules: [],
      notices: [],
    });
  }

  #end(text: string): void {
    const reported = readEnding(text);
    if (reported.kind === 'ended') this.#ended.resolve(reported.ending);
    else {
      const failure = new WorkerFailure(reported);
      this.#begun.reject(failure);
      this.#ended.reject(failure);
    }
  }

  #handle(number: number, { resumed, hasDetectors, hasChannels }: HandedRunReport): RunHandle {
    return {
      project: this.project,
      number,
      resumed,
      hasDetectors,
      hasChannels,
      watch: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      progress: () => this.#progress,
      pause: this.#pause,
      ended: this.#ended.promise,
    };
  }
}

/** A failure that a worker met, under the code that it had there. */
class WorkerFailure extends TidemarkError {
  constructor(reported: { readonly code: string; readonly decision: Decision; readonly message: string }) {
    super(reported.code, reported.decision, reported.message);
  }
}
