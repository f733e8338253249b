import { describe, expect, test } from 'vitest';
import { type Segment, segmentHtml } from '../../document/index.ts';
import { compareSegments } from '../compare/compare-segments.ts';
import {
  elementName,
  isAtKindOfPlace,
  isAtPlace,
  isBelow,
  isInList,
  kindOfList,
  pathOfList,
  placeOf,
  sharedList,
  starStep,
  surroundingsOf,
  surroundingsOfPlace,
} from './rule-place.ts';

const leaves = (html: string) => segmentHtml(Buffer.from(html)).leaves;
const changesOf = (before: string, after: string) => compareSegments(leaves(before), leaves(after));
const textsAround = ({ before, after }: ReturnType<typeof surroundingsOf>[number]) => [
  before?.text ?? null,
  after?.text ?? null,
];

test('around a change are the nearest segments that stayed the same', () => {
  const changes = changesOf('<h1>a</h1><p>b<p>c<h2>d</h2>', '<h1>a</h1><p>x y<p>z w<h2>d</h2>');
  const around = surroundingsOf(changes).map(textsAround);
  const changed = changes.flatMap(({ flag }, index) => (flag === 'same' ? [] : [around[index]]));
  expect(changed.length).toBeGreaterThan(1);
  for (const one of changed) expect(one).toEqual(['a', 'd']);
});

test('around a list is what stands before its first item and after its last', () => {
  const list = (items: string) => `<h1>a</h1><ul>${items}</ul><p>end`;
  const changes = changesOf(list('<li>b<li>c<li>d'), list('<li>x<li>c<li>y'));
  const around = surroundingsOfPlace(changes, ({ kind }) => kind === 'item');
  expect(textsAround(around)).toEqual(['a', 'end']);
});

describe('a place', () => {
  const last = (html: string) => leaves(html).at(-1) ?? null;
  const heading = (text: string, isElsewhere = false) =>
    last(isElsewhere ? `<section><h1>${text}</h1></section>` : `<h1>${text}</h1>`);
  const second = (text: string) => last(`<h1>x</h1><h1>${text}</h1>`);
  const end = (text: string, isElsewhere = false) =>
    last(isElsewhere ? `<section><h2>${text}</h2></section>` : `<h2>${text}</h2>`);
  const place = placeOf('div[2]/p', { before: heading('Boats'), after: end('End') });
  const isThere = (path: string, before: Segment | null, after: Segment | null) =>
    isAtPlace(place, [path], { before, after });

  test('is known by its path and one neighbour', () => {
    expect(isThere('div[2]/p', heading('Boats', true), end('Other', true))).toBe(true);
    expect(isThere('div[2]/p', heading('Other', true), end('End', true))).toBe(true);
    expect(isThere('div[2]/p', heading('Other', true), end('Other', true))).toBe(false);
  });

  test('or by its path and the paths of both neighbours: another page of the template', () => {
    expect(isThere('div[2]/p', heading('Other'), end('Else'))).toBe(true);
    expect(isThere('div[2]/p', heading('Other'), end('Else', true))).toBe(false);
  });

  test('or, if counts have shifted, by the text above it', () => {
    expect(isThere('div[3]/p', second('Boats'), end('Else', true))).toBe(true);
    expect(isThere('div[3]/p', heading('Other'), end('End'))).toBe(false);
    expect(isThere('div[3]/ul/li', heading('Boats'), end('End'))).toBe(false);
  });

  test('is below a text only in the same kind of element', () => {
    const above = [heading('Boats'), second('Boats'), heading('Boats', true), heading('Hills'), null];
    expect(above.map((one) => isBelow(place, one))).toEqual([true, true, false, false, false]);
  });

  test('is of a kind with others between elements of the same kinds', () => {
    const isOfKind = (path: string, before: Segment | null, after: Segment | null) =>
      isAtKindOfPlace(place, [path], { before, after });
    expect(isOfKind('div[2]/p', second('Other'), end('Else'))).toBe(true);
    expect(isOfKind('div[2]/p', heading('Boats', true), end('End'))).toBe(false);
    expect(isOfKind('div[3]/p', heading('Boats'), end('End'))).toBe(false);
    expect(isOfKind('div[2]/p', heading('Boats'), null)).toBe(false);
  });
});

describe('a list', () => {
  test.each([
    ['ul/li', 'ul/li[3]', 'ul/li[*]'],
    ['div[2]/p/a', 'div[4]/p/a', 'div[*]/p/a'],
    ['ul/li', 'ol/li', null],
    ['ul/li/p', 'ul/li[2]/div', null],
    ['ul/li', 'ul/li', null],
  ])('of %s and %s is %s', (one, other, list) => {
    expect(sharedList(one, other)).toBe(list);
  });

  test('contains the paths that differ from it in its step only', () => {
    expect(
      ['ul/li', 'ul/li[9]', 'ul[2]/li', 'ul/li/p', 'ul/p'].map((path) => isInList(path, 'ul/li[*]')),
    ).toEqual([true, true, false, false, false]);
    expect(isInList('ul/li[2]', 'ul/li[*] under "Boats"')).toBe(true);
  });

  test('has a path, and a kind without counts; columns of a table stay apart', () => {
    expect(pathOfList('ul/li[*] under "Boats"')).toBe('ul/li[*]');
    expect(kindOfList('div[2]/ul[3]/li[*] under "Boats"')).toBe('div/ul/li');
    expect(kindOfList('table/tr[5]/td[2]#2')).toBe('table/tr/td[2]');
  });

  test('is written with a star', () => {
    expect([starStep('li'), starStep('li[3]'), elementName('div[2]#3'), elementName(undefined)]).toEqual([
      'li[*]',
      'li[*]',
      'div',
      '',
    ]);
  });
});
