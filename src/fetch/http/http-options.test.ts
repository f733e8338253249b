import { expect, test } from 'vitest';
import { honestUserAgent } from './http-request.ts';

test.each([
  ['https://example.com/bot', 'Tidemark/1.2.3 (+https://example.com/bot)'],
  ['me@example.com', 'Tidemark/1.2.3 (+me@example.com)'],
  ['', 'Tidemark/1.2.3'],
  ['a\r\nX-Evil: 1 (b)', 'Tidemark/1.2.3 (+aX-Evil: 1 b)'],
])('contact "%s" is named', (contact, userAgent) => {
  expect(honestUserAgent('1.2.3', contact)).toBe(userAgent);
});
