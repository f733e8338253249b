import { expect, test } from 'vitest';
import { readableText } from './readable-text.ts';

const text = (html: string) => readableText(html).split('\n');

test('blocks are on lines of their own, and paragraphs apart', () => {
  expect(
    text('<h1>Tides</h1><p>High water<br>at six. <b>Low</b> water\n at noon.<div>One</div><div>Two</div>'),
  ).toEqual(['Tides', '', 'High water', 'at six. Low water at noon.', '', 'One', 'Two']);
});

test('lists have bullets and numbers, and are indented where they are nested', () => {
  expect(text('<p>Needed:<ul><li>salt<li>water<ol start=3><li>warm<li>cold</ol></ul>Done')).toEqual([
    'Needed:',
    '',
    '- salt',
    '- water',
    '  3. warm',
    '  4. cold',
    '',
    'Done',
  ]);
});

test('tables are aligned, also without end tags', () => {
  expect(text('<table><tr><th>Name<th>Price<tr><td>Salt<td>€ 3<tr><td>塩と水<td>€ 12</table>after')).toEqual([
    'Name    Price',
    'Salt    € 3',
    '塩と水  € 12',
    '',
    'after',
  ]);
});

test('a table that arranges the page is read cell by cell', () => {
  const inner = '<table><tr><td>a<td>b</table>';
  expect(text(`<table><tr><td><p>one<p>two<td>${inner}</table>`)).toEqual(['one', '', 'two', 'a  b']);
});

test('a wide table is not aligned', () => {
  const long = 'word '.repeat(30).trim();
  expect(text(`<table><tr><td>a<td>${long}</table>`)).toEqual([`a | ${long}`]);
});

test('text that was laid out by hand stays so, and what no browser shows is left out', () => {
  expect(
    text(
      '<title>T</title><script>var a</script><pre>\n 1  2\n  3\n</pre><noscript>on</noscript><style>x{}</style>',
    ),
  ).toEqual([' 1  2', '  3', '', 'on']);
});

test('tags in the wrong order do no harm', () => {
  expect(text('</td></table></ul><td>a</li><table><td>b<table></table></td></ul>c')).toEqual(
    expect.arrayContaining(['a', 'b']),
  );
});

test('a deep page takes no more than its length', () => {
  expect(readableText(`${'<table><tr><td>'.repeat(2000)}deep`)).toBe('deep');
});

test('lists in lists are indented up to a point: text stays as long as the page', () => {
  const html = '<ul><li>x'.repeat(900);
  expect(readableText(html).length).toBeLessThan(5 * html.length);
});

test('tables in tables are read line by line beyond the third', () => {
  const inside = (levels: number) => `${'<table><tr><td>'.repeat(levels)}a<td>b${'</table>'.repeat(levels)}`;
  expect(readableText(inside(3))).toBe('a  b');
  expect(readableText(inside(4))).toBe('a\nb');
});

test('a table of 200,000 rows, and one of 200,000 columns, have all their cells', () => {
  expect(readableText(`<table>${'<tr><td>x'.repeat(200_000)}</table>`).split('\n')).toHaveLength(200_000);
  expect(readableText(`<table><tr>${'<td>x'.repeat(200_000)}</table>`).split(' | ')).toHaveLength(200_000);
});
