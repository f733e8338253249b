import { expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import { PagePlaces } from './page-places.ts';

/** The place of each text. */
function placesIn(html: string): Readonly<Record<string, string>> {
  const segments = segmentHtml(Buffer.from(html)).leaves;
  const places = new PagePlaces([segments], []);
  return Object.fromEntries(segments.map((segment) => [segment.text, places.placeOf(segment)]));
}

test('the items of a list share a place, and two lists have two', () => {
  expect(placesIn('<ul><li>a<li>b</ul><ul><li>c<li>d</ul>')).toEqual({
    a: 'ul/li[*]',
    b: 'ul/li[*]',
    c: 'ul[2]/li[*]',
    d: 'ul[2]/li[*]',
  });
});

test('the parts of an item are columns of the list', () => {
  expect(placesIn('<ul><li><p>a</p><p>1</p><li><p>b</p><p>2</p></ul>')).toEqual({
    a: 'ul/li[*]/p',
    '1': 'ul/li[*]/p[2]',
    b: 'ul/li[*]/p',
    '2': 'ul/li[*]/p[2]',
  });
});

test('boxes that are built differently are no list', () => {
  const boxes = '<div><p>a</p></div><div><ul><li>b<li>c</ul></div><div><p>d</p></div>';
  expect(placesIn(boxes)).toMatchObject({ a: 'div/p', d: 'div[3]/p' });
});

test('lists that follow each other are distinguished by the headings between them', () => {
  expect(placesIn('<h2>One</h2><p>a</p><p>b</p><h2>Two</h2><p>c</p>')).toMatchObject({
    a: 'p[*] under "One"',
    c: 'p[*] under "Two"',
  });
});
