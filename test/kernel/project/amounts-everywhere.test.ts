import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { withSiteOptions } from '../../../src/cli/crawl/site-options.ts';
import { parseProjectFile } from '../../../src/project/index.ts';

// What a size, a time or a rate means must not depend on where it is written.

type Read = (text: string) => number | null;

/** A value of the project file at `section.key`, in its own unit; null when the file is refused. */
function fromFile(section: 'limits' | 'crawl', key: string): Read {
  return (text) => {
    try {
      const project = parseProjectFile(
        `name: a\nsource: https://example.org/\n${section}: { ${key}: ${JSON.stringify(text)} }`,
      );
      const values: Readonly<Record<string, unknown>> = project[section] ?? {};
      return Number(values[key]);
    } catch {
      return null;
    }
  };
}

/** The value of an option of `tidemark crawl`, times `factor`; null when it is refused. */
function fromOption(option: string, key: string, factor = 1): Read {
  return (text) => {
    const command = withSiteOptions(new Command()).exitOverride();
    try {
      command.parse([option, text], { from: 'user' });
    } catch {
      return null;
    }
    return Number(command.opts()[key]) * factor;
  };
}

const sizes: readonly (readonly [string, number | null])[] = [
  ['800', 800],
  ['800b', 800],
  ['800 bytes', 800],
  ['64k', 65_536],
  ['64K', 65_536],
  ['64kB', 64_000],
  ['64 KB', 64_000],
  ['64KiB', 65_536],
  ['64Ki', 65_536],
  ['5M', 5_242_880],
  ['5MB', 5_000_000],
  ['5 mb', 5_000_000],
  ['5MiB', 5_242_880],
  ['1.5M', 1_572_864],
  ['1.5MB', 1_500_000],
  ['0.001MB', 1000],
  ['1G', 1_073_741_824],
  ['1GB', 1_000_000_000],
  ['2T', 2_199_023_255_552],
  ['2TB', 2_000_000_000_000],
  ['999999999999999T', Number.MAX_SAFE_INTEGER],
  [' 5M ', 5_242_880],
  ['0', null],
  ['0M', null],
  ['0.5', null],
  ['1.2345M', null],
  ['-5M', null],
  ['5 apples', null],
  ['5i', null],
  ['1e6', null],
  ['M', null],
  ['', null],
];

describe('a size', () => {
  test.each(sizes)('"%s" is %s bytes in a file and as an option', (text, bytes) => {
    expect(fromFile('limits', 'bytes')(text)).toBe(bytes);
    expect(fromFile('crawl', 'maxPageSize')(text)).toBe(bytes);
    expect(fromOption('--max-bytes', 'maxBytes')(text)).toBe(bytes);
    expect(fromOption('--max-page-bytes', 'maxPageBytes')(text)).toBe(bytes);
  });
});

describe('a rate', () => {
  const rates = [
    ...sizes,
    ['200k/s', 204_800],
    ['5 MB / s', 5_000_000],
    ['0/s', null],
    ['5MB/m', null],
    ['5 Mbit/s', null],
  ] as const;
  test.each(rates)('"%s" is %s bytes per second in a file and as an option', (text, rate) => {
    expect(fromFile('limits', 'bandwidth')(text)).toBe(rate);
    expect(fromOption('--bandwidth', 'bandwidth')(text)).toBe(rate);
  });
});

describe('a time', () => {
  const durations = [
    ['500ms', 500],
    ['90s', 90_000],
    ['1.5s', 1500],
    ['10s', 10_000],
    ['2m', 120_000],
    ['2M', 120_000],
    ['2h', 7_200_000],
    ['30d', 2_592_000_000],
    ['2 minutes', 120_000],
    ['1 hour', 3_600_000],
    ['30 days', 2_592_000_000],
    ['1 week', 604_800_000],
    ['1 month', 2_592_000_000],
    ['2 years', 63_072_000_000],
    ['0.1ms', null],
    ['-2s', null],
    ['1.2345h', null],
    ['2 moons', null],
    ['soon', null],
    ['', null],
  ] as const;
  test.each(durations)('"%s" is %s ms in a file and as an option', (text, ms) => {
    expect(fromFile('limits', 'time')(text)).toBe(ms);
    expect(fromFile('crawl', 'timeout')(text)).toBe(ms);
    expect(fromFile('limits', 'delay')(text)).toBe(ms);
    expect(fromOption('--max-time', 'maxTime', 1000)(text)).toBe(ms);
    expect(fromOption('--timeout', 'timeout', 1000)(text)).toBe(ms);
    expect(fromOption('--delay', 'delay')(text)).toBe(ms);
  });

  test('is above zero, except for a delay', () => {
    expect(fromFile('limits', 'time')('0s')).toBeNull();
    expect(fromOption('--max-time', 'maxTime')('0s')).toBeNull();
    expect(fromFile('limits', 'delay')('0s')).toBe(0);
    expect(fromOption('--delay', 'delay')('0s')).toBe(0);
  });

  test('needs its unit in a file; an option has one of its own', () => {
    for (const key of ['time', 'delay']) expect(fromFile('limits', key)('90')).toBeNull();
    expect(fromOption('--max-time', 'maxTime')('90')).toBe(90);
    expect(fromOption('--timeout', 'timeout')('0.5')).toBe(0.5);
    expect(fromOption('--delay', 'delay')('90')).toBe(90);
    expect(fromOption('--delay', 'delay')('0')).toBe(0);
  });
});
