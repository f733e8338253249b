import type { Comparison } from './comparison.ts';
import type { PageProblem } from './recognise-problem.ts';

/** What happened to a page since its last good version: new, same, updated, missing, error. */
export type Flag = 'NEW' | 'SAM' | 'UPD' | 'MIS' | 'ERR';

export interface FlagDecision {
  readonly flag: Flag;
  /** Why, in words for the user (every flag explains itself). */
  readonly reason: string;
  /** Whether the content of this visit becomes the last good version. An error never does. */
  readonly isGoodVersion: boolean;
}

/** What earlier visits know about the page. */
export interface PageHistory {
  readonly hasGoodVersion: boolean;
  /** The flag of the previous visit; null on the first. */
  readonly lastFlag: Flag | null;
}

/** What a visit to one page found. */
export type VisitResult =
  /** 304, or another sign that nothing changed; `reason` says which. */
  | { readonly outcome: 'not modified'; readonly reason?: string }
  /** A complete page. `comparison` is null when there is no version to compare with. */
  | {
      readonly outcome: 'content';
      readonly problem: PageProblem | null;
      readonly comparison: Comparison | null;
    }
  /** A redirect to another page. */
  | { readonly outcome: 'redirect'; readonly to: string; readonly problem: PageProblem | null }
  /** Any status other than success, 304 or a redirect. */
  | { readonly outcome: 'status'; readonly status: number }
  /** A listing (FTP, a folder, a feed) no longer names it. */
  | { readonly outcome: 'not listed'; readonly listing: string }
  /** No complete answer: network failure, time-out, incomplete body. */
  | { readonly outcome: 'failure'; readonly code: string; readonly message: string };

/**
 * Gives a page its flag (lines 12 to 32 of the algorithm of the paper on session ids, figures 4-9 and 4-12 of the Smart Crawler paper).
 * The page is always compared with its last good version, so a page that was missing or in error in between is compared with what it was before.
 */
export function decideFlag(history: PageHistory, result: VisitResult): FlagDecision {
  switch (result.outcome) {
    case 'not modified':
      return history.hasGoodVersion
        ? good('SAM', withReturn(history, result.reason ?? 'not modified (304)'))
        : error('not modified (304), but there is no earlier version');
    case 'content':
      if (result.problem?.kind === 'no such page') return missing(result.problem.reason);
      if (result.problem !== null) return error(`${result.problem.kind}: ${result.problem.reason}`);
      return history.hasGoodVersion
        ? flagOfComparison(history, result.comparison)
        : good('NEW', reasonForNew(history));
    case 'redirect':
      if (result.problem !== null) return error(`${result.problem.kind}: ${result.problem.reason}`);
      return missing(`moved to ${result.to}`);
    case 'status':
      return flagOfStatus(result.status);
    case 'not listed':
      return missing(`no longer listed in ${result.listing}`);
    case 'failure':
      return error(`${result.message} (${result.code})`);
  }
}

function flagOfComparison(history: PageHistory, comparison: Comparison | null): FlagDecision {
  switch (comparison?.level) {
    case 'same bytes':
      return good('SAM', withReturn(history, 'the same bytes'));
    case 'same signature':
      return good('SAM', withReturn(history, 'the same text, links and images'));
    case 'same segments':
      return good('SAM', withReturn(history, 'the same text, links and images in different mark-up'));
    case 'same as chosen':
      return good('SAM', withReturn(history, comparison.reason));
    case 'only noise':
      return good('SAM', withReturn(history, `only noise: ${comparison.noise}`));
    case 'changed':
      return good('UPD', withReturn(history, comparison.summary));
    default:
      return error('it could not be compared with the last good version');
  }
}

/** Only 404 and 410 say that the page is gone. Any other failure says nothing about the page. */
function flagOfStatus(status: number): FlagDecision {
  if (status === 404) return missing('not found (404)');
  if (status === 410) return missing('gone for good (410)');
  if (status === 401 || status === 407) return error(`it asks for a log-in (${status})`);
  if (status === 403) return error('access refused (403)');
  if (status === 429) return error('too many requests (429)');
  if (status === 451) return error('withheld for legal reasons (451)');
  if (status >= 500) return error(`the server failed (${status})`);
  return error(`the server answered ${status}`);
}

/** A page that comes back says so before anything else. */
function withReturn({ lastFlag }: PageHistory, reason: string): string {
  if (lastFlag === 'MIS') return `back after it was missing; ${reason}`;
  return lastFlag === 'ERR' ? `reachable again; ${reason}` : reason;
}

function reasonForNew({ lastFlag }: PageHistory): string {
  if (lastFlag === 'ERR') return 'first good version; earlier visits failed';
  return lastFlag === 'MIS' ? 'first good version; it was missing before' : 'first visit';
}

function good(flag: 'NEW' | 'SAM' | 'UPD', reason: string): FlagDecision {
  return { flag, reason, isGoodVersion: true };
}

function missing(reason: string): FlagDecision {
  return { flag: 'MIS', reason, isGoodVersion: false };
}

function error(reason: string): FlagDecision {
  return { flag: 'ERR', reason, isGoodVersion: false };
}
