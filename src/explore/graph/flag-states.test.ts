import { describe, expect, test } from 'vitest';
import { clickOn, stateAt } from './example-states.example.ts';
import { type FlaggedState, flagStates, type TriedExploration } from './flag-states.ts';
import { matchStates } from './match-states.ts';
import type { Action } from './state-graph.ts';

interface Shown {
  readonly text: string;
  /** What can be pressed, and where it leads: to a state, nowhere, or into a failure; undefined for what was not tried. */
  readonly buttons?: Readonly<Record<string, string | null | Error | undefined>>;
}

/** An exploration of an application that shows these states, by name, the first one first. */
function explored(
  shows: Readonly<Record<string, Shown>>,
): TriedExploration & { readonly texts: readonly string[] } {
  const names = Object.keys(shows);
  const states = Object.values(shows);
  const candidates = states.map(({ buttons = {} }) =>
    Object.keys(buttons).map((label): Action => clickOn(label)),
  );
  const tried = states.flatMap(({ buttons = {} }, from) =>
    Object.entries(buttons).flatMap(([label, to], candidate) => {
      if (to === undefined) return [];
      const transition =
        typeof to === 'string' ? { from, to: names.indexOf(to), action: clickOn(label), distance: 0 } : null;
      return [{ from, candidate, transition, failure: to instanceof Error ? to.message : '' }];
    }),
  );
  return {
    texts: states.map(({ text }) => text),
    candidates,
    tried,
    graph: {
      setting: 'content',
      threshold: 0.03,
      states: states.map(({ text }, number) => stateAt(number, { url: 'https://example.org/', hash: text })),
      transitions: tried.flatMap(({ transition }) => transition ?? []),
      distances: [],
    },
  };
}

/** Share of words that only one of two texts has. */
function apart(one: string, other: string): number {
  const [a, b] = [new Set(one.split(' ')), new Set(other.split(' '))];
  return 1 - a.intersection(b).size / a.union(b).size;
}

function flags(
  before: Readonly<Record<string, Shown>>,
  after: Readonly<Record<string, Shown>>,
): readonly FlaggedState[] {
  const [earlier, later] = [explored(before), explored(after)];
  const distance = (a: number, b: number) => apart(earlier.texts[a] ?? '', later.texts[b] ?? '');
  const matches = matchStates(earlier.graph, later.graph, { distance, limit: 0.5 });
  return flagStates(earlier.graph, later, matches, (a, b) => distance(a, b) > 0);
}

/** `UPD 1-2`: state 1 of the earlier exploration is state 2 of the later one. */
const inShort = (all: readonly FlaggedState[]) =>
  all.map(({ flag, earlier, later }) => `${flag} ${earlier ?? ''}-${later ?? ''}`);

const shop = {
  start: { text: 'Shop', buttons: { Terms: 'terms', Basket: 'basket' } },
  terms: { text: 'Dialog: you may return goods within 14 days', buttons: { Close: 'start' } },
  basket: { text: 'Basket: empty', buttons: { Help: 'help' } },
  help: { text: 'How to fill a basket' },
};

describe('states of two explorations', () => {
  test('that show the same are the same', () => {
    expect(inShort(flags(shop, shop))).toEqual(['SAM 0-0', 'SAM 1-1', 'SAM 2-2', 'SAM 3-3']);
  });

  test('a dialog whose text changed is updated', () => {
    const terms = { ...shop.terms, text: 'Completely other words' };
    const found = flags(shop, { ...shop, terms });
    expect(inShort(found)).toEqual(['SAM 0-0', 'UPD 1-1', 'SAM 2-2', 'SAM 3-3']);
    expect(found[1]?.reason).toBe('known by the same actions');
  });

  test('a button that vanished takes what is behind it along', () => {
    const { basket: _, help: __, ...rest } = shop;
    const found = flags(shop, { ...rest, start: { text: 'Shop', buttons: { Terms: 'terms' } } });
    expect(inShort(found)).toEqual(['SAM 0-0', 'SAM 1-1', 'MIS 2-', 'MIS 3-']);
    expect(found.slice(2).map(({ reason }) => reason)).toEqual([
      'one can no longer click the button “Basket” in state 0',
      'behind state 2, which is gone',
    ]);
  });

  test('a new button leads to a new state, and other numbers confuse nothing', () => {
    const { start, ...rest } = shop;
    const found = flags(shop, {
      start: { ...start, buttons: { Sale: 'sale', ...start.buttons } },
      sale: { text: 'Everything must go today' },
      ...rest,
    });
    expect(inShort(found)).toEqual(['SAM 0-0', 'NEW -1', 'SAM 1-2', 'SAM 2-3', 'SAM 3-4']);
    expect(found[1]?.reason).toBe('new: click the button “Sale” in state 0');
  });

  test('a button with another name that leads to nearly the same is not a new state', () => {
    const start = { text: 'Shop', buttons: { 'Our terms': 'terms', Basket: 'basket' } };
    const terms = { ...shop.terms, text: 'Dialog: you may return goods within 30 days' };
    const found = flags(shop, { ...shop, start, terms });
    expect(inShort(found)).toEqual(['SAM 0-0', 'UPD 1-1', 'SAM 2-2', 'SAM 3-3']);
    expect(found[1]?.reason).toBe('known by the nearest');
  });

  test('a button that now leads elsewhere, or nowhere, makes the state behind it missing', () => {
    const { basket: _, help: __, ...rest } = shop;
    const start = (to: string | null) => ({ text: 'Shop', buttons: { Terms: 'terms', Basket: to } });
    expect(flags(shop, { ...rest, start: start('terms') })[2]).toMatchObject({
      flag: 'MIS',
      reason: 'to click the button “Basket” in state 0 now leads to state 1',
    });
    expect(flags(shop, { ...rest, start: start(null) })[2]).toMatchObject({
      flag: 'MIS',
      reason: 'to click the button “Basket” in state 0 now changes nothing',
    });
  });

  test('what failed is an error, and what was not tried is not judged; neither is gone', () => {
    const { basket: _, help: __, ...rest } = shop;
    const start = (to: Error | undefined) => ({ text: 'Shop', buttons: { Terms: 'terms', Basket: to } });
    expect(inShort(flags(shop, { ...rest, start: start(new Error('it was covered')) }))).toEqual([
      'SAM 0-0',
      'SAM 1-1',
      'ERR 2-',
      'ERR 3-',
    ]);
    const found = flags(shop, { ...rest, start: start(undefined) });
    expect(inShort(found).slice(2)).toEqual(['null 2-', 'null 3-']);
    expect(found[3]?.reason).toBe('behind state 2, which was not reached');
  });

  test('the index is the index, however much it changed', () => {
    expect(inShort(flags(shop, { start: { text: 'We are closed' } }))).toEqual([
      'UPD 0-0',
      'MIS 1-',
      'MIS 2-',
      'MIS 3-',
    ]);
  });
});
