import { byteSize } from './byte-size.ts';
import { limitsCondition } from './limits-condition.ts';
import { queryCondition } from './query-condition.ts';
import type { RuleConditions } from './rule-definition.ts';
import type { AnswerFacts, Condition, RuleSubject } from './rule-subject.ts';
import { timeSpan } from './time-span.ts';
import { typeCondition } from './type-condition.ts';

const wholeNumber = (value: number): number | null =>
  Number.isSafeInteger(value) && value >= 0 ? value : null;

const ofAnswer =
  (fact: (answer: AnswerFacts) => number | null) =>
  ({ answer }: RuleSubject): number | null | 'later' =>
    answer === undefined || answer === null ? 'later' : fact(answer);

/** Everything a rule asks for but the pattern, what is cheap first. Throws RangeError with words for what is wrong. */
export function compileConditions({ depth, type, size, age, query }: RuleConditions): readonly Condition[] {
  const conditions: Condition[] = [];
  if (depth !== undefined) {
    conditions.push(
      limitsCondition('depth', depth, wholeNumber, 'a whole number', (subject) => subject.depth ?? 'later'),
    );
  }
  if (type !== undefined) conditions.push(typeCondition(listOf(type)));
  if (size !== undefined) {
    const bytes = ofAnswer((answer) => answer.bytes);
    conditions.push(limitsCondition('size', size, byteSize, 'bytes, or a size such as 5 MB', bytes));
  }
  if (age !== undefined) {
    const ms = ofAnswer(({ ageInSeconds }) => (ageInSeconds === null ? null : ageInSeconds * 1000));
    conditions.push(limitsCondition('age', age, timeSpan, 'a time such as 30 days', ms));
  }
  if (query !== undefined) conditions.push(queryCondition(listOf(query.with), listOf(query.without)));
  return conditions;
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}
