import { over, type Way } from './way.ts';

/** The target as seen from a folder of the site. */
const relative = (target: string): string => target.slice(1).replaceAll('&', '&amp;');

/** Links that mean something only together with where they stand, or with a `base`. */
export const baseWays: readonly Way[] = [
  over('base with an absolute path', (site, target, between) => {
    const page = site.closedPage(`${between}/a/b/`);
    site.redirect(between, 301, `${between}/a/b/`);
    page.head('<base href="/">');
    page.add(`<a href="${relative(target)}">x</a>`);
  }),
  over('base with an address', (site, target, between) => {
    const page = site.closedPage(between);
    page.head(`<base target="_top"><base href="${site.place.origin}/q/w/e"><base href="/wrong/">`);
    page.add(`<a href="../../${relative(target)}">x</a>`);
  }),
  over('relative base', (site, target, between) => {
    const page = site.closedPage(between);
    page.head('<base href="../../../">');
    page.add(`<a href="${relative(target)}">x</a>`);
  }),
  over('relative link', (site, target, between) => {
    const page = site.closedPage(`${between}/deep/page`);
    site.redirect(between, 302, `${between.slice(between.lastIndexOf('/') + 1)}/deep/page`);
    page.add(`<a href="../../../../${relative(target)}">x</a>`);
  }),
  over('base elsewhere', (site, target, between) => {
    const page = site.closedPage(between);
    page.head(`<base href="${site.place.elsewhere}/">`);
    page.add(
      `<a href="never/out-of-scope">x</a><a href="${site.place.origin}${target.replaceAll('&', '&amp;')}">x</a>`,
    );
  }),
];
