import type {
  AliasTotals,
  NearDuplicateClass,
  RunSummary,
  SourceRate,
} from '../../../crawl/history/run-report.ts';
import { counted, everyDays, grouped } from '../../../presentation/in-words.ts';
import { readableAddress } from '../../../presentation/readable-address.ts';
import type { InkStyle } from '../../../presentation/terminal/styled-text.ts';
import type { Flag } from '../../../track/index.ts';

export const flagNames: Readonly<Record<Flag, string>> = {
  NEW: 'new',
  SAM: 'unchanged',
  UPD: 'changed',
  MIS: 'gone',
  ERR: 'failing',
};

export const flagColors: Readonly<Record<Flag, InkStyle>> = {
  NEW: 'cyan',
  SAM: 'gray',
  UPD: 'yellow',
  MIS: 'red',
  ERR: 'magenta',
};

/** One hour: no schedule visits a page more often. */
const SHORTEST_DAYS = 1 / 24;

/** Visits minutes apart show that something changed, but not how often. */
export function isTooEarlyToSay(perDay: number): boolean {
  return 1 / perDay < SHORTEST_DAYS;
}

/** What was not visited, and why, in words; '' when everything was. */
export function notVisitedInWords({ knownPages, notReached, state }: RunSummary): string {
  if (knownPages === null) return '';
  const parts = [
    [knownPages.notDue, 'not due'],
    [notReached ?? 0, state === 'finished' ? 'not reached' : 'not reached yet'],
    [knownPages.excluded, 'excluded'],
    [knownPages.aliases, knownPages.aliases === 1 ? 'alias not fetched again' : 'aliases not fetched again'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${grouped(count)} ${what}`)
    .join(', ');
}

/** The aliases in a sentence; '' when there are none. */
export function aliasesInWords({ known, requestsSaved, reductionRate }: AliasTotals): string {
  if (known === 0) return '';
  const addresses = known === 1 ? '1 address is an alias' : `${grouped(known)} addresses are aliases`;
  const share = `${(100 * reductionRate).toFixed(1)} % of all`;
  return `${addresses} of another page (${share}); ${counted(requestsSaved, 'request')} saved.`;
}

/** A class of near-duplicates in a line: "12 near-duplicates of /tides". */
export function nearDuplicatesInWords({ of, pages }: NearDuplicateClass): string {
  return `${counted(pages.length, 'near-duplicate')} of ${readableAddress(of.identity)}`;
}

/** The change rate of the source in a sentence. */
export function rateInWords({ runs, visits, changes, perDay }: SourceRate): string {
  if (visits === 0) return 'How often its pages change is not known yet: that takes a second run.';
  const seen = `${grouped(changes)} of ${counted(visits, 'visit')} over ${counted(runs, 'run')} found a change`;
  if (perDay === 0) return `${seen}.`;
  if (isTooEarlyToSay(perDay)) return `${seen}; too early to say how often pages change.`;
  return `${seen}; a page changes about ${everyDays(1 / perDay)}.`;
}
