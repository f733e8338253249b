import type { Candidate, ScopeRule } from '../scope/candidate.ts';
import type { ScopeDecision } from '../scope/rule.ts';
import type { RuleCounts } from './rule-counts.ts';
import type { RuleDecision, RuleSet } from './rule-set.ts';
import type { RuleSubject } from './rule-subject.ts';

/** A user's rules during a run, and what they decided so far. */
export interface UserRules {
  readonly ruleSet: RuleSet;
  readonly counts: RuleCounts;
}

/** The rules as one rule of the scope. */
export interface UserScopeRules {
  /** Rejects what they deny. What they allow is left to the other rules: limits and traps hold for it as well. */
  readonly denied: ScopeRule;
  /** An allow rule that names another host by name opens it, although the crawl began elsewhere (section 5.6, the last rule). */
  unlessNamed(rule: ScopeRule): ScopeRule;
  /** Counts what the rules said, when it was they who decided, or when nothing else spoke against it. */
  note(candidate: Candidate, decision: ScopeDecision): void;
}

export const USER_RULES = 'user rules';

export function userScopeRules({ ruleSet, counts }: UserRules): UserScopeRules {
  // Asked up to three times for the same candidate, and answered once.
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
        // A sitemap is the way to pages, not one of them: only a rule that names it keeps it out.
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

/** Judges what was fetched, when a rule asks for its type, size or age; counts what was not counted when it was found. */
export function judgeAnswer({ ruleSet, counts }: UserRules, subject: Required<RuleSubject>): ScopeDecision {
  const decision = ruleSet.decide(subject);
  if (decision.settled === 'by its answer') counts.note(subject.url, decision);
  return { verdict: decision.verdict, rule: USER_RULES, reason: decision.reason };
}
