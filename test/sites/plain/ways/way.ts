import type { PageDraft, SiteParts } from '../site-parts.ts';

/** One kind of link: leads a crawler from a page to a new one that it can find in no other way. */
export interface Way {
  readonly name: string;
  /** The most pages that it adds besides the one it leads to. */
  readonly pagesOnTheWay: number;
  /** `target` is the address of the new page, path and query, as the site spells it. */
  lead(site: SiteParts, from: PageDraft, target: string): void;
}

/** A way that only writes something into the page. */
export const written = (
  name: string,
  write: (from: PageDraft, href: string, site: SiteParts) => void,
): Way => ({
  name,
  pagesOnTheWay: 0,
  lead: (site, from, target) => write(from, target.replaceAll('&', '&amp;'), site),
});

/** A way over a page of its own, which holds the link. */
export const over = (
  name: string,
  write: (site: SiteParts, target: string, between: string) => void,
): Way => ({
  name,
  pagesOnTheWay: 1,
  lead: (site, from, target) => {
    const between = `/over/${name.replaceAll(' ', '-')}/${site.next()}`;
    from.add(`<a href="${between}">on</a>`);
    write(site, target, between);
  },
});
