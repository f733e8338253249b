import { increment } from '../../base/index.ts';
import { ProjectError } from '../errors.ts';
import type { ScopeRule } from './candidate.ts';

/**
 * What a crawl has used up of its budgets. Saved as JSON with a batch of pages, at most once a second, so that a crawl
 * killed at any moment resumes with counts at most a second old. Lists of pairs, because keys come from the web
 * (`__proto__` is a name too).
 */
interface BudgetState {
  /** Pages taken per host. */
  readonly pages: readonly (readonly [host: string, count: number])[];
  /** Queries of many parameters taken per host and path, and addresses that look random per place. */
  readonly queries: readonly (readonly [path: string, count: number])[];
  /** Years visited per calendar. */
  readonly calendars: readonly (readonly [calendar: string, years: readonly number[]])[];
}

/** The counts of one run. Rules read them; only `standard-scope.ts` adds to them, for what it accepts. */
export class Budgets {
  readonly #pages = new Map<string, number>();
  readonly #queries = new Map<string, number>();
  readonly #calendars = new Map<string, readonly number[]>();

  /** Resumes from saved states. Where several have the same key, the last one counts. */
  static restore(states: Iterable<unknown>): Budgets {
    const budgets = new Budgets();
    for (const state of states) {
      if (!isBudgetState(state)) {
        throw new ProjectError(
          'PROJECT_BUDGET_STATE_INVALID',
          'the saved budgets of this crawl cannot be read: start the crawl again, or restore the data folder from a backup',
        );
      }
      for (const [host, count] of state.pages) budgets.#pages.set(host, count);
      for (const [path, count] of state.queries) budgets.#queries.set(path, count);
      for (const [calendar, years] of state.calendars) budgets.#calendars.set(calendar, years);
    }
    return budgets;
  }

  pagesOf(host: string): number {
    return this.#pages.get(host) ?? 0;
  }

  queriesOf(path: string): number {
    return this.#queries.get(path) ?? 0;
  }

  yearsOf(calendar: string): readonly number[] {
    return this.#calendars.get(calendar) ?? [];
  }

  addPage(host: string): void {
    increment(this.#pages, host);
  }

  addQuery(path: string): void {
    increment(this.#queries, path);
  }

  addYear(calendar: string, year: number): void {
    const years = this.yearsOf(calendar);
    if (years.includes(year)) return;
    this.#calendars.set(calendar, [...years, year]);
  }

  state(): BudgetState {
    return { pages: [...this.#pages], queries: [...this.#queries], calendars: [...this.#calendars] };
  }

  /** The state of one host. Otherwise each of many hosts would save the counts of all. */
  stateOf(host: string): BudgetState {
    const isOfHost = ([key]: readonly [string, unknown]) =>
      key === host || key.startsWith(`${host}/`) || key.startsWith(`random ${host}/`);
    const { pages, queries, calendars } = this.state();
    return {
      pages: pages.filter(isOfHost),
      queries: queries.filter(isOfHost),
      calendars: calendars.filter(isOfHost),
    };
  }
}

/** Rejects further pages of a host once it has reached the user's limit per host. */
export const hostUsedUp = (maxPagesPerHost: number, budgets: Budgets): ScopeRule => ({
  name: 'pages per host',
  decide: ({ host }) => (budgets.pagesOf(host) >= maxPagesPerHost ? 'reject' : 'none'),
  reason: ({ host }) => `${host} has given ${maxPagesPerHost} pages, the most allowed for one host`,
});

function isBudgetState(value: unknown): value is BudgetState {
  if (typeof value !== 'object' || value === null) return false;
  const { pages, queries, calendars } = value as Partial<Record<keyof BudgetState, unknown>>;
  const isCount = (count: unknown): boolean => Number.isSafeInteger(count) && Number(count) >= 0;
  const areYears = (years: unknown): boolean => Array.isArray(years) && years.every(isCount);
  return arePairs(pages, isCount) && arePairs(queries, isCount) && arePairs(calendars, areYears);
}

function arePairs(value: unknown, isValue: (value: unknown) => boolean): boolean {
  return (
    Array.isArray(value) &&
    value.every((pair) => Array.isArray(pair) && typeof pair[0] === 'string' && isValue(pair[1]))
  );
}
