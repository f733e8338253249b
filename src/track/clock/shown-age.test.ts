import { expect, test } from 'vitest';
import { shownAge } from './same-times.ts';

const at = Date.UTC(2026, 10, 16, 12);

test('says when it was, and what the words around it are', () => {
  const age = shownAge({ text: 'Updated 42 min. ago', at });
  expect(age?.words).toBe(shownAge({ text: 'Updated 3 hours ago', at })?.words);
  expect(age?.words).not.toBe(shownAge({ text: 'Written 42 min. ago', at })?.words);
  const was = at / 1000 - 42 * 60;
  expect(age?.moment.from).toBeLessThan(was);
  expect(age?.moment.to).toBeGreaterThan(was);
});

test.each([
  ['nothing is said about time', 'Ten a pound', at],
  ['there are two ages', '3 days ago, seen 5 minutes ago', at],
  ['it is a date', 'Updated on 16 November 2026', at],
  ['the answer has no Date', 'Updated 42 min. ago', null],
])('is not there when %s', (_, text, date) => {
  expect(shownAge({ text, at: date })).toBeNull();
});
