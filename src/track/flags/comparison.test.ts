import { describe, expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import { confirmChange } from '../noise/confirm-change.ts';
import { judgeChanges } from '../noise/judge-changes.ts';
import { learnVolatileRules } from '../noise/learn-rules.ts';
import { comparisonOf, confirmedComparison } from './comparison.ts';

const page = (html: string) => ({ segments: segmentHtml(Buffer.from(html)).leaves, at: null });
const compare = (before: string, after: string) => comparisonOf(judgeChanges(page(before), page(after), []));

describe('a summary counts the segments, and says what is not plain from the count', () => {
  test.each([
    ['<p>a', '<p>a<p>b', '1 new paragraph'],
    ['<ul><li>a</ul>', '<ul><li>a<li>b<li>c</ul>', '2 new items'],
    ['<p>a<p>b', '<p>a', '1 paragraph gone'],
    ['<p>a<p>b', '<p>a<h2>c</h2><ul><li>d</ul><p>b', '2 new parts'],
    ['<p>high tide at noon', '<p>low tide at noon', '1 paragraph changed: different words'],
    [
      '<p>high tide at noon<p>x<p>high water at six',
      '<p>low tide at noon<p>x<p>low water at six',
      '2 paragraphs changed: different words',
    ],
    ['<p>a<p>b<p>c<p>d', '<p>d<p>a<p>b<p>c', '1 paragraph moved: from p[4] to p'],
    [
      '<p>high tide at noon<p>x',
      '<p>low tide at noon<p>x<h2>y</h2>',
      '1 paragraph changed, 1 new heading: different words',
    ],
    ['<pre>a</pre><p>x', '<pre>a</pre><p>x<pre>b</pre>', '1 new preformatted block'],
  ])('%s -> %s', (before, after, summary) => {
    expect(compare(before, after)).toMatchObject({ level: 'changed', summary });
  });

  test('four different reasons are too many to list', () => {
    const moved = (list: string) => [...list].map((name) => `<h2>${name} ${name}</h2>`).join('');
    const { summary = '' } = compare(moved('abcdefgh'), moved('hgfeabcd')) as { readonly summary?: string };
    expect(summary).toMatch(
      /^4 headings moved: from \S+ to \S+; from \S+ to \S+; from \S+ to \S+; and 1 more$/,
    );
  });

  test('three are not', () => {
    const moved = (list: string) => [...list].map((name) => `<h2>${name} ${name}</h2>`).join('');
    const { summary = '' } = compare(moved('abcdefgh'), moved('hgfabcde')) as { readonly summary?: string };
    expect(summary).toMatch(/^3 headings moved: [^;]+; [^;]+; [^;]+$/);
    expect(summary).not.toContain('more');
  });
});

describe('noise', () => {
  const advert = (text: string, rest = 'end') => `<p>a<div>${text}</div><p>${rest}`;
  const rules = learnVolatileRules(page(advert('Buy a boat')), page(advert('See the hills')));

  test('alone is no change, and says what it was', () => {
    const judged = judgeChanges(page(advert('Buy a boat')), page(advert('See the hills')), rules);
    expect(comparisonOf(judged)).toEqual({
      level: 'only noise',
      noise: 'two fetches at the same moment had different words',
    });
  });

  test('beside a change is not in the summary', () => {
    const now = page(advert('See the hills', 'the end of it'));
    const judged = judgeChanges(page(advert('Buy a boat', 'the end')), now, rules);
    const changed = { level: 'changed', summary: '1 paragraph changed: different words' };
    expect(comparisonOf(judged)).toMatchObject(changed);
    const confirmed = confirmChange(page(advert('Buy a boat', 'the end')), now, now, { rules });
    expect(confirmedComparison(confirmed)).toMatchObject(changed);
  });

  test('is what remains after another fetch explained all differences', () => {
    const [last, now, twin] = ['one two', 'three four', 'five six'].map((text) => page(advert(text)));
    if (last === undefined || now === undefined || twin === undefined) throw new Error('no page');
    expect(confirmedComparison(confirmChange(last, now, twin))).toMatchObject({ level: 'only noise' });
  });
});

test('no difference at all means the same segments', () => {
  expect(compare('<p>a', '<div><p>a</div>')).toEqual({ level: 'same segments' });
});
