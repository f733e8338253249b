import { PatternIndex } from '../../document/index.ts';
import { normalizeUrl } from '../../url/index.ts';
import type { Condition, RuleSubject } from './conditions.ts';
import { namesHost, type UrlPattern } from './url-pattern.ts';

/** A literal that occurs in this URL occurs in almost every URL, so its absence excludes too few rules. */
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
function matchOf({ pattern, conditions }: CompiledRule, subject: RuleSubject): boolean | 'later' {
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

/** What a user's rules say about one URL, and which of them says it. */
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

/** A user's allow and deny rules. The first that matches decides. */
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

/** Defers a decision when an earlier rule, still undecided, may decide otherwise. */
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

/** Why a URL is let in or kept out. */
export interface UrlExplained {
  /** Normalised, as the rules see it. */
  readonly url: string;
  readonly decision: RuleDecision;
  /** Every rule that matches, or may match once more is known, in their order. The first that certainly matches decides. */
  readonly matching: readonly MatchingRule[];
}

interface MatchingRule {
  readonly number: number;
  readonly name: string | null;
  readonly verdict: 'accept' | 'reject';
  readonly reason: string;
  readonly comment: string | null;
  /** The part of the URL that the pattern found; null when the rule has no pattern. */
  readonly matchedPart: string | null;
  /** 'decides', 'too late' (an earlier rule decided), or 'depends' on something that is not known. */
  readonly role: 'decides' | 'too late' | 'depends';
}

/**
 * Which rule decides about a URL and why, and which others match it (`tidemark rules test`). Tries all rules, one by one.
 * Throws UrlError for what is not a URL.
 */
export function explainUrl(
  ruleSet: RuleSet,
  url: string,
  known: Omit<RuleSubject, 'url'> = {},
): UrlExplained {
  const subject = { ...known, url: normalizeUrl(url) };
  const matching: MatchingRule[] = [];
  let decided = false;
  for (const rule of ruleSet.rules) {
    const matches = matchOf(rule, subject);
    if (matches === false) continue;
    const role: MatchingRule['role'] = decided ? 'too late' : matches === 'later' ? 'depends' : 'decides';
    decided ||= role === 'decides';
    matching.push(matchingRule(rule, subject, role));
  }
  return { url: subject.url, decision: ruleSet.decide(subject), matching };
}

function matchingRule(
  { number, name, verdict, reason, comment, pattern }: CompiledRule,
  { url }: RuleSubject,
  role: MatchingRule['role'],
): MatchingRule {
  return { number, name, verdict, reason, comment, matchedPart: pattern?.matchedPart(url) ?? null, role };
}
