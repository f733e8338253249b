import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { InputError } from '../../base/index.ts';
import { regionCutter, regionFinder, regionPage } from './cut-regions.ts';

const cut = (html: string, { only = [], ignore = [] }: { only?: string[]; ignore?: string[] }) =>
  regionCutter({ only, ignore })(regionPage(html));

describe('chosen regions', () => {
  it('are all that is left, in the order of the page', () => {
    const html = '<p class=price>1</p><h1>A</h1> x <p class=price>2</p>';
    expect(cut(html, { only: ['.price', 'h1'] })).toBe(
      '<div><p class=price>1</p></div><div><h1>A</h1></div><div><p class=price>2</p></div>',
    );
  });

  it('inside another are there once', () => {
    expect(cut('<div id=a>x<div id=b>y</div></div>', { only: ['#b', '#a'] })).toBe(
      '<div><div id=a>x<div id=b>y</div></div></div>',
    );
  });

  it('end where they end, also without an end tag', () => {
    const html = '<ul><li>one<li>two <b>x</ul><p>para<p>next<div>d</div>tail';
    expect(cut(html, { only: ['li', 'p'] })).toBe(
      '<div><li>one</div><div><li>two <b>x</div><div><p>para</div><div><p>next</div>',
    );
  });

  it('that do not exist leave nothing', () => expect(cut('<p>a</p>', { only: ['main'] })).toBe(''));
});

describe('ignored regions', () => {
  it('are removed, and nothing else changes', () => {
    const html = '<!doctype html><p>a &amp; <i>b</I></p><aside>x</aside><img src=y><script>1<2</script>';
    expect(cut(html, { ignore: ['aside', 'img'] })).toBe(
      '<!doctype html><p>a &amp; <i>b</I></p><script>1<2</script>',
    );
  });

  it('are removed from chosen ones', () => {
    const html = '<main>a<i>1</i>b<i>2</i></main><i>3</i><main>c</main>';
    expect(cut(html, { only: ['main'], ignore: ['i'] })).toBe(
      '<div><main>ab</main></div><div><main>c</main></div>',
    );
  });

  it('around chosen ones leave nothing of them', () => {
    expect(cut('<div><p>a</p><p>b</p></div><p>c</p>', { only: ['p'], ignore: ['div'] })).toBe(
      '<div></div><div></div><div><p>c</p></div>',
    );
  });
});

test('what a selector matches is found as it is written, without what is inside of another match', () => {
  const html = '<ul class=a><li>1<li>2 <ul class=a><li>3</ul></ul><p>x</p>';
  expect(regionFinder('.a')(regionPage(html))).toEqual([
    '<ul class=a><li>1<li>2 <ul class=a><li>3</ul></ul>',
  ]);
  expect(regionFinder('p, h1')(regionPage(html))).toEqual(['<p>x</p>']);
  expect(regionFinder('main')(regionPage(html))).toEqual([]);
  expect(regionFinder('p')(regionPage('<div>'.repeat(100_000)))).toBeNull();
});

test('a page without the region stays as it is, whatever it is', () => {
  void fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('<', '>', '/', 'p', 'a ', '"', '=', '&', '-', '!', 'b') }),
      (html) => {
        expect(cut(html, { ignore: ['main'] })).toBe(html);
      },
    ),
    { seed: 5 },
  );
});

test('cutting the result again changes nothing', () => {
  const part = fc.constantFrom(
    '<p>',
    '</p>',
    '<div>',
    '</div>',
    '<i>',
    '</i>',
    '<li>',
    '<ul>',
    '</ul>',
    'text',
    '<br>',
  );
  void fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const once = cut(parts.join(''), { ignore: ['i'] }) ?? '';
      expect(cut(once, { ignore: ['i'] })).toBe(once);
    }),
    { seed: 5 },
  );
});

describe('a page that would take forever', () => {
  it.each([
    ['100,000 nested tags', '<div>'.repeat(100_000), 'p'],
    [
      '900 nested tags and a selector with many ancestors',
      `${'<div>'.repeat(900)}<p>x`,
      'main div div div p',
    ],
    ['100,000 siblings and a selector that counts them', `<ul>${'<li>a'.repeat(100_000)}`, 'li:nth-child(3)'],
  ])('is given up: %s', (_, html, selector) => expect(cut(html, { only: [selector] })).toBeNull());

  it('is not one of 100,000 elements beside each other, at the top or inside of another', () => {
    const html = '<p>x'.repeat(100_000);
    expect(regionFinder('.nope')(regionPage(html))).toEqual([]);
    expect(regionFinder('p')(regionPage(`<main>${html}`))).toHaveLength(100_000);
  });

  it('is given up for all selectors together, so that a hundred take no longer than one', () => {
    const page = regionPage(`${'<div>'.repeat(900)}<p>x`);
    expect(regionFinder('main div div div p')(page)).toBeNull();
    expect(regionFinder('p')(page)).toBeNull();
  });

  it('does not use up the steps of the next one', () => {
    const cutter = regionCutter({ only: ['li:nth-child(3)'], ignore: [] });
    const html = `<ul>${'<li>a'.repeat(3000)}</ul>`;
    for (let page = 0; page < 3; page++) expect(cutter(regionPage(html))).toBe('<div><li>a</div>');
  });

  it('is not one of many elements', () => {
    const html = '<main>'.concat('<p>hello <b>you</b></p><aside>x</aside>'.repeat(5000), '</main>');
    expect(cut(html, { only: ['main p'], ignore: ['aside'] })).toHaveLength(
      5000 * '<div><p>hello <b>you</b></p></div>'.length,
    );
  });
});

test.each([
  ['main[', 'Expected name, found the end'],
  ['a:b', 'Unknown pseudo-class :b'],
  ['::before', 'Pseudo-elements are not supported'],
  ['a >', 'something is missing next to >, + or ~'],
  [' ', 'it is empty'],
])('"%s" is not a selector', (selector, reason) => {
  expect(() => cut('', { only: ['p', selector] })).toThrow(
    new InputError(`"${selector}" is not a CSS selector: ${reason}`),
  );
});
