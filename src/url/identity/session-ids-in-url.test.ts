import { expect, test } from 'vitest';
import { learnIdentityRules } from './learn/learn-identity-rules.ts';
import { sessionParts, withSessionIds } from './session-ids-in-url.ts';

test('a well-known session id is exchanged', () => {
  const old = 'https://example.org/shop;jsessionid=0A1B2C3D4E5F?item=7';
  const values = new Map(
    sessionParts('https://example.org/home;jsessionid=FFFFEEEEDDDD', []).map((part) => [
      part.place,
      part.value,
    ]),
  );
  expect(withSessionIds(old, [], values)).toBe('https://example.org/shop;jsessionid=FFFFEEEEDDDD?item=7');
});

test('the id that a rule matches is exchanged, and nothing else', () => {
  const links = (id: string) =>
    Array.from({ length: 9 }, (_, n) => `https://example.org/${id}/article/${n}?page=${n}`);
  const rules = learnIdentityRules(links('k3j9x8q2w7'), links('p0o4i8u1y5'));
  expect(rules).toHaveLength(1);
  const values = new Map(
    sessionParts('https://example.org/zzz9yyy8xx/home', rules).map((part) => [part.place, part.value]),
  );
  expect(withSessionIds('https://example.org/k3j9x8q2w7/article/4?page=4', rules, values)).toBe(
    'https://example.org/zzz9yyy8xx/article/4?page=4',
  );
});

test('an id inside the value of another is exchanged with it', () => {
  const url = 'https://example.org/p?PHPSESSID=/q?jsessionid=1';
  const values = new Map(sessionParts(url, []).map(({ place }) => [place, 'new']));
  expect(values.size).toBe(2);
  expect(withSessionIds(url, [], values)).toBe('https://example.org/p?PHPSESSID=new');
});

test('what is new in every response or on every link is not the id of a visitor', () => {
  const links = (id: string) => Array.from({ length: 9 }, (_, n) => `https://example.org/${n}?u=${id}`);
  const rules = learnIdentityRules(links('k3j9x8q2w7'), links('p0o4i8u1y5'));
  const url = 'https://example.org/home?u=zzz9yyy8xx';
  expect(sessionParts(url, rules)).toHaveLength(1);
  expect(
    sessionParts(
      url,
      rules.map((rule) => ({ ...rule, kind: 'response token' })),
    ),
  ).toEqual([]);
});

test('what selects content is not the id of a visitor, whatever its name', () => {
  const links = ['9682993c', '60303ae2', '068bd453'].map((id) => `https://example.org/doc?PHPSESSID=${id}`);
  expect(sessionParts(links[0] ?? '', [])).toHaveLength(1);
  expect(sessionParts(links[0] ?? '', learnIdentityRules(links, links))).toEqual([]);
});

test('a URL without an id stays as it is', () => {
  expect(sessionParts('https://example.org/a?sid=42', [])).toEqual([]);
  expect(withSessionIds('https://example.org/a?sid=42', [], new Map([['x', 'y']]))).toBe(
    'https://example.org/a?sid=42',
  );
});
