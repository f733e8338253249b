type Verdict = 'accept' | 'reject' | 'none';

/** One reason for or against something. In a list, the first rule that does not answer 'none' decides. */
export interface Rule<Subject> {
  /** Shown in reports when this rule decides. */
  readonly name: string;
  decide(subject: Subject): Verdict;
  /** Explains the verdict in words. Called right after `decide`, and only when that was not 'none'. */
  reason(subject: Subject): string;
}

/** What was decided, by which rule, and why (X6). `rule` is null when no rule objected. */
export interface ScopeDecision {
  readonly verdict: 'accept' | 'reject';
  readonly rule: string | null;
  readonly reason: string;
}

export const noObjection: ScopeDecision = {
  verdict: 'accept',
  rule: null,
  reason: 'no rule rejects it',
};

/** Asks the rules in order. What none of them decides is accepted. */
export function firstDecision<Subject>(rules: readonly Rule<Subject>[], subject: Subject): ScopeDecision {
  for (const rule of rules) {
    const verdict = rule.decide(subject);
    if (verdict !== 'none') return { verdict, rule: rule.name, reason: rule.reason(subject) };
  }
  return noObjection;
}
