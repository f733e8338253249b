import { describe, expect, it } from 'vitest';
import { objectsOf, projectFile, runTidemark } from '../../kernel/cli/run-tidemark.ts';

const amazon = [
  projectFile('test/fixtures/data/amazon-first-visit.txt'),
  projectFile('test/fixtures/data/amazon-second-visit.txt'),
];
const shop = [projectFile('docs/examples/first-visit.txt'), projectFile('docs/examples/second-visit.txt')];

describe('tidemark url session', () => {
  const session = async (...args: readonly string[]) =>
    objectsOf(await runTidemark(['url', 'session', '--json', ...args]))[0];

  it('finds the id of the papers in two lists, and its length', async () => {
    expect(await session(...amazon)).toEqual({
      length: 19,
      a: '002-9355727-0611208',
      b: '104-5791018-2027935',
      candidates: [
        { text: '002-9355727-0611208', count: 14 },
        { text: 'PS2V6KKYBZ34F3RK1PJ', count: 5 },
      ],
      how: expect.any(String),
    });
  });

  it('takes one list and a length', async () => {
    expect(await session(amazon[0] ?? '', '--length', '19')).toMatchObject({
      length: 19,
      a: '002-9355727-0611208',
      b: null,
    });
  });

  it('prints nulls when there is none', async () => {
    const result = await runTidemark(['url', 'session', '--json'], { input: 'http://a/1\nhttp://a/2\n' });
    expect(objectsOf(result)).toEqual([
      { length: null, a: null, b: null, candidates: [], how: expect.any(String) },
    ]);
    expect(result.exitCode).toBe(0);
  });

  it('prints sentences for people', async () => {
    const { stdout } = await runTidemark(['url', 'session', ...amazon]);
    expect(stdout).toMatch(
      /^Session id of length 19: 002-9355727-0611208 and 104-5791018-2027935\nBecause: /,
    );
    const none = await runTidemark(['url', 'session'], { input: 'http://a/1\n' });
    expect(none.stdout).toMatch(/^No session id found\./);
  });

  it.each(['0', '-3', 'many', '1.5', ''])('--length "%s" is refused', async (length) => {
    const { exitCode, stderr } = await runTidemark(['url', 'session', '--length', length]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/--length: ".*" is not a whole number of at least 1\. \[CLI_OPTION_INVALID\]/);
  });
});

describe('tidemark url pair', () => {
  interface Pairing {
    readonly pairs: readonly (readonly [string, string])[];
    readonly onlyA: readonly string[];
    readonly onlyB: readonly string[];
    readonly rules: readonly { readonly kind: string; readonly place: string; readonly evidence: string }[];
  }
  const pair = async (files: readonly string[]) =>
    objectsOf(await runTidemark(['url', 'pair', '--json', ...files]))[0] as Pairing;

  it('pairs 14 of the 17 links of the papers', async () => {
    const found = await pair(amazon);
    expect(Object.keys(found)).toEqual(['pairs', 'onlyA', 'onlyB', 'rules']);
    expect([found.pairs.length, found.onlyA.length, found.onlyB.length]).toEqual([14, 3, 2]);
    expect(found.rules.map(({ kind, place }) => [kind, place])).toEqual([
      ['session id', 'path segment'],
      ['response token', 'query parameter "pf_rd_r"'],
    ]);
    for (const { evidence } of found.rules) expect(evidence).not.toBe('');
  });

  it('pairs the example of docs/url.md; what only one visitor saw stays apart', async () => {
    const { pairs, onlyA, onlyB } = await pair(shop);
    expect(pairs).toHaveLength(13);
    expect(onlyA).toEqual(['https://ads.example.net/banner/spring-sale.gif']);
    expect(onlyB).toHaveLength(2);
  });

  it('reads one of the lists from standard input', async () => {
    const result = await runTidemark(['url', 'pair', '--json', '-', shop[1] ?? ''], { input: 'http://a/\n' });
    expect(objectsOf(result)).toMatchObject([{ pairs: [], onlyA: ['http://a/'] }]);
  });

  it('prints a summary for people', async () => {
    const { stdout } = await runTidemark(['url', 'pair', ...shop]);
    expect(stdout).toContain('13 pairs, 1 only in a, 2 only in b.');
    expect(stdout).toMatch(/^only a {2}https:\/\/ads/m);
    const same = await runTidemark(['url', 'pair', shop[0] ?? '', shop[0] ?? '']);
    expect(same.stdout).toContain('14 pairs, 0 only in a, 0 only in b.');
    expect(same.stdout).not.toMatch(/^ +http/m);
    expect(stdout).toContain('Learned a session id: path parameter "basket"');
  });
});
