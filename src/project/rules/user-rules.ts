import type { Candidate, ScopeDecision, ScopeRule } from '../scope/candidate.ts';
import type { RuleSubject } from './conditions.ts';
import type { RuleCounts } from './rule-counts.ts';
import type { RuleDecision, RuleSet } from './rule-set.ts';

/** A user's rules during a run, and what they have decided so far. */
export interface UserRules {
  readonly ruleSet: RuleSet;
  readonly counts: RuleCounts;
}

/** A user's rules as rules of the scope. */
interface UserScopeRules {
  /** Rejects what they deny. The other rules decide about what they allow: limits and traps apply to it, too. */
  readonly denied: ScopeRule;
  /** Lets in a host that an allow rule names, although the crawl began on another one (the last rule in section 5.6 of the Smart Crawler paper). */
  unlessNamed(rule: ScopeRule): ScopeRule;
  /** Counts what the rules said, unless another rule of the scope rejected the candidate. */
  note(candidate: Candidate, decision: ScopeDecision): void;
}

export const USER_RULES = 'user rules';

export function userScopeRules({ ruleSet, counts }: UserRules): UserScopeRules {
  // Needed up to three times for the same candidate, computed once.
  let last: { readonly candidate: Candidate; readonly decision: RuleDecision } | null = null;
  const decisionOn = (candidate: Candidate): RuleDecision => {
    if (last?.candidate !== candidate) last = { candidate, decision: ruleSet.decide(candidate) };
    return last.decision;
  };
  return {
    denied: {
      name: USER_RULES,
      decide: (candidate) => {
        const { verdict, rule } = decisionOn(candidate);
        // A sitemap leads to pages and is not one of them: only a rule that matches it keeps it out.
        if (candidate.kind === 'listed' && rule === 'default') return 'none';
        return verdict === 'reject' ? 'reject' : 'none';
      },
      reason: (candidate) => decisionOn(candidate).reason,
    },
    unlessNamed: (rule) => ({
      name: rule.name,
      decide: (candidate) => {
        const verdict = rule.decide(candidate);
        if (verdict !== 'reject') return verdict;
        return ruleSet.opensHost(decisionOn(candidate), candidate.host) ? 'none' : verdict;
      },
      reason: (candidate) => rule.reason(candidate),
    }),
    note: (candidate, { verdict, rule }) => {
      if (
        candidate.kind === 'seed' ||
        (candidate.kind === 'listed' && decisionOn(candidate).rule === 'default')
      )
        return;
      if (verdict === 'accept' || rule === USER_RULES) counts.note(candidate.url, decisionOn(candidate));
    },
  };
}

/** Judges what was fetched by its type, size or age, and counts it unless it was counted when the link was found. */
export function judgeAnswer({ ruleSet, counts }: UserRules, subject: Required<RuleSubject>): ScopeDecision {
  const decision = ruleSet.decide(subject);
  if (decision.settled === 'by its answer') counts.note(subject.url, decision);
  return { verdict: decision.verdict, rule: USER_RULES, reason: decision.reason };
}
