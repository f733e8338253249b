import { over, type Way, written } from './way.ts';

/** The elements that lead to other pages. */
export const elementWays: readonly Way[] = [
  written('a', (from, href) => from.add(`<a href="${href}">next</a>`)),
  written('a without quotes', (from, href) => from.add(`<a class=x href=${href}>next</a>`)),
  written('a in capitals', (from, href) => from.add(`<A CLASS="x" HREF='${href}'>next</A>`)),
  written('a in a table', (from, href) => from.add(`<table><tr><td><a href="${href}">x</table>`)),
  written('a with an absolute address', (from, href, { place }) =>
    from.add(`<a href="${place.origin}${href}">next</a>`),
  ),
  written('a that is never closed', (from, href) => from.add(`<b><i><a href="${href}">next<p>more`)),
  written('a in svg', (from, href) => from.add(`<svg><a xlink:href="${href}"><text>x</text></a></svg>`)),
  written('a in noscript', (from, href) => from.add(`<noscript><a href="${href}">x</a></noscript>`)),
  written('area', (from, href) => from.add(`<map name="m"><area shape="rect" href="${href}"></map>`)),
  written('iframe', (from, href) => from.add(`<iframe src="${href}"></iframe>`)),
  written('link rel=next', (from, href) => from.head(`<link rel="next" href="${href}">`)),
  written('link rel=prev', (from, href) => from.head(`<link rel=prev href="${href}">`)),
  written('link rel=alternate', (from, href) =>
    from.head(`<link rel="alternate" hreflang="de" href="${href}">`),
  ),
  over('frameset', (site, target, between) =>
    site.document(between, 'text/html', () =>
      Buffer.from(
        `<html><head><title>f</title></head><frameset cols="50%,50%"><frame src="${target.replaceAll('&', '&amp;')}"></frameset></html>`,
      ),
    ),
  ),
  over('meta refresh', (site, target, between) =>
    site
      .page(between)
      .head(`<meta http-equiv="Refresh" content="5; URL='${target.replaceAll('&', '&amp;')}'">`),
  ),
  over('canonical', (site, target, between) =>
    site.page(between).head(`<link rel="canonical" href="${target.replaceAll('&', '&amp;')}">`),
  ),
  over('XHTML', (site, target, between) =>
    site.document(between, 'application/xhtml+xml', () =>
      Buffer.from(
        `<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><a href="${target.replaceAll('&', '&amp;')}"/></body></html>`,
      ),
    ),
  ),
  over('no content type', (site, target, between) =>
    site.document(between, null, () =>
      Buffer.from(`<!doctype html><a href="${target.replaceAll('&', '&amp;')}">x</a>`),
    ),
  ),
];
