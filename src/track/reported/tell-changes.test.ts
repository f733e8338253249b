import { describe, expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import { asWritten } from '../compare/segment-links.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { diffWords } from '../diff/diff-words.ts';
import { learnVolatileRules } from '../noise/learn-rules.ts';
import type { VolatileRule } from '../noise/volatile-rule.ts';
import { groupKeys } from './group-changes.ts';
import { judgeVersions, tellChanges } from './tell-changes.ts';

const page = (html: string): Snapshot => ({ segments: segmentHtml(Buffer.from(html)).leaves, at: null });

function tell(before: string | Snapshot, after: string | Snapshot, rules: readonly VolatileRule[] = []) {
  const [last, now] = [before, after].map((one) => (typeof one === 'string' ? page(one) : one)) as [
    Snapshot,
    Snapshot,
  ];
  return tellChanges(judgeVersions(last, now, rules, asWritten), { last, now, identity: asWritten });
}

describe('places', () => {
  test('a change has the heading above it; what is gone, the heading that was above it', () => {
    const { changes } = tell(
      '<p>intro</p><h2>Old prices</h2><p>The chair costs 29 euros now</p><h2>Rest</h2><p>some words here</p>',
      '<p>intro</p><h2>Old prices</h2><p>The chair costs 31 euros now</p><h2>Rest</h2>',
    );
    expect(changes.map(({ flag, heading }) => [flag, heading])).toEqual([
      ['changed', 'Old prices'],
      ['gone', 'Rest'],
    ]);
  });

  test('the sign of a link behind a heading is no part of it', () => {
    const guide = (tool: string) =>
      `<h1>MkDocs<a href=#mkdocs>\uf0c1</a></h1><p>Begin with ${tool} first</p><h2>Themes <a href=#themes>¶</a></h2><p>Write ${tool} there</p>`;
    const { changes } = tell(guide('pip'), guide('pipx'));
    expect(changes.map(({ heading }) => heading)).toEqual(['MkDocs', 'Themes']);
  });

  test('no heading of the text is that of the footer, the sidebar or the navigation', () => {
    const frame = (year: number) =>
      `<header><nav><a href=/>Home ${year}</a></nav><p>Press ${year}</header><main><h1>Tea</h1><p>Green tea ${year}</main>` +
      `<div><aside><h3>Latest</h3><p>Storm of ${year}</aside></div><footer><p>© ${year}</footer>`;
    const { changes } = tell(frame(2025), frame(2026));
    expect(changes.map(({ area, heading }) => [area, heading])).toEqual([
      ['navigation', null],
      ['header', null],
      ['main', 'Tea'],
      ['sidebar', 'Latest'],
      ['footer', null],
    ]);
  });

  test('the footer of an article belongs to its text, and the heading of another card is not above', () => {
    const card = (price: number) =>
      `<main><h1>Shop</h1><article><h2>Chair</h2><p>Oak</p></article><article><div><h2>Table</h2></div><div><p>Costs ${price} euros</div><footer><p>Left: ${price}</footer></article></main>`;
    const { changes } = tell(card(5), card(7));
    expect(changes.map(({ area, heading }) => [area, heading])).toEqual([
      ['main', 'Table'],
      ['main', 'Table'],
    ]);
  });

  test('what moved knows where it was', () => {
    const [moved] = tell(
      '<h2>One</h2><p>alpha beta gamma</p><p>x y z</p><h2>Two</h2><p>delta</p><p>epsilon</p>',
      '<h2>One</h2><p>x y z</p><h2>Two</h2><p>delta</p><p>epsilon</p><p>alpha beta gamma</p>',
    ).changes;
    expect(moved).toMatchObject({ flag: 'moved', heading: 'Two', movedFrom: { heading: 'One' } });
  });
});

test('a text that a rule has seen rotate is noise; another one may be an edit', () => {
  const shop = (price: number, advert: string) =>
    page(
      `<h1>Shop</h1><p>The chair costs ${price} euros</p><aside><p>${advert}</p></aside><p>Open all day</p>`,
    );
  const rules = learnVolatileRules(shop(29, 'Buy boats'), shop(29, 'Visit mountains soon'));
  const noiseOf = (advert: string) =>
    tell(shop(29, 'Buy boats'), shop(31, advert), rules).changes.map(({ isNoise }) => isNoise);
  expect(noiseOf('Visit mountains soon')).toEqual([false, true]);
  expect(noiseOf('We close for good')).toEqual([false, false]);
  const [, noise] = tell(shop(29, 'Buy boats'), shop(31, 'Visit mountains soon'), rules).changes;
  expect(noise?.rules).toEqual([rules[0]?.id]);
});

describe('noise inside a change', () => {
  const lamp = (seen: number, price: number, advert = 'a') =>
    page(
      `<h1>Lamps</h1><p>Seen by ${seen} people today, costs <a href=/buy>${price} €</a> with tax <a href="/ad?code=${advert}">now</a>.</p>`,
    );
  const rules = learnVolatileRules(lamp(6869, 40, 'x1'), lamp(1374, 40, 'y2'));
  const told = (before: Snapshot, after: Snapshot) => tell(before, after, rules).changes;

  test('is neither marked nor listed among the links', () => {
    const [change] = told(lamp(6869, 40, 'x1'), lamp(1374, 35, 'z3'));
    expect(change).toMatchObject({ isNoise: false, noise: [{ before: '6869', after: '1374' }] });
    expect(change?.links).toEqual({ added: [], removed: [] });
    const words = diffWords(change?.before ?? '', change?.after ?? '', change?.noise);
    expect(words.filter(({ kind }) => kind !== 'same').map(({ text }) => text.trim())).toEqual(['40', '35']);
  });

  test('does not keep the same edit of two pages apart', () => {
    const [one, other] = [told(lamp(6869, 40), lamp(1374, 35)), told(lamp(5000, 40), lamp(5100, 35))].map(
      (changes) => Buffer.from(groupKeys(changes)),
    );
    expect(one).toEqual(other);
  });

  test('an age beside the edit is no part of it', () => {
    const post = (hours: number, price: number): Snapshot => ({
      ...page(`<p>Updated ${hours} hours ago: the lamp costs ${price} €.</p>`),
      at: Date.UTC(2026, 10, 19, hours),
    });
    const [change] = told(post(2, 40), post(5, 35));
    expect(change?.noise).toEqual([{ before: '2 hours ago', after: '5 hours ago' }]);
    const words = diffWords(change?.before ?? '', change?.after ?? '', change?.noise);
    expect(words.filter(({ kind }) => kind !== 'same').map(({ text }) => text.trim())).toEqual(['40', '35']);
  });
});

describe('what is kept is bounded', () => {
  test('of a long text the part in which it differs, with the words around it', () => {
    const words = (one: string) => `<p>${'before '.repeat(20_000)}${one} ${'after '.repeat(20_000)}`;
    const [change] = tell(words('18.50'), words('16.90')).changes;
    expect(change?.isCut).toBe(true);
    expect(change?.before).toMatch(/^… before .* 18\.50 after .* …$/);
    expect(change?.after).toMatch(/^… before .* 16\.90 after .* …$/);
    expect(change?.before?.length).toBeLessThan(1000);
  });

  test('of a long new text its beginning', () => {
    const [change] = tell('<p>one', `<p>one<p>${'word '.repeat(1_000_000)}`).changes;
    expect(change?.isCut).toBe(true);
    expect(change?.after?.length).toBeLessThan(8100);
  });

  test('of two versions that share nothing, a part; the rest is counted', () => {
    const words = (seed: number) =>
      Array.from({ length: 30_000 }, (_, place) => `<p>w${seed}x${place} v${seed}x${place} words`).join('');
    const { changes, more } = tell(words(1), words(2));
    expect(changes).toHaveLength(500);
    expect(changes.length + more).toBe(1000);
    expect(changes[0]?.reason).toContain('59,000 more differ');
    expect(changes.some(({ isNoise }) => isNoise)).toBe(false);
  });
});
