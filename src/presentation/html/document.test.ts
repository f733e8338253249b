import { expect, test } from 'vitest';
import { escaped, outsideLink } from './document.ts';

test('text is safe in elements and in attributes of either quote', () => {
  expect(escaped(`<b a="1" b='2'>&amp;\u001b`)).toBe(
    '&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;amp;\u{fffd}',
  );
});

test.each([
  ['https://example.org/', true],
  ['FTP://example.org/a', true],
  ['sftp://example.org/a', false],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)//https://', false],
  ['data:text/html,x', false],
])('%s is a link: %s', (url, isLink) => {
  expect(outsideLink(url).startsWith('<a href=')).toBe(isLink);
  expect(outsideLink(url)).toContain(`<bdi>${url}</bdi>`);
});
