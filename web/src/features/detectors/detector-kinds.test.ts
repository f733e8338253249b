import { expect, test } from 'vitest';
import { definitionWords, writtenDetector } from './detector-kinds.ts';

test('what is typed becomes a detector as project files write it, and is shown in one line', () => {
  expect(writtenDetector('stems', ' virus,  flu ', '')).toEqual({ stems: ['virus', 'flu'] });
  expect(writtenDetector('when', ' price < 30', 'cheap')).toEqual({ name: 'cheap', when: 'price < 30' });
  expect(writtenDetector('change', 'ignored', '')).toEqual({ change: 'any' });
  expect(definitionWords({ name: 'x', close: { stems: ['virus', 'flu'], within: 5 }, in: 'added' })).toBe(
    'close: stems virus, flu, within 5; in: added',
  );
});
