import { ProjectError } from '../errors.ts';
import type { RuleDecision, RuleSet } from './rule-set.ts';

/** How often one rule decided. */
interface RuleCount {
  readonly rule: number | 'default';
  readonly letIn: number;
  readonly keptOut: number;
  /** The first few URLs that it decided. */
  readonly examples: readonly string[];
}

/** What all rules decided, saved as JSON with a run. Rules that never decided are not in it. */
type RuleCountsState = readonly RuleCount[];

/** A row of the table after a run. Rules that never matched are in it, with zeros. */
export interface RuleTableRow extends RuleCount {
  readonly name: string | null;
  readonly verdict: 'accept' | 'reject';
  /** What the rule says, in words. */
  readonly says: string;
}

const MOST_EXAMPLES = 3;

/** How many URLs are remembered. Memory stays bounded; a URL that comes again after this many others counts again. */
const MOST_REMEMBERED = 50_000;

/** How many URLs each rule of a run let in and kept out. */
export class RuleCounts {
  readonly #counts = new Map<number | 'default', RuleCount>();
  /** Which rule decided about each recent URL. */
  readonly #noted = new Map<string, RuleDecision['rule']>();

  /** Adds up saved states: those of several workers, or of a run before it was interrupted. Throws PROJECT_RULE_COUNTS_INVALID. */
  static merge(states: Iterable<unknown>): RuleCounts {
    const counts = new RuleCounts();
    for (const state of states) {
      if (!isState(state)) {
        throw new ProjectError(
          'PROJECT_RULE_COUNTS_INVALID',
          'the saved counts of the rules cannot be read: start the run again, or restore the data folder from a backup',
        );
      }
      for (const count of state) counts.#add(count);
    }
    return counts;
  }

  /** Each URL counts once for a rule, however many pages and steps find it. Decisions that are not settled yet do not count. */
  note(url: string, { rule, verdict, settled }: RuleDecision): void {
    if (settled === 'later' || this.#noted.get(url) === rule) return;
    this.#remember(url, rule);
    const before = this.#counts.get(rule);
    this.#counts.set(rule, {
      rule,
      letIn: (before?.letIn ?? 0) + (verdict === 'accept' ? 1 : 0),
      keptOut: (before?.keptOut ?? 0) + (verdict === 'reject' ? 1 : 0),
      examples: withExamples(before?.examples ?? [], [url]),
    });
  }

  state(): RuleCountsState {
    return [...this.#counts.values()].toSorted((a, b) => placeOf(a.rule) - placeOf(b.rule));
  }

  /** Every rule in its order, the default last. Counts of rules that are gone from the set are left out. */
  table(ruleSet: RuleSet): readonly RuleTableRow[] {
    const rows = ruleSet.rules.map(({ number, name, verdict, reason }) => ({
      ...this.#countOf(number),
      name,
      verdict,
      says: reason,
    }));
    const { verdict, number } = ruleSet.byDefault;
    const says =
      number === null
        ? 'no default: accepted'
        : `the default ${verdict === 'accept' ? 'allows' : 'denies'} it`;
    return [...rows, { ...this.#countOf('default'), name: null, verdict, says }];
  }

  #remember(url: string, rule: RuleDecision['rule']): void {
    this.#noted.set(url, rule);
    if (this.#noted.size <= MOST_REMEMBERED) return;
    for (const oldest of this.#noted.keys()) {
      this.#noted.delete(oldest);
      return;
    }
  }

  #countOf(rule: number | 'default'): RuleCount {
    return this.#counts.get(rule) ?? { rule, letIn: 0, keptOut: 0, examples: [] };
  }

  #add({ rule, letIn, keptOut, examples }: RuleCount): void {
    const before = this.#countOf(rule);
    this.#counts.set(rule, {
      rule,
      letIn: before.letIn + letIn,
      keptOut: before.keptOut + keptOut,
      examples: withExamples(before.examples, examples),
    });
  }
}

function withExamples(known: readonly string[], more: readonly string[]): readonly string[] {
  if (known.length >= MOST_EXAMPLES) return known;
  return [...new Set([...known, ...more])].slice(0, MOST_EXAMPLES);
}

const placeOf = (rule: number | 'default'): number => (rule === 'default' ? Number.POSITIVE_INFINITY : rule);

function isState(value: unknown): value is RuleCountsState {
  return Array.isArray(value) && value.every(isCount);
}

function isCount(value: unknown): value is RuleCount {
  if (typeof value !== 'object' || value === null) return false;
  const { rule, letIn, keptOut, examples } = value as Partial<Record<keyof RuleCount, unknown>>;
  const isNumber = (number: unknown): boolean => Number.isSafeInteger(number) && Number(number) >= 0;
  return (
    (rule === 'default' || isNumber(rule)) &&
    isNumber(letIn) &&
    isNumber(keptOut) &&
    Array.isArray(examples) &&
    examples.every((example) => typeof example === 'string')
  );
}
