import { expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import { compareSegments } from './compare-segments.ts';

const leaves = (html: string) => segmentHtml(Buffer.from(html)).leaves;
const compare = (before: string, after: string): readonly string[] =>
  compareSegments(leaves(before), leaves(after)).flatMap((change) => {
    const texts = [change.before?.text, change.after?.text].filter((text) => text !== undefined);
    return change.flag === 'same' ? [] : [`${change.flag} ${[...new Set(texts)].join(' > ')}`];
  });

type Item = readonly [name: string, ...values: readonly (string | number)[]];

/** Ways in which sites write rows, items and cards. */
const layouts: readonly (readonly [string, (items: readonly Item[]) => string])[] = [
  [
    'table',
    (items) =>
      `<table>${items.map((item) => `<tr>${item.map((one) => `<td>${one}`).join('')}`).join('')}</table>`,
  ],
  [
    'cards',
    (items) =>
      items
        .map(
          ([name, ...values]) =>
            `<article><h3>${name}</h3>${values.map((one) => `<p>${one}</p>`).join('')}</article>`,
        )
        .join(''),
  ],
  [
    'grid of blocks',
    (items) =>
      `<div>${items.map((item) => `<div>${item.map((one) => `<div>${one}</div>`).join('')}</div>`).join('')}</div>`,
  ],
  [
    'list with blocks',
    (items) =>
      `<ul>${items.map((item) => `<li>${item.map((one) => `<div>${one}</div>`).join('')}</li>`).join('')}</ul>`,
  ],
  [
    'terms',
    (items) =>
      `<dl>${items.map(([name, ...values]) => `<dt>${name}${values.map((one) => `<dd>${one}`).join('')}`).join('')}</dl>`,
  ],
];

test.each(layouts)('%s: a value is that of its own record, whatever others have', (_, write) => {
  const before = write([
    ['Oslo', 3],
    ['Bergen', 4],
    ['Narvik', 5],
    ['Molde', 6],
  ]);
  const after = write([
    ['Oslo', 4],
    ['Bergen', 5],
    ['Narvik', 6],
    ['Molde', 7],
  ]);
  expect(compare(before, after)).toEqual([
    'changed 3 > 4',
    'changed 4 > 5',
    'changed 5 > 6',
    'changed 6 > 7',
  ]);
});

test.each(layouts)('%s: a value is that of its own column', (_, write) => {
  const before = write([
    ['Oslo', 3, 4],
    ['Bergen', 8, 9],
    ['Narvik', 5, 7],
  ]);
  const after = write([
    ['Oslo', 3, 4],
    ['Bergen', 9, 10],
    ['Narvik', 5, 7],
  ]);
  expect(compare(before, after)).toEqual(['changed 8 > 9', 'changed 9 > 10']);
});

test.each(layouts)('%s: what goes, goes as a whole, and the others stay what they were', (_, write) => {
  const rows: readonly Item[] = [
    ['Oslo', 'open', '4 days'],
    ['Bergen', 'open', '5 days'],
    ['Narvik', 'open', '6 days'],
    ['Molde', 'open', '7 days'],
  ];
  const after = write([
    ['Oslo', 'open', '5 days'],
    ['Narvik', 'open', '7 days'],
    ['Molde', 'open', '8 days'],
  ]);
  expect(compare(write(rows), after)).toEqual([
    'changed 4 days > 5 days',
    'gone Bergen',
    'gone open',
    'gone 5 days',
    'changed 6 days > 7 days',
    'changed 7 days > 8 days',
  ]);
});

test.each(layouts)('%s: a record that changes its place takes its values along', (_, write) => {
  const before = write([
    ['Oslo', 3],
    ['Bergen', 3],
    ['Narvik', 5],
    ['Molde', 3],
  ]);
  const after = write([
    ['Molde', 4],
    ['Oslo', 3],
    ['Bergen', 3],
    ['Narvik', 5],
  ]);
  expect(compare(before, after)).toEqual(['moved Molde', 'changed 3 > 4']);
});

test('a link names a row whose texts all change', () => {
  const row = (id: number, text: string, age: string) =>
    `<tr><td><a href="/t/${id}">${text}</a><td>new<td>${age}`;
  const before = `<table>${row(1, 'Leak', '2 h')}${row(2, 'Noise', '3 h')}${row(3, 'Rust', '4 h')}</table>`;
  const after = `<table>${row(1, 'Leak', '3 h')}${row(2, 'Sound', '4 h')}${row(3, 'Rust', '5 h')}</table>`;
  expect(compare(before, after)).toEqual([
    'changed 2 h > 3 h',
    'changed Noise > Sound',
    'changed 3 h > 4 h',
    'changed 4 h > 5 h',
  ]);
});

test('records inside of records are compared within those', () => {
  const card = (name: string, weight: number, height: number) =>
    `<section><h2>${name}</h2><table><tr><th>Weight<td>${weight}<tr><th>Height<td>${height}</table></section>`;
  const before = card('Pump', 3, 4) + card('Crane', 4, 5) + card('Winch', 5, 6);
  const after = card('Pump', 4, 5) + card('Crane', 5, 6) + card('Winch', 6, 7);
  expect(compare(before, after)).toEqual(
    [3, 4, 4, 5, 5, 6].map((value) => `changed ${value} > ${value + 1}`),
  );
});

test('a table of 10,000 rows is compared row by row', () => {
  const table = (added: number) =>
    `<table>${Array.from({ length: 10_000 }, (_, row) => (row === 77 && added === 1 ? '' : `<tr><td>Lot ${row * 7} of ${row % 90}<td>${(row % 50) + added}<td>sold`)).join('')}</table>`;
  const changes = compare(table(0), table(1));
  expect(changes.filter((change) => change.startsWith('changed '))).toHaveLength(9_999);
  expect(changes.filter((change) => !change.startsWith('changed '))).toEqual([
    'gone Lot 539 of 77',
    'gone 27',
    'gone sold',
  ]);
});
