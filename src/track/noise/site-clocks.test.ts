import { describe, expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import { judgeChanges } from './judge-changes.ts';
import { SiteClocks } from './site-clocks.ts';
import { explainRule } from './volatile-rule.ts';

const start = Date.UTC(2026, 10, 18, 9, 20, 10);
const day = 86_400_000;
const host = 'a.org';

const snapshotOf = (html: string, at: number) => ({ segments: segmentHtml(Buffer.from(html)).leaves, at });
const page = (name: string, html: string, at = start) => ({
  url: `https://a.org/${name}`,
  host,
  snapshot: snapshotOf(`<h1>${name}</h1><div>${html}</div>`, at),
});
const isNoise = (before: string, after: string, rules = learned([])): boolean =>
  judgeChanges(snapshotOf(before, start), snapshotOf(after, start + day), rules).every((one) => one.isNoise);

function learned(pages: readonly ReturnType<typeof page>[]) {
  const clocks = new SiteClocks();
  return pages.flatMap((one) => clocks.observe(one)).filter((rule) => !clocks.isRefuted(host, rule));
}

describe('the day of the visit', () => {
  const today = '<p>18. listopadu 2026</p>';
  const tomorrow = '<p>19. listopadu 2026</p>';
  const around = (day: string): string => `<h1>a</h1><div>${day}</div>`;

  test('is a clock where three pages say it, in any writing', () => {
    const pages = [page('a', today), page('b', '<p>Wednesday, 18 November</p>'), page('c', '<p>środa</p>')];
    expect(learned(pages.slice(0, 2))).toEqual([]);
    const rules = learned(pages);
    expect(rules.map(explainRule)).toEqual(['pages say the time of their visit at div/p: "środa"']);
    expect(isNoise(around(today), around(tomorrow))).toBe(false);
    expect(isNoise(around(today), around(tomorrow), rules)).toBe(true);
  });

  test('is a deadline where another page says another day', () => {
    expect(learned([page('a', today), page('b', today), page('c', today), page('d', tomorrow)])).toEqual([]);
  });

  test('is a deadline where other words stand before it', () => {
    const rules = learned(['a', 'b', 'c'].map((name) => page(name, today)));
    const [before, after] = ['18', '19'].map((date) => around(`<p>Uzávěrka: ${date}. listopadu 2026</p>`));
    expect(isNoise(before ?? '', after ?? '', rules)).toBe(false);
  });
});

describe('a length of time', () => {
  const known = ['a', 'b', 'c', 'd'].map((name, days) => page(name, `<p>Anna, ${days + 2} d</p>`));

  test('is a clock where it moves on, on another page as well', () => {
    const [rule] = learned(known);
    if (rule === undefined) throw new Error('nothing learned');
    const clocks = new SiteClocks();
    expect(clocks.isSaidByOther('https://a.org/a', host, rule)).toBe(false);
    clocks.compare(page('b', '<p>Anna, 5 d</p>', start + 2 * day), rule);
    expect(clocks.isSaidByOther('https://a.org/a', host, rule)).toBe(true);
  });

  test.each([
    ['stays', '<p>Anna, 3 d</p>'],
    ['moves otherwise', '<p>Anna, 9 d</p>'],
  ])('is none where it %s on another page', (_, html) => {
    const [rule] = learned(known);
    if (rule === undefined) throw new Error('nothing learned');
    const clocks = new SiteClocks();
    clocks.compare(page('b', html, start + 2 * day), rule);
    expect(clocks.isRefuted(host, rule)).toBe(true);
  });
});

describe('the rows of a table', () => {
  const table = (...cells: readonly string[]): string =>
    `<table>${cells.map((cell, row) => `<tr><td>Boat ${'abcdef'[row]}</td><td>${cell}</td></tr>`).join('')}</table>`;

  test('have ages if all of them move on', () => {
    expect(isNoise(table('3 days', '20 hours', '5 days'), table('4 days', '44 hours', '6 days'))).toBe(true);
    expect(
      isNoise(
        table('3 days', '2 months', '5 days', '2 days'),
        table('4 days', '2 months', '6 days', '3 days'),
      ),
    ).toBe(true);
  });

  test('have delivery times if some stay', () => {
    const before = table('3 days', '4 days', '5 days', '9 days');
    expect(isNoise(before, table('4 days', '5 days', '6 days', '9 days'))).toBe(false);
    expect(isNoise(before, table('4 days', '4 days', '5 days', '9 days'))).toBe(false);
  });

  test('have deadlines if some are on other days', () => {
    const rows = (date: number) =>
      table(`${date} May 2027`, `${date} November 2026`, '3 December 2026', '4 June 2027');
    expect(isNoise(rows(18), rows(19))).toBe(false);
  });
});

test.each(['header', 'footer'])('a date alone in the %s of a page is a clock', (frame) => {
  const shown = (date: number, below: string) =>
    `<div><${frame}><p>${date} November 2026</p></${frame}></div>${below}`;
  expect(isNoise(shown(18, '<p>Boats</p>'), shown(19, '<p>Boats</p>'))).toBe(true);
  const article = (date: number) => `<main><article>${shown(date, '<p>Boats</p>')}</article></main>`;
  expect(isNoise(article(18), article(19))).toBe(false);
});
