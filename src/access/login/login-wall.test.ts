import { expect, test } from 'vitest';
import { looksLikeLoginUrl, looksLikeLoginWall } from './login-wall.ts';

const article = 'https://a.test/articles/1';

test.each([
  ['https://a.test/login?next=/articles/1', true],
  ['https://a.test/users/sign_in', true],
  ['https://a.test/wp-login.php', true],
  ['https://a.test/index.php?do=login', true],
  ['https://a.test/de/anmelden', true],
  ['https://a.test/iniciar-sesion', true],
  ['https://a.test/articles/logins-are-hard', false],
  ['https://a.test/articles/1?from=https://a.test/login', false],
  ['https://a.test/login-problems-of-banks', false],
])('%s is a log-in page: %s', (url, expected) => expect(looksLikeLoginUrl(url)).toBe(expected));

test('a redirect to the log-in page is a wall', () => {
  expect(looksLikeLoginWall('<p>', 'https://a.test/login', article)).toEqual({
    kind: 'address',
    reason: `${article} redirects to https://a.test/login, which looks like the address of a log-in page`,
  });
  expect(looksLikeLoginWall('<p>', 'https://a.test/login')).toBeNull();
});

test('so is a page that answers 200 and asks for a password', () => {
  const html = '<form id=enter><input name=u><input type="Password" name=p></form>';
  expect(looksLikeLoginWall(html, article)).toEqual({
    kind: 'password field',
    reason: `the form "enter" of ${article} asks for a password`,
  });
});

test.each([
  '<form><input type=password name=new><input type=password name=again></form>',
  '<pre>&lt;form>&lt;input type=password>&lt;/form></pre>',
  '<!-- <form><input type=password></form> -->',
  '<form><input type=password disabled></form>',
  '<form><input name=q></form>',
])('%s is not a wall', (html) => expect(looksLikeLoginWall(html, article)).toBeNull());
