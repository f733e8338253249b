import { type CompiledRule, labelOf, ruleMatches } from './compiled-rule.ts';
import { namesHost } from './named-host.ts';
import { PatternIndex } from './pattern-index.ts';
import type { RuleSubject } from './rule-subject.ts';

/** What a user's rules say about one URL, and which of them says it (X6). */
export interface RuleDecision {
  readonly verdict: 'accept' | 'reject';
  /** The place of the deciding rule in the user's list, from 1; 'default' when none matched. */
  readonly rule: number | 'default';
  /** The user's name for that rule. */
  readonly name: string | null;
  readonly reason: string;
  /**
   * 'at once': the URL said enough. 'by its answer': the type, size or age was needed, and known. 'later': it is needed
   * and not known; the URL is accepted until then.
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
    this.#index = new PatternIndex(rules.map(({ pattern }) => pattern?.requirements ?? []));
    this.#defaultDecision = {
      verdict: byDefault.verdict,
      rule: 'default',
      name: null,
      reason: defaultReason(byDefault),
      settled: 'at once',
    };
  }

  decide(subject: RuleSubject): RuleDecision {
    const waiting: CompiledRule[] = [];
    let neededAnswer = false;
    for (const place of this.#index.possible(subject.url)) {
      const rule = this.rules[place];
      if (rule === undefined) continue;
      const matches = ruleMatches(rule, subject);
      neededAnswer ||= hadToWait(rule, subject);
      if (matches === 'later') waiting.push(rule);
      else if (matches) return settled(decisionOf(rule), waiting, neededAnswer);
    }
    return settled(this.#defaultDecision, waiting, neededAnswer);
  }

  /** Whether the rule that let this URL in names its host, so that it means the URL wherever the crawl began. */
  opensHost({ verdict, rule }: RuleDecision, host: string): boolean {
    if (verdict === 'reject' || rule === 'default') return false;
    const pattern = this.rules.find(({ number }) => number === rule)?.pattern;
    return pattern !== undefined && pattern !== null && namesHost(pattern, host);
  }
}

const asksForAnswer = ({ asksFor }: { readonly asksFor: string | null }): boolean =>
  asksFor !== null && asksFor !== 'depth';

/** Whether nothing could be said of a rule before this answer was there: then it had its say in all that comes after it. */
function hadToWait(rule: CompiledRule, { url, depth, answer }: RuleSubject): boolean {
  if (answer === undefined || answer === null || !rule.conditions.some(asksForAnswer)) return false;
  return ruleMatches(rule, { url, depth: depth ?? null }) === 'later';
}

function decisionOf({ verdict, number, name, reason }: CompiledRule): RuleDecision {
  return { verdict, rule: number, name, reason, settled: 'at once' };
}

/** Takes back what was decided when rules before it, of which nothing is known yet, may decide first. */
function settled(
  decision: RuleDecision,
  waiting: readonly CompiledRule[],
  neededAnswer: boolean,
): RuleDecision {
  const other = waiting.find(({ verdict }) => verdict === 'accept' || decision.verdict === 'accept');
  if (other === undefined) return neededAnswer ? { ...decision, settled: 'by its answer' } : decision;
  const unknown = other.conditions.flatMap(({ asksFor }) => asksFor ?? []).join(' and ');
  return {
    verdict: 'accept',
    rule: other.number,
    name: other.name,
    reason: `${labelOf(other)} asks for the ${unknown}, which is not known yet`,
    settled: 'later',
  };
}

function defaultReason({ verdict, number }: RuleDefault): string {
  if (number === null) return 'no rule matches it, and no default denies it';
  return `no rule matches it, and the default ${verdict === 'accept' ? 'allows' : 'denies'} it`;
}
