import { expect, test } from 'vitest';
import { browserOpener } from './show-demo.ts';

test('a page is opened as the system does it, and only where a user can see it', () => {
  expect(browserOpener('darwin', false)?.program).toBe('open');
  expect(browserOpener('win32', false)?.program).toBe('rundll32');
  expect(browserOpener('linux', true)?.program).toBe('xdg-open');
  expect(browserOpener('linux', false)).toBeNull();
});
