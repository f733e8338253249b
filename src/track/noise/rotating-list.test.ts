import { expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { judgeChanges } from './judge-changes.ts';
import { learnVolatileRules } from './learn-rules.ts';
import { observeLists } from './rotating-list.ts';
import { isEndless, mergeRules } from './volatile-rule.ts';

const page = (html: string): Snapshot => ({ segments: segmentHtml(Buffer.from(html)).leaves, at: 0 });
const related = (...items: readonly string[]): string =>
  `<div><h2>Related</h2><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul></div>`;
const notes = '<div><h2>Notes</h2><ul><li>Closed on Mondays</li></ul></div>';

const rules = learnVolatileRules(
  page(related('tea', 'salt', 'rope') + notes),
  page(related('lamps', 'boats', 'wool') + notes),
);

test('a drawn list is known on other pages, where other boxes stand above it', () => {
  const judged = judgeChanges(
    page(notes + related('tea', 'wool', 'salt')),
    page(notes + related('boats', 'lamps', 'rope')),
    rules,
  );
  expect(judged.every(({ isNoise, isCertain }) => isNoise && isCertain)).toBe(true);
});

test('an item that was never seen is not certain to be drawn', () => {
  const judged = judgeChanges(
    page(related('tea', 'wool', 'salt') + notes),
    page(related('boats', 'lamps', 'a notice') + notes),
    rules,
  );
  expect(judged.filter(({ isCertain }) => !isCertain).map(({ change }) => change.after?.text)).toEqual([
    'a notice',
  ]);
});

test('every fetch shows what a list draws from', () => {
  const [seen] = observeLists(rules, page(notes + related('tea', 'ink', 'oil')));
  expect(seen?.items).toHaveLength(3);
  const [rule] = mergeRules(rules, seen === undefined ? [] : [seen]);
  expect(rule).toMatchObject({ kind: 'list', draws: { seen: 9, unseen: 8 } });
});

test('a list that shows something new nearly every time is endless', () => {
  let known = rules;
  for (const fetch of [1, 2, 3])
    known = mergeRules(
      known,
      observeLists(
        known,
        page(related(`a${'x'.repeat(fetch)}`, `b${'x'.repeat(fetch)}`, `c${'x'.repeat(fetch)}`) + notes),
      ),
    );
  expect(known.map(isEndless)).toEqual([true]);
});
