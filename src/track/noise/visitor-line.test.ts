import { describe, expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { confirmChange } from './confirm-change.ts';
import { judgeChanges } from './judge-changes.ts';
import { learnVolatileRules, reviewRules } from './learn-rules.ts';
import { isVisitorsOwn } from './visitor-line.ts';
import { explainRule, mergeRules, type VisitorRule, type VolatileRule } from './volatile-rule.ts';

const page = (line: string, text = 'All about boats.'): Snapshot => ({
  segments: segmentHtml(Buffer.from(`<h2>Wiki</h2><div>${line}</div><h1>Boats</h1><p>${text}`)).leaves,
  at: null,
});
const nouns = ['anchor', 'bell', 'cave', 'dune', 'estuary', 'ferry', 'gull', 'heron', 'island', 'jetty'];
const trail = (...names: readonly string[]) =>
  `Trace: ${names.map((name) => `• <a href="/${name}">${name}</a>`).join(' ')}`;
/** The trails of two visitors that share some pages, as in the n-th pair of fetches. */
const pairAt = (at: number): readonly [string, string] => {
  const name = (ahead: number) => nouns[(at + ahead) % nouns.length] ?? '';
  return [trail(name(0), name(1), name(2)), trail(name(1), name(2), name(3))];
};
const learnedFrom = (pairs: number, pair = pairAt): readonly VolatileRule[] =>
  Array.from({ length: pairs }, (_, at) => at).reduce<readonly VolatileRule[]>((rules, at) => {
    const [one, other] = pair(at);
    return mergeRules(rules, learnVolatileRules(page(one), page(other)));
  }, []);
const visitorRules = (rules: readonly VolatileRule[]) =>
  rules.filter((rule): rule is VisitorRule => rule.kind === 'visitor');

describe('a line of links that any two visitors see differently', () => {
  test('is the visitor’s own after eight pairs', () => {
    expect([7, 8].map((pairs) => visitorRules(learnedFrom(pairs)).map(isVisitorsOwn))).toEqual([
      [false],
      [true],
    ]);
    const [rule] = visitorRules(learnedFrom(8));
    expect(rule?.steady).toEqual(['Trace']);
    expect(rule && explainRule(rule)).toMatch(/^the line at div belongs to the visitor: "Trace: • /);
  });

  test('then needs no further fetch, whatever pages it shows', () => {
    const [before, after] = [page(trail('anchor', 'bell')), page(trail('added', 'kelp', 'lantern'))];
    const [judged] = judgeChanges(before, after, learnedFrom(8));
    expect(judged).toMatchObject({ isNoise: true, isCertain: true });
    expect(judgeChanges(before, after, learnedFrom(7))).toMatchObject([{ isNoise: false }]);
  });

  test('may have new pages in common, if some differ', () => {
    const fetches = [
      page(trail('anchor', 'bell')),
      page(trail('added', 'kelp', 'bell')),
      page(trail('added', 'kelp', 'lantern')),
    ] as const;
    expect(confirmChange(...fetches, { rules: learnedFrom(8) }).changes).toEqual([]);
    expect(confirmChange(...fetches, { rules: learnedFrom(7) }).changes).toHaveLength(1);
  });

  test('still belongs to the page in the words that all visitors saw', () => {
    const after = trail('gull', 'heron').replace('Trace', 'Way');
    const [judged] = judgeChanges(page(trail('anchor', 'bell')), page(after), learnedFrom(8));
    expect(judged?.rules.map(({ kind }) => kind)).not.toContain('visitor');
  });

  test('is not the visitor’s own as soon as visitors see the same now and then', () => {
    const two = page(trail('anchor', 'bell'));
    let rules = learnedFrom(8);
    for (let pair = 0; pair < 2; pair++) rules = reviewRules(rules, two, two).kept;
    expect(visitorRules(rules)).toMatchObject([{ apart: 8, alike: 2 }]);
    expect(visitorRules(rules).map(isVisitorsOwn)).toEqual([false]);
  });
});

test.each([
  ['a greeting with a link', (at: number) => [at, at + 1].map((id) => `Hello <a href="/me">guest ${id}</a>`)],
  [
    'a sentence with some links',
    (at: number) =>
      [at, at + 1].map((id) => {
        const name = nouns[id % 10];
        return `We deliver from <a href="/${name}">${name}</a> to <a href="/x">you</a> in two days if all goes well`;
      }),
  ],
  ['a text without links', (at: number) => [at, at + 1].map((id) => `Buy a ${nouns[id % 10]} today`)],
])('%s is not such a line', (_, pair) => {
  expect(visitorRules(learnedFrom(8, (at) => pair(at) as [string, string]))).toEqual([]);
});
