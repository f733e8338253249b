export type Verdict = 'accept' | 'reject' | 'none';

/** One reason for or against something. The first rule of a list that is not 'none' decides. */
export interface Rule<Subject> {
  /** Shown in reports when this rule decides. */
  readonly name: string;
  decide(subject: Subject): Verdict;
  /** Why it decided so, in words. Called only for a subject on which `decide` was not 'none', and right after it. */
  reason(subject: Subject): string;
}

/** What was decided, by which rule, and why (X6). `rule` is null when no rule had anything to say. */
export interface ScopeDecision {
  readonly verdict: 'accept' | 'reject';
  readonly rule: string | null;
  readonly reason: string;
}

const nothingAgainst: ScopeDecision = { verdict: 'accept', rule: null, reason: 'no rule speaks against it' };

/** Asks the rules in order. What none of them decides is accepted. */
export function firstDecision<Subject>(rules: readonly Rule<Subject>[], subject: Subject): ScopeDecision {
  for (const rule of rules) {
    const verdict = rule.decide(subject);
    if (verdict !== 'none') return { verdict, rule: rule.name, reason: rule.reason(subject) };
  }
  return nothingAgainst;
}
