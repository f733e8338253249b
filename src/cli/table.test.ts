import { stripVTControlCharacters, styleText } from 'node:util';
import { expect, test } from 'vitest';
import { textWidth } from '../presentation/terminal/text-width.ts';
import type { Output } from './output.ts';
import { Table } from './table.ts';

/** An output that collects its lines. */
function collecting(): { readonly output: Output; readonly lines: string[] } {
  const lines: string[] = [];
  const output: Output = {
    json: false,
    quiet: false,
    object: () => Promise.resolve(),
    line: async (text = '') => {
      lines.push(text);
    },
    note: () => undefined,
    style: (_, text) => text,
  };
  return { output, lines };
}

async function printed(head: readonly string[], rows: readonly (readonly string[])[]) {
  const { output, lines } = collecting();
  const table = new Table(output, head);
  for (const row of rows) await table.row(...row);
  await table.end();
  return lines;
}

test('columns are as wide as their widest cell, and the last one is not padded', async () => {
  expect(
    await printed(
      ['project', 'start'],
      [
        ['a', 'http://a/'],
        ['longer-name', 'http://b/'],
      ],
    ),
  ).toEqual(['project      start', 'a            http://a/', 'longer-name  http://b/']);
});

test('wide letters, combining marks and emoji stay in line', async () => {
  const names = ['plain', '日本語のページ', 'cafe\u0301', '🌊 tide', 'ｆｕｌｌ'];
  const lines = await printed(
    ['name', 'url'],
    names.map((name) => [name, 'http://a/']),
  );
  expect(lines).toContain('日本語のページ  http://a/');
  const columns = lines.map((line) => textWidth(line.slice(0, line.search(/url$|http:/))));
  expect(columns).toEqual([16, 16, 16, 16, 16, 16]);
});

test('colours take no room', async () => {
  const red = styleText('red', 'broken', { validateStream: false });
  expect(red).not.toBe('broken');
  const lines = await printed(
    ['state', 'found'],
    [
      [red, 'x'],
      ['ok', 'y'],
    ],
  );
  expect(lines.map(stripVTControlCharacters)).toEqual(['state   found', 'broken  x', 'ok      y']);
});

test('rows after the first hundred are printed at once, with the widths of the first', async () => {
  const { output, lines } = collecting();
  const table = new Table(output, ['n', 'url']);
  for (let n = 0; n < 99; n++) await table.row(String(n), 'u');
  expect(lines).toEqual([]);
  await table.row('99', 'u');
  expect(lines).toHaveLength(101);
  await table.row('a wider cell', 'u');
  expect(lines.at(-1)).toBe('a wider cell  u');
  await table.row('1', 'u');
  expect(lines.at(-1)).toBe('1   u');
  await table.end();
  expect(lines).toHaveLength(103);
});

test('a table without rows prints nothing', async () => {
  expect(await printed(['a', 'b'], [])).toEqual([]);
});
