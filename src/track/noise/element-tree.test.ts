import { expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import { elementTree, isHeading } from './element-tree.ts';

const leaves = (html: string) => segmentHtml(Buffer.from(html)).leaves;
const pageOf = (html: string) => elementTree(leaves(html))?.page;

test('elements are in the order of the page, each with all segments in it', () => {
  const page = pageOf('<div><p>one<p>two</div><div><ul><li>three</ul></div>');
  expect(page?.children.map(({ step, name }) => [step, name])).toEqual([
    ['div', 'div'],
    ['div[2]', 'div'],
  ]);
  expect(page?.children.map(({ segments }) => segments.map(({ text }) => text))).toEqual([
    ['one', 'two'],
    ['three'],
  ]);
});

test('a text counts as often as it is there', () => {
  const [box] = pageOf('<div><p>one<p>one<p>two</div>')?.children ?? [];
  expect([...(box?.texts.values() ?? [])].toSorted()).toEqual([1, 2]);
});

test('elements that are built alike have the same form, whatever they say and however often', () => {
  const html = '<div><h2>a</h2><p>b</div><div><h2>c</h2><p>d<p>e</div><div><p>f</div>';
  const [one, two, three] = pageOf(html)?.children ?? [];
  expect(one?.form).toBe(two?.form);
  expect(one?.form).not.toBe(three?.form);
});

test('an element has a heading if it begins with one and more follows', () => {
  const html = '<div><h2>Boats</h2><p>a</div><div><p>a<h2>Hills</h2></div><div><h2>Alone</h2></div>';
  expect(pageOf(html)?.children.map(({ heading }) => heading?.text ?? null)).toEqual(['Boats', null, null]);
});

test('texts of one element differ by their number', () => {
  const segments = leaves('<div>one<p>two</p>three</div>');
  const tree = elementTree(segments);
  const places = segments.map((segment) => tree?.placeOf.get(segment));
  expect(places.map((place) => `${place?.element.step}${place?.run}`)).toEqual(['div', 'p', 'div#2']);
});

test('entries of a feed have no elements', () => {
  const [segment] = leaves('<p>one');
  const entry = { ...segment, path: 'entry https://example.org/1' } as typeof segment & object;
  expect(elementTree([entry])).toBeNull();
});

test('captions and legends are headings', () => {
  const captioned = leaves('<table><caption>Tides</caption><tr><td>1</table>');
  expect(captioned.map(isHeading)).toEqual([true, false]);
});
