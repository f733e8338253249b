import { expect, test } from 'vitest';
import { type CheckedPage, PageCheck, type PageSign } from './page-check.ts';

const page: CheckedPage = {
  url: 'https://a.test/home?tab=1',
  contentType: 'text/html; charset=iso-8859-1',
  body: Buffer.from(
    '<title>Caf\xe9</title><p>Hello\n <b>Maria</b></p><a class="out" href=/x>x</a><script>Guest</script>',
    'latin1',
  ),
};
const failure = (...signs: readonly PageSign[]) => new PageCheck(signs).failure(page);

test.each<readonly [PageSign, string | null]>([
  [{ kind: 'text', value: 'hello  maria' }, null],
  [{ kind: 'text', value: 'Café' }, null],
  [{ kind: 'text', value: 'Guest' }, 'the page lacks the text "Guest"'],
  [{ kind: 'text', value: 'Guest', negated: true }, null],
  [{ kind: 'text', value: 'Maria', negated: true }, 'the page has the text "Maria"'],
  [{ kind: 'selector', value: 'a.out' }, null],
  [
    { kind: 'selector', value: 'input[type=password]' },
    'the selector "input[type=password]" matches nothing',
  ],
  [{ kind: 'selector', value: 'a.out', negated: true }, 'the selector "a.out" matches'],
  [{ kind: 'url', value: '/home' }, null],
  [{ kind: 'url', value: '/login', negated: true }, null],
  [{ kind: 'url', value: '^https://b' }, 'the URL does not match "^https://b"'],
  [{ kind: 'url', value: 'tab=\\d', negated: true }, 'the URL matches "tab=\\d"'],
])('%o: %s', (sign, expected) => expect(failure(sign)).toBe(expected));

test('all signs must hold, and a hostile pattern costs no time', () => {
  expect(failure({ kind: 'text', value: 'Maria' }, { kind: 'text', value: 'Peter' })).toBe(
    'the page lacks the text "Peter"',
  );
  const check = new PageCheck([{ kind: 'url', value: '(a+)+$' }]);
  expect(check.failure({ ...page, url: `https://a.test/${'a'.repeat(5000)}!` })).not.toBeNull();
});

test('pictures say nothing', () => {
  const check = new PageCheck([]);
  expect(check.appliesTo(page)).toBe(true);
  expect(check.appliesTo({ ...page, contentType: 'image/png' })).toBe(false);
});
