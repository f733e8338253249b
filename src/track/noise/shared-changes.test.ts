import { describe, expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import { asWritten } from '../compare/segment-links.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { judgeChanges } from './judge-changes.ts';
import { learnVolatileRules } from './learn-rules.ts';
import { SharedChanges } from './shared-changes.ts';
import type { VolatileRule } from './volatile-rule.ts';

const snapshot = (html: string): Snapshot => ({ segments: segmentHtml(Buffer.from(html)).leaves, at: null });
/** A page of its own words below a menu that all pages have. */
const page = (menu: string, own: string) =>
  snapshot(`<nav><div>${menu}</div></nav><main><h1>${own}</h1></main>`);
const changesOf = (before: string, after: string, own = 'Boats') =>
  judgeChanges(page(before, own), page(after, own), []);
const menu = (own?: string) => changesOf('Home and Boats', 'Home and Hills', own);

/** What a run knows after these pages were confirmed or refuted. */
function runAfter(confirmed: number, refuted = 0): SharedChanges {
  const shared = new SharedChanges();
  for (let at = 0; at < confirmed + refuted; at++) {
    const changes = menu(`page ${at}`);
    shared.note(changes, at < confirmed ? changes : [], { identity: `/${at}`, host: 'a' }, asWritten);
  }
  return shared;
}
const isKnown = (
  shared: SharedChanges,
  changes = menu(),
  { host = 'a', rules = [] }: { readonly host?: string; readonly rules?: readonly VolatileRule[] } = {},
) => shared.areKnown(changes, host, rules, asWritten);

describe('a change that further fetches confirmed on other pages', () => {
  test('is known after three pages', () => {
    expect([2, 3].map((pages) => isKnown(runAfter(pages)))).toEqual([false, true]);
  });

  test('one page that is fetched often does not make it known', () => {
    const shared = new SharedChanges();
    for (let fetch = 0; fetch < 5; fetch++)
      shared.note(menu(), menu(), { identity: '/one', host: 'a' }, asWritten);
    expect(isKnown(shared)).toBe(false);
  });

  test('is never known once a further fetch of some page did not have it', () => {
    expect(isKnown(runAfter(5, 1))).toBe(false);
  });

  test('is that of one host', () => {
    expect(isKnown(runAfter(3), menu(), { host: 'b' })).toBe(false);
  });

  test.each([
    ['other words now', changesOf('Home and Boats', 'Home and Tides')],
    ['other words before', changesOf('Home and Tea', 'Home and Hills')],
    ['another link', changesOf('Home and Boats', '<a href="/hills">Home and Hills</a>')],
  ])('does not stand for %s', (_, changes) => {
    expect(isKnown(runAfter(3), changes)).toBe(false);
  });

  test('does not stand for the same words at another kind of place', () => {
    const elsewhere = judgeChanges(snapshot('<p>Home and Boats'), snapshot('<p>Home and Hills'), []);
    expect(isKnown(runAfter(3), elsewhere)).toBe(false);
  });

  test('does not stand for what else changed on the page', () => {
    const both = judgeChanges(page('Home and Boats', 'Ten a pound'), page('Home and Hills', 'Twelve'), []);
    expect(both).toHaveLength(2);
    expect(isKnown(runAfter(3), both)).toBe(false);
  });

  test('proves nothing where texts are drawn', () => {
    const rules = learnVolatileRules(page('Buy a boat', 'Boats'), page('See the hills', 'Boats'));
    expect(rules.map(({ kind }) => kind)).toEqual(['segment']);
    expect(isKnown(runAfter(3), menu(), { rules })).toBe(false);
    const off = rules.map((rule) => ({ ...rule, isOff: true }));
    expect(isKnown(runAfter(3), menu(), { rules: off })).toBe(true);
  });
});

test('of many pages that are believed, a few are looked at again', () => {
  const shared = runAfter(3);
  const looked = Array.from({ length: 70 }, (_, at) => (isKnown(shared) ? [] : at + 1)).flat();
  expect(looked).toEqual([8, 16, 32, 64]);
});

test('a page without a change has none that is known', () => {
  expect(isKnown(runAfter(3), [])).toBe(false);
});

test('the oldest of very many changes is forgotten', () => {
  const shared = runAfter(3);
  const changes = menu();
  const noteOthers = (from: number, to: number) => {
    for (let n = from; n < to; n++)
      shared.note(changes, changes, { identity: '/x', host: `${n}` }, asWritten);
  };
  noteOthers(0, 19_999);
  expect(isKnown(shared)).toBe(true);
  noteOthers(19_999, 20_000);
  expect(isKnown(shared)).toBe(false);
});
