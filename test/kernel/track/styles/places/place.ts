import type { Random } from '../../../../sites/session-sites/random.ts';
import type { Live } from '../live.ts';
import type { Content, Item, Part } from '../styled-page.ts';

/** What the places of one site share. */
export interface Stock {
  /** The texts of the site's lists, steady and drawn. */
  readonly names: readonly Item[];
  readonly adverts: readonly string[];
  /** For choices that are the same on all pages. */
  readonly seed: string;
  /** Where the site's calendar begins. */
  readonly startsAt: number;
  titleOf(key: string): string;
  /** Addresses of pages that are there at the first visit. */
  readonly addresses: readonly string[];
}

/** Something on the pages of a site: what editors wrote, or what changes by itself. */
export interface StyledPlace {
  readonly name: string;
  readonly isSteady: boolean;
  /** Writes ever new addresses of the site's own pages, which can hide everything else: only on sites that ask for it. */
  readonly multipliesPages?: boolean;
  /** What a page has here at first. `shared` makes the same choices on all pages of the site. */
  first(random: Random, stock: Stock, shared: Random): Partial<Content>;
  /** What an answer shows, or only what editors wrote when `live` is null. Null: there is no box at all. */
  draw(content: Content, live: Live | null, stock: Stock): readonly Part[] | null;
}
