import { expect, test } from 'vitest';
import { escaped } from './exported-file.ts';

test('text is safe in elements and in attributes of either quote', () => {
  expect(escaped(`<b a="1" b='2'>&amp;\u001b`)).toBe(
    '&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;amp;\u{fffd}',
  );
});
