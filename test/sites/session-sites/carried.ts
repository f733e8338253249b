import { address } from './address.ts';
import type { IdMaker } from './ids.ts';
import { anyPages, type Page, type PageSet } from './pages.ts';
import type { Place } from './places.ts';
import type { Random } from './random.ts';
import { beforeChange, type Rewriter, type Style, type Visit } from './site.ts';

/** A decision that a site makes once, for all sessions. */
const decidedOnce = <K, T>(of: (page: Page) => K, decide: () => T): ((page: Page) => T) => {
  const decided = new Map<K, T>();
  return (page) => {
    const before = decided.get(of(page));
    if (before !== undefined) return before;
    const now = decide();
    decided.set(of(page), now);
    return now;
  };
};
export const decidedPerPage = <T>(decide: () => T) => decidedOnce((page) => page.key, decide);
export const decidedPerKind = <T>(decide: () => T) => decidedOnce((page) => page.kind, decide);

/** The usual style: one id per session, in one kind of place in the links that the server writes. */
export interface Carrying extends Pick<Style, 'name' | 'family' | 'decidable'> {
  readonly id: IdMaker;
  /** A site picks one of these for all its links. */
  readonly places: readonly Place[];
  readonly pages?: PageSet;
  /** Further places: each kind of page picks one of these or the site's own. */
  readonly mixedWith?: readonly Place[];
  /** The share of pages that carry the id; 1 by default. */
  readonly share?: number;
  /** In these visits the server hands out a new id halfway through the links. */
  readonly changesIn?: readonly Visit[];
  /** In these visits links carry no id (the visitor's cookie came back). */
  readonly silentIn?: readonly Visit[];
  /** Which texts count as the id: by default the whole value, none where opinions may differ. */
  readonly shown?: (id: string) => readonly string[];
}

const rewriterOf = (carrying: Carrying, random: Random): Rewriter => {
  const { id: idMaker, shown = (id: string) => [id], share = 1, changesIn = [], silentIn = [] } = carrying;
  const source = (carrying.pages ?? anyPages)(random);
  const main = random.pick(carrying.places);
  const placeOf = decidedPerKind(() => random.pick([main, ...(carrying.mixedWith ?? [])]));
  let carriers = 0;
  // The first pages made, which stay in both lists, always carry it: an id on one link would not be decidable.
  const carries = decidedPerPage(() => carriers++ < 4 || random.chance(share));
  return {
    pages: {
      ...source,
      dynamic: (kinds) => {
        const page = source.dynamic(kinds);
        carries(page);
        return page;
      },
    },
    open: (visit) => {
      const early = idMaker(random);
      const late = changesIn.includes(visit) ? idMaker(random) : early;
      const silent = silentIn.includes(visit);
      return {
        link: (page, progress) =>
          page.dynamic && carries(page) && !silent
            ? placeOf(page)(page, beforeChange(progress) ? early : late)
            : address(page),
        main: silent ? [null] : shown(late),
      };
    },
  };
};

export const carried = (carrying: Carrying): Style => ({
  name: carrying.name,
  family: carrying.family,
  decidable: carrying.decidable,
  make: (random) => rewriterOf(carrying, random),
});
