import type { SiteParts } from '../site-parts.ts';
import type { Way } from './way.ts';

/** A way over addresses that only send elsewhere. */
const redirected = (name: string, hops: (site: SiteParts, first: string, target: string) => void): Way => ({
  name,
  pagesOnTheWay: 0,
  lead: (site, from, target) => {
    const first = `/moved/${site.next()}`;
    from.add(`<a href="${first}">moved</a>`);
    hops(site, first, target);
  },
});

const single = (status: number): Way =>
  redirected(`redirect ${status}`, (site, first, target) =>
    site.redirect(first, status, site.place.origin + target),
  );

/** Redirects that lead to pages (followed and recorded). */
export const redirectWays: readonly Way[] = [
  ...[301, 302, 303, 307, 308].map(single),
  redirected('redirect to a relative address', (site, first, target) =>
    site.redirect(first, 301, `..${target}#part`),
  ),
  redirected('chain of redirects', (site, first, target) => {
    for (let hop = 0; hop < 15; hop++) {
      site.redirect(hop === 0 ? first : `${first}/${hop}`, 302, hop === 14 ? target : `${first}/${hop + 1}`);
    }
  }),
  redirected('redirect to an address with a session id', (site, first, target) =>
    site.redirect(
      first,
      302,
      `${target}${target.includes('?') ? '&' : '?'}PHPSESSID=k3j5h2g8f7d6s9a1q4w0e5r7t2`,
    ),
  ),
];
