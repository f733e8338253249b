import { expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import { alignElements } from './aligned-paths.ts';
import { type ElementNode, elementTree } from './element-tree.ts';

const boxes = (html: string): readonly ElementNode[] =>
  elementTree(segmentHtml(Buffer.from(html)).leaves)?.page.children ?? [];
const aligned = (first: string, second: string) =>
  alignElements(boxes(first), boxes(second))?.map(([one, other]) => [one.step, other.step]);

test('elements that share most texts are the same, whatever their number', () => {
  expect(aligned('<div><p>a<p>b</div><div><p>c</div>', '<div><p>x</div><div><p>a<p>b</div>')).toEqual([
    ['div', 'div[2]'],
  ]);
});

test('elements with the same heading are the same, however their content changes', () => {
  const box = (heading: string, text: string) => `<div><h2>${heading}</h2><p>${text}</div>`;
  expect(
    aligned(box('Boats', 'one') + box('Hills', 'two'), box('Hills', 'three') + box('Tides', 'two')),
  ).toEqual([['div[2]', 'div']]);
});

test('elements with different headings and nothing in common are two', () => {
  expect(aligned('<div><h2>Boats</h2><p>a</div>', '<div><h2>Hills</h2><p>b</div>')).toEqual([]);
});

test('elements of different names are never the same', () => {
  expect(aligned('<div>a</div>', '<section>a</section>')).toEqual([]);
});

test('without anything in common, those that are built alike are the same', () => {
  const first = '<div><ul><li>a<li>b</ul></div><div><p>c<p>d</div>';
  expect(aligned(first, '<div><p>e<p>f</div>')).toEqual([['div[2]', 'div']]);
});

test('the order of the page is kept', () => {
  const pairs = aligned('<div><p>a<p>b</div><div><p>c</div>', '<div><p>c</div><div><p>a<p>b</div>');
  expect(pairs).toEqual([['div', 'div[2]']]);
});

test('long lists are not compared', () => {
  const list = '<div>x</div>'.repeat(201);
  expect(alignElements(boxes(list), boxes(list))).toBeNull();
  expect(alignElements(boxes(list.slice(12)), boxes(list.slice(12)))).toHaveLength(200);
});
