import type { Page, Parameter } from './pages.ts';

/** What a style changes of a page's plain address. */
interface Rewriting {
  readonly scheme?: string;
  readonly host?: string;
  readonly path?: string;
  readonly query?: readonly Parameter[];
  readonly separator?: string;
}

export const address = (page: Page, rewriting: Rewriting = {}): string => {
  const {
    scheme = 'http',
    host = page.host,
    path = page.path,
    query = page.query,
    separator = '&',
  } = rewriting;
  const pairs = query.map(([name, value]) => `${name}=${value}`).join(separator);
  return `${scheme}://${host}${path}${pairs === '' ? '' : `?${pairs}`}`;
};
