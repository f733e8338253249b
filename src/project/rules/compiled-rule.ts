import type { Condition, RuleSubject } from './rule-subject.ts';
import type { UrlPattern } from './url-pattern.ts';

/** A rule that can be asked. */
export interface CompiledRule {
  /** Its place in the user's list, from 1. */
  readonly number: number;
  readonly name: string | null;
  readonly comment: string | null;
  readonly verdict: 'accept' | 'reject';
  /** Null when it asks for other things only. */
  readonly pattern: UrlPattern | null;
  readonly conditions: readonly Condition[];
  /** "rule 3 (no PDFs) denies it: URL matches \.pdf$". */
  readonly reason: string;
  /** What is odd about it although it is valid; null when nothing is. */
  readonly doubt: string | null;
}

/** Whether a rule matches; 'later' when that depends on something which is not known yet. */
export function ruleMatches({ pattern, conditions }: CompiledRule, subject: RuleSubject): boolean | 'later' {
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
