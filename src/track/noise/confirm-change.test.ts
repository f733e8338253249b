import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { confirmChange } from './confirm-change.ts';
import { learnVolatileRules, reviewRules } from './learn-rules.ts';
import type { VolatileRule } from './volatile-rule.ts';

const at = Date.UTC(2026, 10, 16, 10, 30, 15);
const page = (html: string, later = 0): Snapshot => ({
  segments: segmentHtml(Buffer.from(html)).leaves,
  at: at + later,
});

describe('one more fetch separates a change from noise', () => {
  test('what both agree on is the change, what differs is noise and learned', () => {
    const { changes, noise, learned } = confirmChange(
      page('<p>old text here<div>ad one</div><p>end'),
      page('<p>new text here<div>spot two</div><p>end'),
      page('<p>new text here<div>clip three</div><p>end'),
    );
    expect(changes.map(({ change }) => change.after?.text)).toEqual(['new text here']);
    expect(noise.map(({ change }) => change.after?.text)).toEqual(['spot two']);
    expect(learned.map(({ kind, place }) => `${kind} ${place.path}`)).toEqual(['segment div']);
  });

  test('a page that differs only in noise has not changed', () => {
    const { changes } = confirmChange(
      page('<p>Seen 1 times'),
      page('<p>Seen 5 times'),
      page('<p>Seen 6 times'),
    );
    expect(changes).toEqual([]);
  });

  test('an edit inside a volatile paragraph is found', () => {
    const { changes } = confirmChange(
      page('<p>Price 10 EUR, seen 1 times'),
      page('<p>Price 12 EUR, seen 5 times'),
      page('<p>Price 12 EUR, seen 6 times'),
    );
    expect(changes).toHaveLength(1);
  });

  test('what another fetch still has is not gone', () => {
    const { changes } = confirmChange(
      page('<p>a<div>b</div><p>c'),
      page('<p>a<p>c'),
      page('<p>a<div>b</div><p>c'),
    );
    expect(changes).toEqual([]);
  });

  test('a new text in the place of adverts is doubtful until a third fetch', () => {
    const rules = learnVolatileRules(page('<p>a<div>ad one</div><p>b'), page('<p>a<div>spot two</div><p>b'));
    const [last, now, third] = [
      page('<p>a<div>ad one</div><p>b'),
      page('<p>a<div>x y</div><p>b'),
      page('<p>a<div>u v</div><p>b'),
    ];
    const doubtful = confirmChange(last, now, now, { rules });
    expect(doubtful.isDoubtful).toBe(true);
    expect(doubtful.contradicted).toHaveLength(1);
    expect(confirmChange(last, now, [now, third], { rules }).changes).toEqual([]);
  });

  test('a clock that both fetches agree on is noise by the Date', () => {
    const now = page('<p>It is 11:30:15', 3_600_000);
    expect(confirmChange(page('<p>It is 10:30:15'), now, now).changes).toEqual([]);
  });
});

describe('rotating texts share words by chance', () => {
  const advert = (text: string) => page(`<h1>t</h1><p>the old boat in town<aside>${text}</aside><p>end`);

  test('an advert in words that the page and other adverts have', () => {
    const twins = [advert('see the old boat today'), advert('buy a new boat in town')];
    expect(confirmChange(advert('see a new town'), advert('buy the old train'), twins).changes).toEqual([]);
  });

  test('numbers that begin alike', () => {
    const quote = (value: string) => page(`<table><tr><td>Index<td>${value}</table>`);
    expect(confirmChange(quote('18,031'), quote('17,283'), quote('17,769')).changes).toEqual([]);
  });

  test('a time that moved on beside a counter', () => {
    const post = (text: string, later: number) => page(`<p>By us, ${text} comments`, later);
    const day = 86_400_000;
    const confirmed = confirmChange(
      post('1 day ago · 277', 0),
      post('2 days ago · 102', day),
      post('2 days ago · 203', day),
    );
    expect(confirmed.changes).toEqual([]);
  });

  const list = (...items: readonly string[]) =>
    page(`<h1>t</h1><ul>${items.map((item) => `<li>${item}`).join('')}</ul><p>end`);

  test('a list that shows some of many, and one that shows all of them in any order', () => {
    const [last, now] = [list('a b', 'c d', 'e f'), list('g h', 'a b', 'i j')];
    expect(confirmChange(last, now, list('e f', 'k l', 'm n')).changes).toEqual([]);
    expect(confirmChange(last, now, list('e f', 'k l', 'g h')).isDoubtful).toBe(true);
    const all = confirmChange(list('a b', 'c d', 'e f'), list('e f', 'a b'), list('a b', 'e f'));
    expect(all.changes.map(({ change }) => change.before?.text)).toEqual(['c d']);
  });

  test('equal counters have not moved, but a post has', () => {
    const post = (name: string, likes: number) => `<div><h3>${name}</h3><p>${likes} people like this</div>`;
    const posts = (...all: readonly string[]) => page(`<h1>t</h1>${all.join('')}<p>end`);
    const last = posts(post('Ann', 4), post('Bob', 7));
    const now = posts(post('Ann', 7), post('Bob', 9));
    expect(confirmChange(last, now, posts(post('Ann', 9), post('Bob', 2))).changes).toEqual([]);
    const swapped = posts(post('Bob', 7), post('Ann', 3));
    const twin = posts(post('Bob', 5), post('Ann', 6));
    expect(confirmChange(last, swapped, twin).changes.length).toBeGreaterThan(0);
  });
});

const words = ['tide', 'mark', 'noon', '12', '7', 'red', 'blue'];
const text = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(' '));
const block = fc.oneof(
  text.map((inner) => `<p>${inner}`),
  text.map((inner) => `<div>${inner}</div>`),
  fc
    .array(text, { minLength: 1, maxLength: 4 })
    .map((items) => `<ul>${items.map((item) => `<li>${item}`).join('')}</ul>`),
);
const blocks = fc.array(block, { minLength: 1, maxLength: 6 });

test('no rule hides words that are new in both fetches', () => {
  const novelty = fc.constantFrom(
    '<p>storm warning',
    '<div>storm</div>',
    '<p>tide storm noon',
    '<ul><li>storm</ul>',
    '<p>4711',
  );
  fc.assert(
    fc.property(
      blocks,
      blocks,
      blocks,
      blocks,
      novelty,
      fc.nat(6),
      (last, twinA, twinB, current, added, place) => {
        const rules = learnVolatileRules(page(twinA.join('')), page(twinB.join('')));
        const now = page(current.toSpliced(place, 0, added).join(''));
        const { changes } = confirmChange(page(last.join('')), now, now, { rules });
        expect(changes.length).toBeGreaterThan(0);
      },
    ),
    { seed: 40, numRuns: 1500 },
  );
});

test('a page that did not change is never changed, whatever the rules', () => {
  fc.assert(
    fc.property(blocks, blocks, blocks, (last, twinA, twinB) => {
      const rules = learnVolatileRules(page(twinA.join('')), page(twinB.join('')));
      const [old, now] = [page(last.join('')), page(last.join(''))];
      expect(confirmChange(old, now, now, { rules }).changes).toEqual([]);
    }),
    { seed: 41, numRuns: 500 },
  );
});

describe('rules that stop holding withdraw themselves', () => {
  const first = page('<p>a<div>ad one</div><p>b');
  const second = page('<p>a<div>spot two</div><p>b');
  const rules = learnVolatileRules(first, second);

  test('after five pairs of fetches that agree', () => {
    let kept: readonly VolatileRule[] = rules;
    for (let pair = 1; pair < 5; pair++) kept = reviewRules(kept, first, first).kept;
    expect(kept).toHaveLength(1);
    expect(reviewRules(kept, first, first).withdrawn[0]?.reason).toBe('5 pairs of fetches in a row agreed');
  });

  test('not while their place differs now and then', () => {
    const { kept } = reviewRules(reviewRules(rules, first, first).kept, first, second);
    expect(kept[0]?.agreements).toBe(0);
  });

  test('at once when both fetches have new words there', () => {
    expect(reviewRules(rules, first, second, rules).withdrawn).toHaveLength(1);
  });

  test('a page without that place says nothing', () => {
    expect(reviewRules(rules, page('<p>x'), page('<p>x')).kept[0]?.agreements).toBe(0);
  });
});

describe('what stands beside a list in any order', () => {
  const list = (...items: readonly string[]): string =>
    `<h2>Our boats</h2><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul><h2>Offer</h2>`;
  const [tern, gull, wren, owl] = ['the tern sails', 'the gull sails', 'the wren sails', 'the owl sails'];

  test('an item that is gone from it was removed', () => {
    const rules = learnVolatileRules(
      page(`${list(tern, gull, wren)}<p>${owl}`),
      page(`${list(gull, wren)}<p>${tern}`),
    );
    const { changes } = confirmChange(
      page(`${list(tern, gull, wren, owl)}<p>${gull}`),
      page(`${list(wren, tern, owl)}<p>${tern}`),
      page(`${list(owl, wren, tern)}<p>${owl}`),
      { rules },
    );
    expect(changes.map(({ change }) => change.before?.text)).toEqual([gull]);
  });

  test('an advert with the words of an item does not change the item', () => {
    const { changes } = confirmChange(
      page(`${list(tern, gull, wren, owl)}<p>${wren}`),
      page(`${list(owl, wren, tern, gull)}<p>${gull}`),
      page(`${list(owl, gull, wren, tern)}<p>${owl}`),
    );
    expect(changes).toEqual([]);
  });
});

test('an item of a list in any order that leads elsewhere now has changed', () => {
  const list = (...items: readonly (readonly [string, string])[]): string =>
    `<ul>${items.map(([text, to]) => `<li><a href="${to}">${text}</a></li>`).join('')}</ul>`;
  const [tern, gull, wren] = [['Tern', '/1'] as const, ['Gull', '/2'] as const, ['Wren', '/3'] as const];
  const moved = ['Wren', '/9'] as const;
  const { changes } = confirmChange(
    page(list(tern, gull, wren)),
    page(list(gull, moved, tern)),
    page(list(moved, gull, tern)),
  );
  expect(changes.map(({ change }) => change.after?.text)).toEqual(['Wren']);
});

describe('reasons', () => {
  const reasonsOf = (...fetches: readonly [string, string, string]): readonly string[] => {
    const [last, now, twin] = fetches.map((html) => page(html));
    if (last === undefined || now === undefined || twin === undefined) return [];
    return confirmChange(last, now, twin).changes.map(({ reason }) => reason);
  };

  test('name the words that came', () => {
    expect(
      reasonsOf(
        '<p>The boat is blue, seen 4 times',
        '<p>The boat is green, seen 9 times',
        '<p>The boat is green, seen 12 times',
      ),
    ).toEqual(['"green" is new in every fetch']);
  });

  test('or those that went', () => {
    expect(
      reasonsOf(
        '<p>The old boat is blue, seen 4 times',
        '<p>The boat is blue, seen 9 times',
        '<p>The boat is blue, seen 12 times',
      ),
    ).toEqual(['"old" is gone in every fetch']);
  });

  test('a drawn text brings its own link, which is no news', () => {
    expect(
      reasonsOf(
        '<p>a<div><a href="/1">Buy a boat</a></div><p>b',
        '<p>a<div><a href="/2">See the hills</a></div><p>b',
        '<p>a<div><a href="/2">Old lamps for new</a></div><p>b',
      ),
    ).toEqual([]);
  });
});

test('a box that not every answer has does not make the boxes below it change', () => {
  const box = (heading: string, text: string): string => `<div><h2>${heading}</h2><p>${text}</p></div>`;
  const rest = (seen: number): string => box('Visits', `Seen ${seen} times`) + box('Notes', 'Closed');
  const { changes } = confirmChange(
    page(box('Offer', 'Buy a boat') + rest(5)),
    page(rest(9)),
    page(box('Offer', 'See the hills') + rest(12)),
  );
  expect(changes).toEqual([]);
});
