import { describe, expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import { judgeChanges } from './judge-changes.ts';
import { SiteTimes } from './site-times.ts';
import { explainRule, type TimeRule } from './volatile-rule.ts';

const leavesOf = (html: string) => segmentHtml(Buffer.from(html)).leaves;
const start = Date.UTC(2026, 10, 16, 12);
const minute = 60_000;
const host = 'a.org';

/** A page that says, `minutes` after the start, that something was done that many minutes ago. */
const snapshot = (after: number, ago: number | string, own = 'Boats') => ({
  segments: leavesOf(`<h1>${own}</h1><div><p>Updated ${ago} min. ago</p></div>`),
  at: start + after * minute,
});
const page = (name: string, after: number, ago: number) => ({
  url: `https://a.org/${name}`,
  host,
  snapshot: snapshot(after, ago, name),
});

/** What is learned from these pages, in this order, and whether it is refuted by then. */
function learn(...pages: readonly ReturnType<typeof page>[]) {
  const times = new SiteTimes();
  const rules = pages.flatMap((one) => times.observe(one));
  return { times, rules };
}

describe('the moment that pages say is that of the site', () => {
  test('when three of them say the same', () => {
    expect(learn(page('a', 0, 42), page('b', 1, 43)).rules).toEqual([]);
    const { rules } = learn(page('a', 0, 42), page('b', 1, 43), page('c', 2, 44), page('d', 3, 45));
    expect(rules.map(explainRule)).toEqual(['all pages say the same moment at div/p: "Updated 44 min. ago"']);
    expect(rules[0]).toMatchObject({ seenOn: ['a', 'b', 'c'].map((name) => `https://a.org/${name}`) });
  });

  test.each(['2 hours', '2 days'])(
    'but not when they say it less exactly: many things were %s ago',
    (age) => {
      const days = ['a', 'b', 'c', 'd'].map((name) => {
        const segments = leavesOf(`<p>Updated ${age} ago`);
        return { url: `https://a.org/${name}`, host, snapshot: { segments, at: start } };
      });
      expect(learn(...days).rules).toEqual([]);
    },
  );

  test('nor when hours that overlap leave little room', () => {
    const hours = [12, 14, 13, 13].map((age, at) => {
      const segments = leavesOf(`<p>Updated ${age} hours ago`);
      return { url: `https://a.org/${at}`, host, snapshot: { segments, at: start } };
    });
    expect(learn(...hours).rules).toEqual([]);
  });

  test('but not when other pages say nothing of the kind', () => {
    const silent = (name: string) => ({
      url: `https://a.org/${name}`,
      host,
      snapshot: { segments: leavesOf('<p>Boats'), at: start },
    });
    const three = [page('a', 0, 42), page('b', 0, 42), page('c', 0, 42)];
    expect(learn(...['x', 'y', 'z'].map(silent), ...three).rules).toEqual([]);
    const { times, rules } = learn(...three);
    const rule = rules[0] as TimeRule;
    for (const name of ['s', 't', 'u', 'v']) times.observe(silent(name));
    expect(times.isRefuted(host, rule)).toBe(false);
    times.observe(silent('w'));
    expect(times.isRefuted(host, rule)).toBe(true);
  });

  test('one page that is seen three times does not say it for the site', () => {
    expect(learn(page('a', 0, 42), page('a', 1, 43), page('a', 2, 44)).rules).toEqual([]);
  });

  test('when it moves on, it moves on for all pages', () => {
    const { times, rules } = learn(page('a', 0, 42), page('b', 1, 43), page('c', 2, 44), page('d', 20, 1));
    const rule = rules[0] as TimeRule;
    expect(times.isRefuted(host, rule)).toBe(false);
    expect(['a', 'd'].map((name) => times.isSaidBy(`https://a.org/${name}`, host, rule))).toEqual([
      false,
      true,
    ]);
    times.observe(page('e', 21, 2));
    expect(times.isRefuted(host, rule)).toBe(false);
    times.observe(page('f', 22, 64));
    expect(times.isRefuted(host, rule)).toBe(true);
  });

  test('a page that was sent before it moved on, and is looked at later, refutes nothing', () => {
    const { times, rules } = learn(page('a', 0, 42), page('b', 1, 43), page('c', 2, 44), page('d', 20, 1));
    times.observe(page('e', 19, 61));
    expect(times.isRefuted(host, rules[0] as TimeRule)).toBe(false);
  });

  test('pages that say different moments have each their own', () => {
    expect(learn(page('a', 0, 42), page('b', 0, 12), page('c', 0, 55), page('d', 0, 42)).rules).toEqual([]);
  });

  test('a box of the site is distinguished from a box of the page by its path, if both say the same words', () => {
    const boxes = ['a', 'b', 'c', 'd'].map((name, at) => {
      const html = `<div><p>Updated ${10 * at + 9} min. ago</div><div><p>Updated 5 min. ago</div>`;
      return { url: `https://a.org/${name}`, host, snapshot: { segments: leavesOf(html), at: start } };
    });
    expect(learn(...boxes).rules.map(({ place }) => place.path)).toEqual(['div[2]/p']);
  });

  test('the items of a list have each their own', () => {
    const lists = ['a', 'b', 'c', 'd'].map((name, at) => {
      const html = `<ul><li>Written ${3 + 9 * at} min. ago<li>Written ${50 + 9 * at} min. ago</ul>`;
      return { url: `https://a.org/${name}`, host, snapshot: { segments: leavesOf(html), at: start } };
    });
    expect(learn(...lists).rules).toEqual([]);
  });
});

describe('once it is known', () => {
  const { rules } = learn(page('a', 0, 42), page('b', 0, 42), page('c', 0, 42));

  test('another moment there is noise', () => {
    const [judged, ...others] = judgeChanges(snapshot(0, 42), snapshot(60, 5), rules);
    expect(others).toEqual([]);
    expect(judged).toMatchObject({ isNoise: true, isCertain: true, rules });
    expect(judgeChanges(snapshot(0, 42), snapshot(60, 5), [])).toMatchObject([{ isNoise: false }]);
  });

  test('other words are not', () => {
    const edited = { ...snapshot(60, 5) };
    const html = '<h1>Boats</h1><div><p>Updated by Anna 5 min. ago</p></div>';
    const changes = judgeChanges(snapshot(0, 42), { ...edited, segments: leavesOf(html) }, rules);
    expect(changes).toMatchObject([{ isNoise: false }]);
  });

  test('nor are the same words at another kind of place', () => {
    const elsewhere = (after: number, ago: number) => ({
      segments: leavesOf(`<h1>Boats</h1><blockquote><p>Updated ${ago} min. ago</blockquote>`),
      at: start + after * minute,
    });
    expect(judgeChanges(elsewhere(0, 42), elsewhere(60, 5), rules)).toMatchObject([{ isNoise: false }]);
  });

  test('it is not used when the user switched it off', () => {
    const off = rules.map((rule) => ({ ...rule, isOff: true }));
    expect(judgeChanges(snapshot(0, 42), snapshot(60, 5), off)).toMatchObject([{ isNoise: false }]);
  });
});

test('after thousands of texts with an age no further one is remembered', () => {
  const times = new SiteTimes();
  const names = Array.from({ length: 5000 }, (_, n) => `<p>Ann ${n} wrote 5 minutes ago</p>`).join('');
  times.observe({ url: 'https://a.org/list', host, snapshot: { segments: leavesOf(names), at: start } });
  const pages = [page('a', 0, 42), page('b', 1, 43), page('c', 2, 44)];
  expect(learn(...pages).rules).toHaveLength(1);
  expect(pages.flatMap((one) => times.observe(one))).toEqual([]);
});
