import { describe, expect, test } from 'vitest';
import { pageVersion } from '../../../../test/kernel/track/tracking-parts.ts';
import { asWritten } from '../../../track/index.ts';
import { strictlySame, viewedSnapshot, viewForBoth, wholePage } from './equality.ts';
import { PartialView } from './partial-view.ts';
import { askPlugIn } from './plug-in.ts';

const page = (html: string) => pageVersion('https://example.org/', html);
const view = (parts: Partial<ConstructorParameters<typeof PartialView>[0]>) =>
  new PartialView({ isText: false, only: [], ignore: [], ignoreText: [], ...parts });

describe('strictly the same', () => {
  test.each([
    ['the same page', '<p>a<p>b', '<p>a<p>b', true],
    ['other attributes', '<p>a', '<p class=x>a', true],
    ['other words', '<p>a', '<p>b', false],
    ['another order', '<p>a<p>b', '<p>b<p>a', false],
    ['one more', '<p>a', '<p>a<p>b', false],
    ['another place', '<p>a', '<div><p>a</div>', false],
    ['another link', '<p><a href=/a>x</a>', '<p><a href=/b>x</a>', false],
    ['another picture', '<p><img src=/a>', '<p><img src=/b>', false],
  ])('%s', (_, before, after, expected) => {
    const [last, now] = [page(before).snapshot.segments, page(after).snapshot.segments];
    expect(strictlySame(last, now, asWritten)).toBe(expected);
  });
});

describe('a page that cannot be split into regions', () => {
  const deep = page(`${'<div>'.repeat(100_000)}<main>a</main>`);
  const flat = page('<main>a</main>');
  const main = view({ only: ['main'] });

  test.each([
    ['before', deep, flat],
    ['now', flat, deep],
  ])('is compared as a whole, and says so: %s', (_, last, now) => {
    const chosen = viewForBoth(main, last, now);
    expect(chosen.describe({ level: 'changed', summary: '1 new item' })).toEqual({
      level: 'changed',
      summary: 'compared as a whole, because it cannot be split into regions: 1 new item',
    });
    expect(chosen.describe({ level: 'same signature' })).toEqual({
      level: 'same as chosen',
      reason: 'compared as a whole, because it cannot be split into regions: the same text and links',
    });
  });

  test('a page that can be split is seen through its view', () => {
    expect(viewForBoth(main, flat, flat)).toBe(main);
    expect(viewedSnapshot(main, page('<main>a</main><p>b')).segments.map(({ text }) => text)).toEqual(['a']);
    expect(viewedSnapshot(main, deep)).toBe(deep.snapshot);
  });
});

describe('a part of a page', () => {
  const same = (parts: Parameters<typeof view>[0], before: string, after: string) => {
    const chosen = view(parts);
    const [last, now] = [viewedSnapshot(chosen, page(before)), viewedSnapshot(chosen, page(after))];
    return chosen.compareExactly(last, now, asWritten);
  };

  test('text is the same without its mark-up, however it is divided', () => {
    const reason = { level: 'same as chosen', reason: 'the same text' };
    expect(same({ isText: true }, '<p>a <b>b</b> c', '<p>a b<p>c')).toEqual(reason);
    expect(same({ isText: true }, '<p>a b', '<p>a c')).toBeNull();
  });

  test('an empty page is the same text; an empty region has nothing to compare', () => {
    expect(same({ isText: true }, '', '')).toEqual({ level: 'same as chosen', reason: 'the same text' });
    expect(same({ only: ['.x'] }, '<p>a', '<p>b')).toEqual({
      level: 'same as chosen',
      reason: 'nothing to compare in the chosen regions (.x)',
    });
  });

  test('mark-up counts in regions, but not in text', () => {
    const [before, after] = ['<main><p>a b</main>', '<main><p>a <b>b</b></main>'];
    expect(same({ only: ['main'] }, before, after)).toBeNull();
    expect(same({ only: ['main'], isText: true }, before, after)).toMatchObject({
      reason: 'the same text in the chosen regions (main)',
    });
  });

  test('noise and changes say where they are', () => {
    const chosen = view({ ignore: ['#ads'] });
    expect(chosen.describe({ level: 'only noise', noise: 'a counter' })).toEqual({
      level: 'only noise',
      noise: 'outside the ignored regions (#ads): a counter',
    });
    expect(view({ isText: true }).describe({ level: 'changed', summary: '1 new item' })).toEqual({
      level: 'changed',
      summary: '1 new item',
    });
  });
});

test('the whole page needs no words about what was compared', () => {
  expect(wholePage.describe({ level: 'same bytes' })).toEqual({ level: 'same bytes' });
  expect(wholePage.subject).toBeNull();
});

describe('a plug-in', () => {
  test('may not flood a report', async () => {
    const compare = () => ({ same: false, reason: `a\n ${'b'.repeat(1000)}` });
    const comparison = await askPlugIn({ name: 'x.mjs', compare }, page('<p>a'), page('<p>b'));
    const { summary = '' } = comparison as { readonly summary?: string };
    expect(summary).toBe(`changed according to x.mjs: a ${'b'.repeat(298)}`);
  });

  test('works on copies', async () => {
    const now = page('<p>b');
    const compare = (_: unknown, after: { readonly body: Uint8Array }) => {
      after.body.fill(0);
      return true;
    };
    await askPlugIn({ name: 'x.mjs', compare }, page('<p>a'), now);
    expect(Buffer.from(now.body).toString()).toBe('<p>b');
  });
});
