import { PatternIndex } from '../../document/index.ts';
import type { Condition, RuleSubject } from './conditions.ts';
import { namesHost, type UrlPattern } from './url-pattern.ts';

/** Literals that occur in almost every URL rule nothing out. */
const ORDINARY_URL = 'https://www.example.com/index.html';

/** A rule ready to be compared with URLs. */
export interface CompiledRule {
  /** Its place in the user's list, from 1. */
  readonly number: number;
  readonly name: string | null;
  readonly comment: string | null;
  readonly verdict: 'accept' | 'reject';
  /** Null when it has other conditions only. */
  readonly pattern: UrlPattern | null;
  readonly conditions: readonly Condition[];
  /** "rule 3 (no PDFs) denies it: URL matches \.pdf$". */
  readonly reason: string;
  /** What is odd about it although it is valid; null when nothing is. */
  readonly doubt: string | null;
}

/** Whether a rule matches; 'later' when that depends on something which is not known yet. */
export function matchOf({ pattern, conditions }: CompiledRule, subject: RuleSubject): boolean | 'later' {
  if (pattern !== null && !pattern.matches(subject.url)) return false;
  let unknown = false;
  for (const condition of conditions) {
    const holds = condition.holds(subject);
    if (holds === false) return false;
    if (holds === null) unknown = true;
  }
  return unknown ? 'later' : true;
}

/** "rule 3", or "rule 3 (no PDFs)". */
export const labelOf = ({ number, name }: Pick<CompiledRule, 'number' | 'name'>): string =>
  name === null ? `rule ${number}` : `rule ${number} (${name})`;

/** What a user's rules say about one URL, and which of them says it (X6). */
export interface RuleDecision {
  readonly verdict: 'accept' | 'reject';
  /** The number of the deciding rule in the user's list, from 1; 'default' when none matched. */
  readonly rule: number | 'default';
  /** The user's name for that rule. */
  readonly name: string | null;
  readonly reason: string;
  /**
   * 'at once': the URL was enough. 'by its answer': the type, size or age was needed, and known. 'later': it is needed
   * and not known; until then the URL is accepted.
   */
  readonly settled: 'at once' | 'by its answer' | 'later';
}

/** What happens when no rule matches. */
export interface RuleDefault {
  readonly verdict: 'accept' | 'reject';
  /** Where `**default**` stands in the list; null when it is not there. */
  readonly number: number | null;
}

/** A user's allow and deny rules (B4). The first that matches decides. */
export class RuleSet {
  readonly rules: readonly CompiledRule[];
  readonly byDefault: RuleDefault;
  /** Whether some rule asks for a type, a size or an age, so that answers must be judged as well. */
  readonly asksForAnswer: boolean;
  readonly #index: PatternIndex;
  readonly #defaultDecision: RuleDecision;

  /** Use `compileRules`. */
  constructor(rules: readonly CompiledRule[], byDefault: RuleDefault) {
    this.rules = rules;
    this.byDefault = byDefault;
    this.asksForAnswer = rules.some(({ conditions }) => conditions.some(asksForAnswer));
    this.#index = new PatternIndex(
      rules.map(({ pattern }) => pattern?.requirements ?? []),
      ORDINARY_URL,
    );
    this.#defaultDecision = {
      verdict: byDefault.verdict,
      rule: 'default',
      name: null,
      reason: defaultReason(byDefault),
      settled: 'at once',
    };
  }

  decide(subject: RuleSubject): RuleDecision {
    const undecided: CompiledRule[] = [];
    let neededAnswer = false;
    for (const place of this.#index.possible(subject.url)) {
      const rule = this.rules[place];
      if (rule === undefined) continue;
      const matches = matchOf(rule, subject);
      neededAnswer ||= hadToWait(rule, subject);
      if (matches === 'later') undecided.push(rule);
      else if (matches) return settled(decisionOf(rule), undecided, neededAnswer);
    }
    return settled(this.#defaultDecision, undecided, neededAnswer);
  }

  /** Whether the rule that accepted this URL names its host, and so means that host wherever the crawl began. */
  opensHost({ verdict, rule }: RuleDecision, host: string): boolean {
    if (verdict === 'reject' || rule === 'default') return false;
    const pattern = this.rules.find(({ number }) => number === rule)?.pattern;
    return pattern !== undefined && pattern !== null && namesHost(pattern, host);
  }
}

const asksForAnswer = ({ asksFor }: Condition): boolean => asksFor !== null && asksFor !== 'depth';

/** Whether this rule could not be decided before the answer arrived: then every later decision depends on the answer. */
function hadToWait(rule: CompiledRule, { url, depth, answer }: RuleSubject): boolean {
  if (answer === undefined || answer === null || !rule.conditions.some(asksForAnswer)) return false;
  return matchOf(rule, { url, depth: depth ?? null }) === 'later';
}

function decisionOf({ verdict, number, name, reason }: CompiledRule): RuleDecision {
  return { verdict, rule: number, name, reason, settled: 'at once' };
}

/** Puts a decision off when an earlier rule, still undecided, may decide otherwise. */
function settled(
  decision: RuleDecision,
  undecided: readonly CompiledRule[],
  neededAnswer: boolean,
): RuleDecision {
  const other = undecided.find(({ verdict }) => verdict === 'accept' || decision.verdict === 'accept');
  if (other === undefined) return neededAnswer ? { ...decision, settled: 'by its answer' } : decision;
  const unknown = other.conditions.flatMap(({ asksFor }) => asksFor ?? []).join(' and ');
  return {
    verdict: 'accept',
    rule: other.number,
    name: other.name,
    reason: `${labelOf(other)} depends on the ${unknown}, which is not known yet`,
    settled: 'later',
  };
}

function defaultReason({ verdict, number }: RuleDefault): string {
  if (number === null) return 'no rule matches it, and no default denies it';
  return `no rule matches it, and the default ${verdict === 'accept' ? 'allows' : 'denies'} it`;
}
