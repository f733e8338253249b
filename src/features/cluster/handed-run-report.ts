import { type Decision, messageOf, TidemarkError } from '../../base/index.ts';
import type { CrawlProgress } from '../../crawl/engine/crawl-progress.ts';
import type { RunContext } from '../../crawl/run/run-context.ts';
import type { RunEnding, RunHandle, RunRequest } from '../../crawl/run/run-request.ts';

export const noProgress: CrawlProgress = {
  pages: 0,
  errors: 0,
  leftOut: 0,
  bytes: 0,
  queued: 0,
  inFlight: 0,
  hosts: 0,
  ms: 0,
};

/** What a worker tells about a run that it works on. */
export interface HandedRunReport {
  readonly resumed: boolean;
  readonly hasDetectors: boolean;
  readonly hasChannels: boolean;
  readonly progress: CrawlProgress;
}

/** How a run ended at a worker. */
export type ReportedEnding =
  | { readonly kind: 'ended'; readonly ending: RunEnding }
  | {
      readonly kind: 'failed';
      readonly code: string;
      readonly decision: Decision;
      readonly message: string;
    };

export function reportOf({ resumed, hasDetectors, hasChannels, progress }: RunHandle): HandedRunReport {
  return { resumed, hasDetectors, hasChannels, progress: progress() };
}

/** Of a run that is about to be shared among workers. */
export function unbegunReport({ definition, isResumed }: RunContext): HandedRunReport {
  return {
    resumed: isResumed,
    hasDetectors: definition.detectors.length > 0,
    hasChannels: definition.notify.length > 0,
    progress: noProgress,
  };
}

export function failureOf(error: unknown): ReportedEnding {
  if (error instanceof TidemarkError)
    return { kind: 'failed', code: error.code, decision: error.decision, message: error.message };
  const message = messageOf(error);
  return { kind: 'failed', code: 'CLUSTER_WORKER_FAILED', decision: 'stop', message };
}

/** The ending of a run that was withdrawn before a worker had begun with it. */
export const withdrawnEnding = (project: string, reason: string): ReportedEnding => ({
  kind: 'failed',
  code: 'CLUSTER_RUN_WITHDRAWN',
  decision: 'stop',
  message: `The run of "${project}" did not begin: ${reason}.`,
});

/** Written by the functions above, or by the server that handed the run over. */
export const readReport = (text: string): HandedRunReport => JSON.parse(text) as HandedRunReport;
export const readEnding = (text: string): ReportedEnding => JSON.parse(text) as ReportedEnding;
export const readRequest = (text: string): RunRequest => JSON.parse(text) as RunRequest;
