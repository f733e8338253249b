import { expect, test } from 'vitest';
import { firstDecision, type Rule } from './candidate.ts';

const says = (name: string, verdict: 'accept' | 'reject' | 'none'): Rule<string> => ({
  name,
  decide: () => verdict,
  reason: (subject) => `${name} about ${subject}`,
});

test('the first rule that is not none decides and leaves its reason', () => {
  const rules = [says('silent', 'none'), says('against', 'reject'), says('for', 'accept')];
  expect(firstDecision(rules, 'x')).toEqual({
    verdict: 'reject',
    rule: 'against',
    reason: 'against about x',
  });
});

test('what no rule decides is accepted', () => {
  expect(firstDecision([says('silent', 'none')], 'x')).toMatchObject({ verdict: 'accept', rule: null });
});
