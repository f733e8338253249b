import { describe, expect, it } from 'vitest';
import { objectsOf, runTidemark } from '../../kernel/cli/run-tidemark.ts';

const robots = 'User-agent: *\nDisallow: /closed/ # for editors\nAllow: /closed/door';
const question = (url: string, userAgent: unknown = 'Tidemark/0.1') =>
  JSON.stringify({ robots, userAgent, url });

describe('tidemark robots', () => {
  const input = [
    question('https://example.org/closed/1'),
    question('https://example.org/closed/door'),
    question('https://example.org/'),
  ].join('\n');

  it('prints {"allowed","rule"} for each line', async () => {
    expect(objectsOf(await runTidemark(['robots', '--json'], { input }))).toEqual([
      { allowed: false, rule: 'Disallow: /closed/' },
      { allowed: true, rule: 'Allow: /closed/door' },
      { allowed: true, rule: null },
    ]);
  });

  it('prints a table for people, with the line that decided', async () => {
    const { exitCode, stdout } = await runTidemark(['robots'], { input });
    expect(exitCode).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['allowed', 'because', 'url'],
      ['no', 'line 2: Disallow: /closed/', 'https://example.org/closed/1'],
      ['yes', 'line 3: Allow: /closed/door', 'https://example.org/closed/door'],
      ['yes', 'no rule forbids it', 'https://example.org/'],
    ]);
  });

  it('gives the reason when no single line decided', async () => {
    const wildcards = Array.from({ length: 30_000 }, (_, n) => `Disallow: /*z${n}`);
    const hostile = {
      robots: ['User-agent: *', ...wildcards].join('\n'),
      userAgent: 'Tidemark',
      url: `/${'a'.repeat(2000)}`,
    };
    const { stdout } = await runTidemark(['robots'], { input: JSON.stringify(hostile) });
    expect(stdout).toContain('no       robots.txt has too many wildcard rules for a path this long');
  });

  it.each([question('https://example.org/', 7), '{"robots":"","url":"/"}', 'null', '[]'])(
    '%s is refused',
    async (line) => {
      const { exitCode, stderr } = await runTidemark(['robots'], { input: `\n${line}` });
      expect(exitCode).toBe(2);
      expect(stderr).toContain('line 2 is not a question. Each line is an object such as');
    },
  );
});
