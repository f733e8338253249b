import type { Page, PageSource } from './pages.ts';
import { type Random, randomOf } from './random.ts';

/** How far down the list of rewritten links a link stands. */
export interface Progress {
  readonly passed: number;
  readonly total: number;
}

/** Where the id changes: about halfway, and earlier in short lists, so that the later id is clearly on most links. */
export const beforeChange = ({ passed, total }: Progress): boolean =>
  passed < total * (total < 20 ? 0.2 : 0.4);

/** One visit to the base page: how this visitor sees every link. */
export interface Session {
  link(page: Page, progress: Progress): string;
  /**
   * What counts as the right answer for this visit's main id; null means "there is none". Left out where the lists
   * cannot tell (two ids on exactly the same links, a clock on every link): then any of several answers is fair.
   */
  readonly main?: readonly (string | null)[];
}

export interface Rewriter {
  readonly pages: PageSource;
  open(visit: Visit): Session;
}

export type Visit = 'a' | 'b' | 'c';

/** One way of writing session ids into links. A new style is one more entry in a family's list. */
export interface Style {
  readonly name: string;
  readonly family: string;
  /** Why a careful reader of the two lists can tell. */
  readonly decidable: string;
  /** Nothing is volatile here: no rule may be learned and nothing removed. */
  readonly withoutIds?: boolean;
  make(random: Random): Rewriter;
}

export interface Link {
  readonly url: string;
  readonly key: string;
}

export interface MainIds {
  readonly a: string | null;
  readonly b: string | null;
}

export interface Site {
  readonly name: string;
  readonly style: Style;
  readonly a: readonly Link[];
  readonly b: readonly Link[];
  /** A third session, with pages that neither list shows. */
  readonly c: readonly Link[];
  /** Acceptable pairs of main ids; undefined where the lists cannot tell. */
  readonly main: readonly MainIds[] | undefined;
}

const sizes = [5, 8, 12, 20, 35, 60, 110, 200];
export const seedsPerStyle = sizes.length;

interface PagesOfVisits {
  readonly a: readonly Page[];
  readonly b: readonly Page[];
  readonly c: readonly Page[];
}

const many = (count: number, make: () => Page): readonly Page[] =>
  Array.from({ length: count }, () => make());

/** Kinds of which several pages stay: only there does a lone new or gone page show that its name is content. */
const settledKinds = (pages: readonly Page[]): readonly number[] =>
  [...Map.groupBy(pages, (page) => page.kind)].filter(([, alike]) => alike.length >= 2).map(([kind]) => kind);

/** Most pages are in both lists, which shows what is constant and what changes; some are new, some gone. */
const pagesOfVisits = (random: Random, source: PageSource, size: number): PagesOfVisits => {
  const stillCount = Math.floor(size * (0.1 + random.below(30) / 100));
  const changed = Math.floor((size - stillCount) / 5);
  const staying = many(Math.max(4, size - stillCount - changed), () => source.dynamic());
  const plain = many(stillCount, () => source.still());
  const kinds = settledKinds(staying);
  const plainKinds = settledKinds(plain);
  const comeOrGone = (): readonly Page[] => [
    ...(kinds.length === 0 ? [] : many(random.between(0, changed), () => source.dynamic(kinds))),
    ...many(source.passing === undefined ? 0 : random.between(1, 3), source.passing ?? source.still),
    ...(plainKinds.length === 0 ? [] : many(random.below(2), () => source.still(plainKinds))),
  ];
  const seen = [...new Set(staying.map((page) => page.kind))];
  const unseen = many(Math.max(2, Math.floor(size / 4)), () => source.dynamic(seen));
  return {
    a: [...staying, ...plain, ...comeOrGone()],
    b: [...staying, ...plain, ...comeOrGone()],
    c: [...random.shuffle(staying).slice(0, Math.ceil(staying.length / 2)), ...plain, ...unseen],
  };
};

const linksOf = (random: Random, pages: readonly Page[], session: Session): readonly Link[] => {
  const repeated = pages.filter(() => random.chance(0.06));
  const order = random.shuffle([...pages, ...repeated]);
  const total = order.filter((page) => page.dynamic).length;
  let passed = 0;
  return order.map((page) => {
    const url = session.link(page, { passed, total });
    if (page.dynamic) passed++;
    const fragment = random.chance(0.05) ? `#${random.pick(['top', 'comments', 'p12', 'main'])}` : '';
    return { url: url + fragment, key: page.key };
  });
};

/** Of several ids the main one is on most links; ties stay open. */
const mostFrequent = (
  answers: readonly MainIds[],
  lists: Pick<Site, 'a' | 'b'>,
): readonly MainIds[] | undefined => {
  const count = (links: readonly Link[], id: string | null): number =>
    id === null ? 0 : links.filter(({ url }) => url.includes(id)).length;
  const counted = answers.map((answer) => ({
    answer,
    links: count(lists.a, answer.a) + count(lists.b, answer.b),
  }));
  const most = Math.max(...counted.map(({ links }) => links));
  return answers.length === 0
    ? undefined
    : counted.filter(({ links }) => links === most).map(({ answer }) => answer);
};

/** Embedded addresses included. */
const secured = (url: string): string => url.replace(/http(?=:\/\/|%3A|%253A)/g, 'https');

/** The same style and seed always give the same site. */
export const siteOf = (style: Style, seed: number): Site => {
  const name = `${style.name}-${seed}`;
  const random = randomOf(name);
  const { pages: source, open } = style.make(random);
  const pages = pagesOfVisits(random, source, sizes[seed % sizes.length] ?? 20);
  const [a, b, c] = [open('a'), open('b'), open('c')];
  const secure = random.chance(0.4);
  const listOf = (of: readonly Page[], session: Session): readonly Link[] =>
    linksOf(random, of, session).map(({ url, key }) => ({ url: secure ? secured(url) : url, key }));
  const lists = { a: listOf(pages.a, a), b: listOf(pages.b, b), c: listOf(pages.c, c) };
  return {
    name,
    style,
    ...lists,
    main: mostFrequent(a.main?.map((id, index) => ({ a: id, b: b.main?.[index] ?? null })) ?? [], lists),
  };
};
