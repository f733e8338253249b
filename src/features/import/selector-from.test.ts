import { expect, it } from 'vitest';
import { usableSelector, xpathAsCss } from './selector-from.ts';

it.each([
  ['//div', 'div'],
  ['/html/body/marquee', 'html > body > marquee'],
  ['//ul[@class="items"]/li[2]', 'ul[class="items"] > li:nth-of-type(2)'],
  [`//*[@id='news']//p`, '[id="news"] p'],
  ['//a[contains(@class,"title ref")]', 'a[class*="title ref"]'],
  ['//a[starts-with(@href, "/news")][@title]', 'a[href^="/news"][title]'],
  ['//item/title/text()|//h1', 'item > title, h1'],
])('the XPath %s is the selector %s', (path, css) => {
  expect(xpathAsCss(path)).toBe(css);
  expect(usableSelector(css)).toBe(css);
});

it.each([
  '(//div)[1]',
  '//div[text()="x"]',
  '//div/..',
  '//div[position()<3]',
  'count(//div)',
  '//item/media:keywords',
  '',
])('CSS cannot say %j', (path) => expect(xpathAsCss(path)).toBeNull());
