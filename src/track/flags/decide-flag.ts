import type { FlagDecision } from './flag.ts';
import type { Comparison, PageHistory, PageVisit } from './page-visit.ts';

/**
 * Gives a page its flag (A4 line 12 to 32, B figures 4-9 and 4-12). Always against the last good version: an error keeps
 * it, and a page that was gone or could not be told is compared with what it was before.
 */
export function decideFlag(history: PageHistory, visit: PageVisit): FlagDecision {
  switch (visit.outcome) {
    case 'not modified':
      return history.hasGoodVersion
        ? good('SAM', told(history, visit.reason ?? 'the server says that it was not modified'))
        : error('the server says "not modified" of a page that we do not have');
    case 'content':
      if (visit.problem !== null) return error(`${visit.problem.kind}: ${visit.problem.reason}`);
      return history.hasGoodVersion ? compared(history, visit.comparison) : good('NEW', firstSeen(history));
    case 'redirect':
      if (visit.problem !== null) return error(`${visit.problem.kind}: ${visit.problem.reason}`);
      return missing(`moved to ${visit.to}`);
    case 'status':
      return byStatus(visit.status);
    case 'not listed':
      return missing(`no longer listed in ${visit.listing}`);
    case 'failure':
      return error(`${visit.message} (${visit.code})`);
  }
}

function compared(history: PageHistory, comparison: Comparison | null): FlagDecision {
  switch (comparison?.level) {
    case 'same bytes':
      return good('SAM', told(history, 'the same bytes'));
    case 'same signature':
      return good('SAM', told(history, 'the same text, links and images'));
    case 'same segments':
      return good('SAM', told(history, 'the same segments'));
    case 'same as chosen':
      return good('SAM', told(history, comparison.reason));
    case 'only noise':
      return good('SAM', told(history, `only noise: ${comparison.noise}`));
    case 'changed':
      return good('UPD', told(history, comparison.summary));
    default:
      return error('it could not be compared with the last good version');
  }
}

/** 404 and 410 say that it is gone; every other failure says nothing about the page. */
function byStatus(status: number): FlagDecision {
  if (status === 404) return missing('not found (404)');
  if (status === 410) return missing('gone for good (410)');
  if (status === 401 || status === 407) return error(`it asks for a log-in (${status})`);
  if (status === 403) return error('access is refused (403)');
  if (status === 429) return error('too many requests (429)');
  if (status === 451) return error('withheld for legal reasons (451)');
  if (status >= 500) return error(`the server failed (${status})`);
  return error(`the server answered ${status}`);
}

/** A page that comes back is told as such. */
function told({ lastFlag }: PageHistory, reason: string): string {
  if (lastFlag === 'MIS') return `back after it was missing; ${reason}`;
  return lastFlag === 'ERR' ? `reachable again; ${reason}` : reason;
}

function firstSeen({ lastFlag }: PageHistory): string {
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
