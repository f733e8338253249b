import { expect, test } from 'vitest';
import { crawlerToken, productToken } from './product-token.ts';

test.each([
  ['FooBot', 'foobot'],
  [' FooBot/2.1 ', 'foobot'],
  ['Foo Bar', 'foo'],
  ['foo-bot_2', 'foo-bot_2'],
  ['UnicödeBöt', 'unicödeböt'],
  ['*', '*'],
  ['* everyone', '*'],
  ['*bot', ''],
  ['', ''],
])('"%s" names %s', (text, token) => {
  expect(productToken(text)).toBe(token);
});

test('a crawler that poses as a browser is known by its own name', () => {
  expect(crawlerToken('Mozilla/5.0 (compatible; ExampleBot/0.1; https://example.org/bot)')).toBe(
    'examplebot',
  );
  expect(crawlerToken('Tidemark/0.1 (+https://example.org/bot)')).toBe('tidemark');
  expect(crawlerToken('Mozilla/5.0 (X11; Linux)')).toBe('mozilla');
});
