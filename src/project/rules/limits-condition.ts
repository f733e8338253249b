import type { Limits } from './rule-definition.ts';
import type { Condition, RuleSubject } from './rule-subject.ts';

/** "depth", "size", "age" between two values, both of which belong to it. Throws RangeError with words when they make no sense. */
export function limitsCondition<Value extends number | string>(
  name: string,
  limits: Limits<Value>,
  read: (value: Value) => number | null,
  example: string,
  measured: (subject: RuleSubject) => number | null | 'later',
): Condition {
  const { min, max } = limits;
  if (min === undefined && max === undefined) throw new RangeError(`${name} needs min or max`);
  const value = (text: Value): number => {
    const number = read(text);
    if (number === null) throw new RangeError(`${name} cannot be "${text}": write ${example}`);
    return number;
  };
  const low = min === undefined ? Number.NEGATIVE_INFINITY : value(min);
  const high = max === undefined ? Number.POSITIVE_INFINITY : value(max);
  if (low > high) throw new RangeError(`${name} cannot be at least ${min} and at most ${max}`);
  return {
    words: `${name} ${wordsOf(min, max)}`,
    asksFor: name,
    holds: (subject) => {
      const number = measured(subject);
      if (number === 'later') return null;
      return number !== null && number >= low && number <= high;
    },
  };
}

function wordsOf(min: number | string | undefined, max: number | string | undefined): string {
  if (min === undefined) return `at most ${max}`;
  return max === undefined ? `at least ${min}` : `from ${min} to ${max}`;
}
