import { Command } from 'commander';
import { afterEach, expect, test, vi } from 'vitest';
import { outputOf, shellWord, terminalOf } from './output.ts';

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
