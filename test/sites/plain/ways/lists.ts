import type { SiteParts } from '../site-parts.ts';
import type { Way } from './way.ts';

const xml = (text: string): string => text.replaceAll('&', '&amp;');

/** A list is linked from a page, and the page is on the list. */
const listed = (
  name: string,
  type: string,
  how: (href: string) => string,
  list: (address: string, site: SiteParts) => string,
): Way => ({
  name,
  pagesOnTheWay: 1,
  lead: (site, from, target) => {
    const address = `/lists/${site.next()}.xml`;
    from.head(how(address));
    site.document(address, type, () => Buffer.from(list(xml(site.place.origin + target), site)));
  },
});

const feed = (type: string) => (href: string) => `<link rel="alternate" type="${type}" href="${href}">`;
const anchor = (href: string): string => `</head><body><a href="${href}">list</a>`;

/** Feeds and sitemaps that pages link to; those that robots.txt names are in complete-site.ts. */
export const listWays: readonly Way[] = [
  listed(
    'RSS',
    'application/rss+xml',
    feed('application/rss+xml'),
    (address) =>
      `<?xml version="1.0"?><rss version="2.0"><channel><title>t</title><item><title>i</title><link>${address}</link></item></channel></rss>`,
  ),
  listed(
    'RSS as text/xml',
    'text/xml; charset=utf-8',
    feed('application/rss+xml'),
    (address) =>
      `<rss version="2.0"><channel><item><link><![CDATA[${address.replaceAll('&amp;', '&')}]]></link></item></channel></rss>`,
  ),
  listed(
    'Atom',
    'application/atom+xml',
    feed('application/atom+xml'),
    (address) =>
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link rel="alternate" href="${address}"/></entry></feed>`,
  ),
  listed(
    'Atom with xml:base',
    'application/xml',
    feed('application/atom+xml'),
    (address, { place }) =>
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${place.origin}/"><entry><link href="${address.slice(place.origin.length + 1)}"/></entry></feed>`,
  ),
  listed(
    'sitemap that a page links to',
    'application/xml',
    anchor,
    (address) =>
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc> ${address} </loc></url></urlset>`,
  ),
];
