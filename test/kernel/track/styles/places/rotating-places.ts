import type { Random } from '../../../../sites/session-sites/random.ts';
import type { Live } from '../live.ts';
import type { Item, Part } from '../styled-page.ts';
import type { Stock, StyledPlace } from './place.ts';

const list = (items: readonly Item[]): readonly Part[] => [{ is: 'list', items }];

const byText = (items: readonly Item[]): readonly Item[] =>
  items.toSorted((one, other) => (one.text < other.text ? -1 : 1));

interface Drawing {
  readonly of: number;
  readonly count: (random: Random) => number;
  /** Items keep the order of the pool. */
  readonly inOrder?: boolean;
  /** Each page has a pool of its own. */
  readonly ofPage?: boolean;
  readonly hasLinks?: boolean;
}

/** Each answer shows some of a pool. */
const rotating = (
  name: string,
  { of, count, inOrder = false, ofPage = false, hasLinks = true }: Drawing,
): StyledPlace => ({
  name: `drawn ${name}`,
  isSteady: false,
  first: (random, stock, shared) => {
    const pool = poolOf(stock, ofPage ? random : shared, of);
    return { pool: hasLinks ? pool : pool.map((item) => ({ ...item, to: null })) };
  },
  draw: ({ pool }, live) => {
    if (live === null) return list([]);
    const taken = live.random.shuffle(pool).slice(0, count(live.random));
    return list(inOrder ? pool.filter((item) => taken.includes(item)) : taken);
  },
});

const poolOf = ({ names }: Pick<Stock, 'names'>, random: Random, size: number): readonly Item[] =>
  random.shuffle(names).slice(0, size);

const shuffled: StyledPlace = {
  name: 'any order',
  isSteady: false,
  first: (random, { names }) => ({ items: random.shuffle(names).slice(0, random.between(3, 8)) }),
  draw: ({ items }, live) => list(live === null ? byText(items) : live.random.shuffle(items)),
};

const shuffledAndRotating: StyledPlace = {
  name: 'any order and drawn',
  isSteady: false,
  first: (random, { names }) => {
    const pool = random.shuffle(names).slice(0, 24);
    return { pool, items: random.shuffle(pool).slice(0, 5) };
  },
  draw: ({ items, pool }, live) =>
    live === null
      ? list(byText(items))
      : [...list(live.random.shuffle(items)), ...list(live.random.shuffle(pool).slice(0, 3))],
};

const steadyAndRotating: StyledPlace = {
  name: 'steady and drawn',
  isSteady: false,
  first: (random, { names }) => {
    const pool = random.shuffle(names).slice(0, 24);
    return { pool, items: random.shuffle(pool).slice(0, 6) };
  },
  draw: ({ items, pool }, live) =>
    live === null ? list(items) : [...list(items), ...list(live.random.shuffle(pool).slice(0, 4))],
};

/** One list: first what editors chose, then what rotates. */
const pinnedAndRotating: StyledPlace = {
  name: 'pinned and drawn',
  isSteady: false,
  first: (random, { names }, shared) => ({
    pool: poolOf({ names: names.slice(0, 75) }, shared, 12),
    items: poolOf({ names: names.slice(75) }, random, 3),
  }),
  draw: ({ items, pool }, live) =>
    list([...items, ...(live === null ? [] : live.random.shuffle(pool).slice(0, 3))]),
};

/** A list of the editors with an advert somewhere between its entries. */
const interrupted: StyledPlace = {
  name: 'list with an advert in it',
  isSteady: false,
  first: (random, stock) => ({ items: poolOf(stock, random, random.between(4, 8)) }),
  draw: ({ items }, live, { adverts }) => {
    if (live === null) return list(items);
    const advert: Item = { text: live.random.pick(adverts), detail: '', to: null };
    return list(items.toSpliced(live.random.below(items.length + 1), 0, advert));
  },
};

/** The list is what editors wrote; beside each entry is a value of its own. */
const valuedList = (name: string, value: (live: Live, at: number, stock: Stock) => string): StyledPlace => ({
  name: `list with ${name}`,
  isSteady: false,
  first: (random, { names }) => ({ items: random.shuffle(names).slice(0, random.between(4, 7)) }),
  draw: ({ items }, live, stock) =>
    list(
      items.map((item) => ({ ...item, detail: live === null ? '' : value(live, item.text.length, stock) })),
    ),
});

export const rotatingPlaces: readonly StyledPlace[] = [
  rotating('1 of 3', { of: 3, count: () => 1 }),
  rotating('3 of 8', { of: 8, count: () => 3 }),
  rotating('4 of 12', { of: 12, count: () => 4 }),
  rotating('4 of 12 in order', { of: 12, count: () => 4, inOrder: true }),
  rotating('4 of 12 of the page', { of: 12, count: () => 4, ofPage: true }),
  rotating('4 of 12 without links', { of: 12, count: () => 4, hasLinks: false }),
  rotating('4 of 40', { of: 40, count: () => 4 }),
  rotating('4 of 150', { of: 150, count: () => 4 }),
  rotating('2 to 5 of 12', { of: 12, count: (random) => random.between(2, 5) }),
  rotating('0 to 3 of 8 in order', { of: 8, count: (random) => random.between(0, 3), inOrder: true }),
  shuffled,
  shuffledAndRotating,
  steadyAndRotating,
  pinnedAndRotating,
  interrupted,
  valuedList('counters', ({ random, count }, at) => `${at * 11 + count + random.below(9)} views`),
  valuedList('numbers in brackets', ({ random }) => `(${random.between(1, 99)})`),
  valuedList('ages', ({ now }, at, { startsAt }) => {
    const hours = Math.floor((now - startsAt) / 3_600_000) + at;
    return hours < 24 ? `${hours}h` : `${Math.floor(hours / 24)}d`;
  }),
  valuedList('ages in words', ({ now }, at, { startsAt }) => {
    const hours = Math.floor((now - startsAt) / 3_600_000) + at;
    return hours < 48 ? `${hours} hours ago` : `${Math.floor(hours / 24)} days ago`;
  }),
];
