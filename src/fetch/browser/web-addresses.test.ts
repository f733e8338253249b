import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isWebAddress, mayBeShown } from './web-addresses.ts';

test.each([
  ['https://example.org/', true, true],
  ['HTTP://example.org/', true, true],
  ['about:blank', false, true],
  ['about:srcdoc', false, true],
  ['data:text/html,x', false, true],
  ['blob:https://example.org/1', false, true],
  ['file:///etc/passwd', false, false],
  ['FILE:/etc/passwd', false, false],
  ['view-source:https://example.org/', false, false],
  ['chrome://version', false, false],
  ['about:version', false, false],
  ['ftp://example.org/', false, false],
  ['javascript:1', false, false],
  ['filesystem:https://example.org/x', false, false],
])('%s: on the web %s, may be shown %s', (address, isWeb, isShown) => {
  expect([isWebAddress(address), mayBeShown(address)]).toEqual([isWeb, isShown]);
});

test('pages are opened in one place, which looks at the address', () => {
  const files = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => readFileSync(file, 'utf8').includes('.goto('))).toEqual([
    'src/fetch/browser/web-addresses.ts',
  ]);
});
