import { expect, test } from 'vitest';
import { isAboutToday } from './today.ts';

const monday = Date.UTC(2026, 10, 16, 10, 30);

test.each([
  ['Monday: 8:30 to 16:00', true],
  ['Montag geschlossen', true],
  ['16', true],
  ['Thursday: 8:30 to 16:00', false],
  ['19', false],
  ['16 people', false],
])('a line about today: %s', (text, expected) => {
  expect(isAboutToday(text, monday)).toBe(expected);
  expect(isAboutToday(text, null)).toBe(false);
});
