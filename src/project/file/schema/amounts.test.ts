import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortOrLong } from '../../../../test/fixtures/short-or-long.ts';
import { durationUnits, parseDuration, parseRate, parseSize, sizeUnits } from '../../../base/index.ts';
import { parseProjectFile } from '../../index.ts';
import { writeProjectFile } from '../edit/write-project-file.ts';
import { projectFileJsonSchema } from './project-schema.ts';

const seeded = { seed: 20260301, numRuns: shortOrLong(300, 1_200) };

interface Schema {
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
}

/** The pattern for texts at a place of the schema. */
function patternAt(path: readonly string[]): RegExp {
  const find = (schema: Schema, [key, ...rest]: readonly string[]): string | undefined => {
    const ways = schema.anyOf ?? [schema];
    if (key === undefined) return ways.find(({ pattern }) => pattern !== undefined)?.pattern;
    for (const way of ways) {
      const inner = key === '*' ? way.items : way.properties?.[key];
      const found = inner === undefined ? undefined : find(inner, rest);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const pattern = find(projectFileJsonSchema() as Schema, path);
  if (pattern === undefined) throw new Error(`no pattern at ${path.join('.')}`);
  return new RegExp(pattern, 'u'); // as JSON Schema has it: no other flags
}

/** Whether a project file with the text at that place is read. */
function isRead(write: (text: string) => string, text: string): boolean {
  try {
    parseProjectFile(`name: a\nsource: https://example.org/\n${write(JSON.stringify(text))}`);
    return true;
  } catch {
    return false;
  }
}

/** Amounts and what looks like them: numbers of any length, units in any case, spaces, rubbish. */
const written = (units: Iterable<string>) =>
  fc
    .tuple(
      fc.constantFrom('', '', '', ' ', '\t', '-', '+'),
      fc.oneof(
        fc.stringMatching(/^\d{1,17}(?:\.\d{1,5})?$/),
        fc.stringMatching(/^0{0,3}(?:\.0{0,3}\d?)?$/),
        fc.constantFrom('1', '1.5', '0.001', '0.0', '999', '1e3', ''),
      ),
      fc.constantFrom('', '', ' ', '  ', '\u00a0', '.'),
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...units) },
        fc.constantFrom('x', 'kbb', 'µs', 'seconds ago'),
      ),
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      fc.constantFrom('', '', '', '', '', ' ', '\n', '!', '/s', ' / s'),
    )
    .map(([before, number, between, unit, upper, after]) => {
      const cased = [...unit].map((letter, i) => (upper[i] === true ? letter.toUpperCase() : letter));
      return before + number + between + cased.join('') + after;
    });

describe.each([
  ['limits.bytes', ['limits', 'bytes'], (text: string) => `limits: { bytes: ${text} }`, 1],
  ['crawl.maxPageSize', ['crawl', 'maxPageSize'], (text: string) => `crawl: { maxPageSize: ${text} }`, 1],
  [
    'rules.size',
    ['rules', '*', 'deny', 'size', 'min'],
    (text: string) => `rules: [{ deny: { size: { min: ${text} } } }]`,
    1,
  ],
] as const)('a size, at %s', (_, path, write, least) => {
  amountsAgree(patternAt(path), write, sizeUnits, parseSize, least);
});

describe('a rate, at limits.bandwidth', () => {
  const write = (text: string) => `limits: { bandwidth: ${text} }`;
  amountsAgree(patternAt(['limits', 'bandwidth']), write, sizeUnits, parseRate, 1);

  test('may say that it is per second', () => {
    for (const [text, bytes] of [
      ['200k', 204_800],
      ['200k/s', 204_800],
      ['5 MB / s', 5_000_000],
      ['5 MB/m', null],
      ['/s', null],
    ] as const) {
      expect(parseRate(text)).toBe(bytes);
      expect(isRead(write, text)).toBe(bytes !== null);
    }
  });
});

describe.each([
  ['limits.time', ['limits', 'time'], (text: string) => `limits: { time: ${text} }`, 1],
  ['limits.delay', ['limits', 'delay'], (text: string) => `limits: { delay: ${text} }`, 0],
  [
    'rules.age',
    ['rules', '*', 'deny', 'age', 'min'],
    (text: string) => `rules: [{ deny: { age: { min: ${text} } } }]`,
    1000,
  ],
] as const)('a time, at %s', (_, path, write, least) => {
  amountsAgree(patternAt(path), write, durationUnits, parseDuration, least);
});

function amountsAgree(
  pattern: RegExp,
  write: (text: string) => string,
  units: ReadonlyMap<string, number>,
  amountOf: (text: string) => number | null,
  least: number,
): void {
  test('the schema takes what the file takes', () => {
    let taken = 0;
    fc.assert(
      fc.property(written(units.keys()), (text) => {
        const isTaken = pattern.test(text);
        expect(isTaken).toBe(isRead(write, text));
        if (!isTaken) return;
        taken++;
        expect(amountOf(text)).toBeGreaterThanOrEqual(least);
      }),
      seeded,
    );
    expect(taken).toBeGreaterThan(seeded.numRuns / 8);
  });

  test.each([...units].filter(([, factor]) => factor >= least))('whole numbers of "%s" are taken', (unit) => {
    for (const text of [`1${unit}`, `90 ${unit.toUpperCase()}`]) expect(pattern.test(text)).toBe(true);
    expect(pattern.test(`0${unit}`)).toBe(least === 0);
  });
}

test('an amount too large to count is the largest that can be counted', () => {
  const read = parseProjectFile(
    'name: a\nsource: https://example.org/\nlimits: { bytes: 999999999999999T, time: 999999999999999 years }',
  );
  expect(read.limits).toEqual({ bytes: Number.MAX_SAFE_INTEGER, time: 999_999_999_999_999 });
  expect(parseProjectFile(writeProjectFile(read))).toEqual(read);
});
