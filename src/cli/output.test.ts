import { styleText } from 'node:util';
import { Command } from 'commander';
import { afterEach, expect, test, vi } from 'vitest';
import { inert, outputOf, shellWord, terminalOf } from './output.ts';
import { Table } from './table.ts';

afterEach(() => vi.restoreAllMocks());

const commandWith = (...args: readonly string[]): Command =>
  new Command()
    .option('--json')
    .option('--quiet')
    .option('--no-color')
    .parse([...args], { from: 'user' });

test.each([
  [[], 'remark\n'],
  [['--quiet'], ''],
  [['--json'], ''],
])('a remark with %j prints %j', (args, expected) => {
  let printed = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  outputOf(commandWith(...args)).note('remark');
  expect(printed).toBe(expected);
});

test('what sites and strangers say does nothing to the terminal, in lines, remarks, tables and JSON', async () => {
  let printed = '';
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
  const foreign = 'a\u001b]0;owned\u0007\u001b[2J\u001b[31;8mb\u009b31m\u202ec\u007f\u2028\r';
  const output = outputOf(commandWith());
  await output.line(foreign);
  output.note(foreign);
  const table = new Table(output, ['name', 'text']);
  await table.row(`${foreign}\nanother row`, `${foreign}\nanother row`);
  await table.end();
  const lines = printed.trimEnd().split('\n');
  expect(lines).toHaveLength(4);
  for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
  printed = '';
  await output.object({ foreign });
  expect(printed).not.toMatch(/[^\n\P{Cc}]|[\u2028\u202e]/u);
  expect(JSON.parse(printed)).toEqual({ foreign });
});

test.each([
  ['our own styles', styleText(['bold', 'red', 'dim', 'underline'], 'tide', { validateStream: false })],
  ['several lines with indents', 'tide\n\thigh'],
])('%s stay', async (_, text) => {
  expect(inert(text)).toBe(text);
});

test.each([
  ['plain-name', 'plain-name'],
  ['/var/data/x.y', '/var/data/x.y'],
  ['two words', "'two words'"],
  ["it's", "'it'\\''s'"],
  ['$HOME', "'$HOME'"],
  ['', "''"],
])('%j is typed as %s in a shell', (text, word) => {
  expect(shellWord(text)).toBe(word);
});

test('lines are cut to the width of a terminal, to 40 columns at least, and never in a pipe', () => {
  const widthWith = (isTTY: boolean, columns: number) => {
    const stdout = { isTTY, columns, hasColors: () => false } as unknown as typeof process.stdout;
    vi.spyOn(process, 'stdout', 'get').mockReturnValue(stdout);
    return terminalOf(outputOf(commandWith('--no-color'))).width;
  };
  expect(widthWith(true, 120)).toBe(120);
  expect(widthWith(true, 20)).toBe(40);
  expect(widthWith(true, 0)).toBe(80);
  expect(widthWith(false, 120)).toBe(Number.POSITIVE_INFINITY);
});
