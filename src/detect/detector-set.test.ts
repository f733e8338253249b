import { describe, expect, test } from 'vitest';
import { compileDetector } from './compile-detectors.ts';
import { DetectError } from './errors.ts';
import { eventOfVisit } from './input/detector-input-of.ts';
import { ResultsMemory } from './memory/results-memory.ts';
import { loadStemmers } from './stem/stemmers.ts';
import { detectorSet, WatchedPage } from './watched-page.example.ts';

const flu = detectorSet([{ name: 'flu', words: ['virus', 'flu'] }]);
const reported = (matches: readonly { readonly detector: string }[]) =>
  matches.map(({ detector }) => detector);

describe('the evidence of a match', () => {
  test('is the page, the segment, the words with their places, the sentence and the reason', () => {
    const html =
      '<title>Health</title><main><p>Winter is here. The <b>flu</b> virus spreads. Stay home.</p></main>';
    const [match] = new WatchedPage(flu, 'https://example.org/a', 7).visit(html);
    expect(match).toEqual({
      detector: 'flu',
      pageId: 7,
      url: 'https://example.org/a',
      title: 'Health',
      event: 'new',
      in: 'added',
      place: {
        segment: expect.stringMatching(/^[\da-f]{16}$/),
        path: 'main/p',
        text: 'Winter is here. The flu virus spreads. Stay home.',
        sentence: 'The flu virus spreads.',
      },
      words: [
        { text: 'flu', start: 20, end: 23 },
        { text: 'virus', start: 24, end: 29 },
      ],
      number: null,
      reason: 'the page now has the words "virus" and "flu"',
    });
  });
});

describe('results are reported once (C6)', () => {
  const story = (more = '') => `<p>The flu virus is here.${more}</p>`;

  test('not again while the page stays as it is, or changes elsewhere', () => {
    const page = new WatchedPage(flu);
    expect(page.visit(story())).toHaveLength(1);
    expect(page.visit(story())).toEqual([]);
    expect(page.visit(`<h1>News</h1>${story()}<p>More</p>`)).toEqual([]);
  });

  test('again when the content around it changes', () => {
    const page = new WatchedPage(flu);
    page.visit(story());
    expect(page.visit(story(' Ten people are ill.'))).toHaveLength(1);
    expect(page.visit(story(' Twelve people are ill.'))).toHaveLength(1);
  });

  test('not for mark-up, a move, another place on the page, or when it was gone for a while', () => {
    const page = new WatchedPage(flu);
    page.visit(`<h1>News</h1>${story()}`);
    expect(page.visit('<h1>News</h1><p>The <b>flu</b> virus is here!</p>')).toEqual([]);
    expect(page.visit(`${story()}<h1>News</h1><h2>The flu virus is here</h2>`)).toEqual([]);
    expect(page.visit('<h1>News</h1>')).toEqual([]);
    expect(page.visit(`<h1>News</h1>${story()}`)).toEqual([]);
  });

  test('a text of few words is reported again in another row or card, not when a number in its row changes', () => {
    const row = (lamp: string, price: string, state: string) =>
      `<tr><td>${lamp}</td><td>${price}</td><td>${state}</td></tr>`;
    const card = (lamp: string, price: string, state: string) =>
      `<div><h3>${lamp}</h3><p>${price} €</p><p><b>${state}</b></p></div>`;
    const set = detectorSet([{ name: 'free', words: ['available'] }]);
    for (const [one, around] of [
      [row, (rows: string) => `<table>${rows}</table>`],
      [card, (cards: string) => `<main>${cards}</main>`],
    ] as const) {
      const page = new WatchedPage(set);
      const visit = (...rows: readonly string[]) => page.visit(around(rows.join(''))).length;
      expect(visit(one('Alpha', '10', 'available'), one('Beta', '20', 'sold out'))).toBe(1);
      expect(visit(one('Alpha', '10', 'available'), one('Beta', '20', 'available'))).toBe(1);
      expect(visit(one('Alpha', '10', 'sold out'), one('Beta', '20', 'available'))).toBe(0);
      expect(visit(one('Alpha', '12', 'available'), one('Beta', '20', 'available'))).toBe(0);
      expect(
        visit(
          one('Gamma', '9', 'available'),
          one('Alpha', '12', 'available'),
          one('Beta', '20', 'available'),
        ),
      ).toBe(1);
    }
  });

  test('what happens again is reported again, but once at each visit', () => {
    const page = new WatchedPage(detectorSet([{ number: { beside: ['price'], below: 30 } }]));
    const visit = (price: string) => page.visit(`<p>The price is ${price}</p><h2>Price ${price}</h2>`).length;
    expect(['34.90', '29.90', '29.90', '34.90', '29.90'].map(visit)).toEqual([0, 1, 0, 0, 1]);
  });

  test('not when a version that was reported before comes back', () => {
    const page = new WatchedPage(flu);
    expect([story(), story(' Ten are ill.'), story()].map((html) => page.visit(html).length)).toEqual([
      1, 1, 0,
    ]);
  });

  test('not after a restart, a rename of the page, or when all segments are read again', () => {
    const page = new WatchedPage(flu);
    page.visit(story());
    page.restart();
    page.url = 'https://example.org/renamed';
    page.forgetSeen();
    expect(page.visit(story())).toEqual([]);
  });

  test('but by each detector, and on each page', () => {
    const both = detectorSet([
      { name: 'a', words: ['flu'] },
      { name: 'b', words: ['virus'] },
    ]);
    expect(reported(new WatchedPage(both).visit(story()))).toEqual(['a', 'b']);
    expect(reported(new WatchedPage(both, 'https://example.org/2', 2).visit(story()))).toEqual(['a', 'b']);
  });

  test('the memory is kept as bytes, and says when they are broken', () => {
    const memory = ResultsMemory.empty.with([
      { high: 1, low: 2 },
      { high: 0xffffffff, low: 3 },
    ]);
    const again = ResultsMemory.fromBytes(memory.toBytes());
    expect([again?.size, again?.has({ high: 0xffffffff, low: 3 }), again?.has({ high: 9, low: 3 })]).toEqual([
      2,
      true,
      false,
    ]);
    expect(ResultsMemory.fromBytes(Uint8Array.of(0, 99))).toBeNull();
    expect(() => ResultsMemory.fromBytes(Uint8Array.of(0, 1, 5))).toThrow(DetectError);
  });
});

describe('the scope of a detector', () => {
  test('is pages by their address', () => {
    const set = detectorSet([{ name: 'news', words: ['flu'], match: ['/news/'] }]);
    expect(reported(new WatchedPage(set, 'https://example.org/news/1').visit('<p>flu</p>'))).toEqual([
      'news',
    ]);
    expect(reported(new WatchedPage(set, 'https://example.org/shop/1').visit('<p>flu</p>'))).toEqual([]);
  });

  test('is a region, whose other changes do not count', () => {
    const page = new WatchedPage(detectorSet([{ words: ['flu'], region: 'main' }]));
    expect(page.visit('<aside>flu</aside><main><p>a</p></main>')).toEqual([]);
    expect(page.visit('<aside>flu</aside><main><p>a</p><p>The flu is here</p></main>')).toHaveLength(1);
  });

  test('is a part of a line', () => {
    const page = new WatchedPage(detectorSet([{ words: ['sale'], region: '.tag' }]));
    expect(page.visit('<p>A lamp on sale <b class=tag>new</b></p>')).toEqual([]);
    expect(page.visit('<p>A lamp on sale <b class=tag>big sale</b></p>')).toHaveLength(1);
    expect(page.visit('<p>Two lamps on sale <b class=tag>big sale</b></p>')).toEqual([]);
  });

  test('is a language', () => {
    const page = new WatchedPage(detectorSet([{ words: ['virus'], language: 'de' }]));
    const matches = page.visit(
      '<p>The virus is one of them.</p><p>Das Virus ist eines von ihnen, und die Lage ist ernst.</p>',
    );
    expect(matches.map(({ place }) => place?.text.slice(0, 3))).toEqual(['Das']);
  });
});

describe('what happens to a page', () => {
  const set = detectorSet(
    ['new', 'missing', 'back', 'failing'].map((event) => ({ name: event, page: [event] })),
  );

  test('is reported each time it happens', () => {
    const page = new WatchedPage(set);
    expect(reported(page.visit('<p>a</p>'))).toEqual(['new']);
    expect(reported(page.visit('<p>b</p>'))).toEqual([]);
    expect(reported(page.miss('missing'))).toEqual(['missing']);
    expect(reported(page.visit('<p>b</p>', 'back'))).toEqual(['back']);
    expect(reported(page.miss('failing'))).toEqual(['failing']);
  });

  test.each([
    ['NEW', [null, null], 'new'],
    ['SAM', ['SAM', null], null],
    ['UPD', ['SAM', 'SAM'], 'updated'],
    ['MIS', ['SAM', 'UPD'], 'missing'],
    ['MIS', ['MIS', 'SAM'], null],
    ['MIS', ['ERR', 'MIS'], null],
    ['MIS', ['ERR', 'ERR'], 'missing'],
    ['ERR', ['UPD', 'SAM'], null],
    ['ERR', ['ERR', 'SAM'], 'failing'],
    ['ERR', ['ERR', 'MIS'], 'failing'],
    ['ERR', ['ERR', 'ERR'], null],
    ['SAM', ['ERR', 'SAM'], null],
    ['UPD', ['ERR', 'SAM'], 'updated'],
    ['SAM', ['ERR', 'ERR'], 'back'],
    ['SAM', ['ERR', 'MIS'], 'back'],
    ['UPD', ['MIS', 'SAM'], 'back'],
    ['NEW', ['MIS', 'ERR'], 'back'],
  ] as const)('%s after %j is %s', (flag, before, event) => {
    expect(eventOfVisit(flag, before)).toBe(event);
  });
});

test.each([
  [
    { name: 'x', words: ['...'] },
    'The detector "x" cannot be used: "..." has no letters or digits to look for.',
  ],
  [{ wrods: ['a'] }, 'A detector cannot be used: "wrods" is no kind of detector.'],
  [{ name: 'x' }, 'The detector "x" cannot be used: it does not say what to look for.'],
  [{ pattern: '(' }, 'A detector cannot be used: "(" is not a valid pattern: missing ).'],
])('%j is refused in words', async (definition, message) => {
  const options = { stemmers: await loadStemmers(), addresses: () => () => true };
  expect(() => compileDetector(definition, options)).toThrow(message);
});
