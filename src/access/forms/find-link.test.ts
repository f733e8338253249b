import { expect, test } from 'vitest';
import { findLink, type LinkWish } from './find-link.ts';

const html = `<base href="/forum/"><nav><a href="board?id=1">News</a> <a href="board?id=2">Technology <b>board</b></a>
  <a class=next href="?page=2">Next &raquo;</a><a href="?page=2">Next page</a>
  <a href="mailto:a@b.test">Mail</a><a href=pic><img alt="Our picture"></a></nav>
  <div id=only><p><a href=/deep>Deep</a></p></div>`;
const find = (wish: LinkWish, source = html) => findLink(source, 'https://a.test/x', wish);
const failure = (wish: LinkWish, source = html): string => {
  try {
    return `found ${find(wish, source)}`;
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code}: ${message}`;
  }
};

test('by text: all of it, part of it, the text of a picture', () => {
  expect(find({ text: 'news' })).toBe('https://a.test/forum/board?id=1');
  expect(find({ text: ' technology  BOARD' })).toBe('https://a.test/forum/board?id=2');
  expect(find({ text: 'Technology' })).toBe('https://a.test/forum/board?id=2');
  expect(find({ text: 'our picture' })).toBe('https://a.test/forum/pic');
});

test('by the label of a link that shows only a picture', () => {
  expect(find({ text: 'basket' }, '<a href=/b aria-label=Basket><img alt=x></a>')).toBe('https://a.test/b');
  expect(find({ text: 'map' }, '<map><area href=/m alt=Map></map>')).toBe('https://a.test/m');
});

test('by selector: also a link of the head, but nothing in a template', () => {
  const source =
    '<link rel=next href=/2><template><a class=x href=/t>t</a></template><a class=x href=/u>u</a>';
  expect(find({ selector: 'link[rel=next]' }, source)).toBe('https://a.test/2');
  expect(find({ selector: 'a.x' }, source)).toBe('https://a.test/u');
});

test('two links to the same URL count as one', () => {
  expect(find({ text: 'Next' })).toBe('https://a.test/forum/?page=2');
});

test('by selector: the link, something in it, something around it', () => {
  expect(find({ selector: 'a.next' })).toBe('https://a.test/forum/?page=2');
  expect(find({ selector: 'nav b' })).toBe('https://a.test/forum/board?id=2');
  expect(find({ selector: '#only' })).toBe('https://a.test/deep');
  expect(find({ selector: 'nav', text: 'News' })).toBe('https://a.test/forum/board?id=1');
});

test('no match and several matches are errors that show the links of the page', () => {
  expect(failure({ text: 'Nwes' })).toBe(
    'ACCESS_LINK_NOT_FOUND: no link of https://a.test/x is called "Nwes". Similar: "News"',
  );
  expect(failure({ selector: 'nav' })).toMatch(/^ACCESS_LINK_AMBIGUOUS: several links of .*"News" \(https/);
  expect(failure({ text: 'Mail' })).toMatch(/^ACCESS_LINK_NOT_FOUND/);
  expect(failure({ text: 'x' }, '<p>')).toMatch(/the page has no links$/);
  expect(failure({ selector: 'a[' })).toMatch(/^ACCESS_SELECTOR_INVALID: "a\[" is not a CSS selector/);
});

test('a selector that takes too long on a page is an error, not a wait', () => {
  const nested = `${'<div>'.repeat(500)}<p><a href=/x>x</a>`;
  expect(failure({ selector: '.nope div div div div div p' }, nested)).toMatch(
    /^ACCESS_SELECTOR_COSTLY: ".nope div div div div div p" takes too long on https:\/\/a\.test/,
  );
});
