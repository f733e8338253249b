import { counted, grouped, inDays } from '../in-words.ts';
import type { AliasTotals, RunSummary, SourceRate } from './run-report.ts';

/** One hour: no page is visited more often on purpose. */
const SHORTEST_DAYS = 1 / 24;

/** What was not visited, and why; empty when there is nothing to tell (B3: counted apart). */
export function countedApart({ plan, notReached, state }: RunSummary): string {
  if (plan === null) return '';
  const parts = [
    [plan.notDue, 'not due'],
    [notReached ?? 0, state === 'finished' ? 'not reached' : 'not reached yet'],
    [plan.excluded, 'excluded'],
    [plan.aliases, plan.aliases === 1 ? 'alias not asked for again' : 'aliases not asked for again'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${grouped(count)} ${what}`)
    .join(', ');
}

/** Aliases in a sentence; empty when there are none. */
export function aliasesInWords({ known, requestsSaved, reductionRate }: AliasTotals): string {
  if (known === 0) return '';
  const addresses = known === 1 ? '1 address is an alias' : `${grouped(known)} addresses are aliases`;
  const share = `${(100 * reductionRate).toFixed(1)} % of all`;
  return `${addresses} of another page (${share}); ${counted(requestsSaved, 'request')} saved.`;
}

/** The change rate of the source in a sentence. */
export function rateInWords({ runs, visits, changes, perDay }: SourceRate): string {
  if (visits === 0) return 'Nothing is known yet of how often its pages change: that takes a second run.';
  const seen = `${grouped(changes)} of ${counted(visits, 'visit')} over ${counted(runs, 'run')} found a change`;
  if (perDay === 0) return `${seen}.`;
  // Visits minutes apart show that something changed, and nothing about how often.
  if (1 / perDay < SHORTEST_DAYS) return `${seen}; too early to say how often pages change.`;
  return `${seen}; a page changes about every ${inDays(1 / perDay)}.`;
}
