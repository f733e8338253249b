import { normalizeUrl } from '../../url/index.ts';
import type { RuleSubject } from './conditions.ts';
import { type CompiledRule, matchOf, type RuleDecision, type RuleSet } from './rule-set.ts';

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
