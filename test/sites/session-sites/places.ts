import { address } from './address.ts';
import type { Page, Parameter } from './pages.ts';

/** Where a style writes an id into a page's address. */
export type Place = (page: Page, id: string) => string;

export const lastInQuery =
  (name: string): Place =>
  (page, id) =>
    address(page, { query: [...page.query, [name, id]] });

export const firstInQuery =
  (name: string): Place =>
  (page, id) =>
    address(page, { query: [[name, id], ...page.query] });

/** After the first parameter of the page itself. */
export const amidQuery =
  (name: string): Place =>
  (page, id) =>
    address(page, { query: [...page.query.slice(0, 1), [name, id], ...page.query.slice(1)] });

export const semicolonQuery =
  (name: string): Place =>
  (page, id) =>
    address(page, { query: [...page.query, [name, id]], separator: ';' });

/** `;name=id` after the path, before the query. */
export const matrix =
  (name: string): Place =>
  (page, id) =>
    address(page, { path: `${page.path};${name}=${id}` });

/** A whole segment in front of the page's path, under a fixed folder or at the root. */
export const inFront =
  (before: string, after = ''): Place =>
  (page, id) =>
    address(page, { path: `/${before}${id}${after}${page.path}` });

/** A whole segment after the page's path. */
export const behind =
  (before: string, after = ''): Place =>
  (page, id) =>
    address(page, { path: `${page.path}/${before}${id}${after}` });

/** Inside the last segment, before its extension. */
export const insideSegment =
  (before: string, extension: string): Place =>
  (page, id) =>
    address(page, { path: `${page.path.replace(/\.[a-z]+$/, '')}${before}${id}${extension}` });

/** The link contains the target's address as a parameter, percent-encoded `levels` times. */
export const embedded =
  (script: string, parameter: string, levels: number, inner: Place, more: readonly Parameter[] = []): Place =>
  (page, id) => {
    let target = inner(page, id);
    for (let level = 0; level < levels; level++) {
      const value = encodeURIComponent(target);
      target =
        level + 1 < levels
          ? `http://${page.host}/jump?to=${value}`
          : `http://${page.host}${script}?${parameter}=${value}`;
    }
    return target + more.map(([name, value]) => `&${name}=${value}`).join('');
  };
