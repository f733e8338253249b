import { ids } from '../../../sites/session-sites/ids.ts';
import type { Random } from '../../../sites/session-sites/random.ts';

/** What a server gives a visitor who has none yet. Few sites use both. */
export interface Session {
  readonly id: string;
  readonly second: string;
}

/** How a site writes sessions into the addresses of its pages. */
export interface AddressStyle {
  readonly name: string;
  write(key: string, session: Session): string;
  /** The page that an address means, and the id of the session in it. */
  read(target: string): { readonly key: string; readonly id: string | null };
  /** Whether a visitor without an id is sent to an address with one, after a cookie was set. */
  readonly redirects: boolean;
}

const withQuery = (target: string, field: string): string =>
  `${target}${target.includes('?') ? '&' : '?'}${field}`;

/** Removes fields from a query. The second result has their values. */
export function withoutField(target: string, name: string): readonly [string, string | null] {
  const [path = '', query] = target.split(/\?(.*)/s, 2);
  if (query === undefined) return [target, null];
  const fields = query.split('&');
  const found = fields.find((field) => field.startsWith(`${name}=`));
  const kept = fields.filter((field) => !field.startsWith(`${name}=`) && field !== '').join('&');
  return [kept === '' ? path : `${path}?${kept}`, found?.slice(name.length + 1) ?? null];
}

const noSession: AddressStyle = {
  name: 'none',
  write: (key) => key,
  read: (target) => ({ key: target, id: null }),
  redirects: false,
};

/** `/s/ID/news`. The address of the front page has no id, because visitors type it. */
const pathSegment: AddressStyle = {
  name: 'path segment',
  write: (key, { id }) => (key === '/' ? key : `/s/${id}${key}`),
  read: (target) => {
    const [found = '', id = null] = /^\/s\/([^/]*)(?=\/)/.exec(target) ?? [];
    return { key: target.slice(found.length), id };
  },
  redirects: false,
};

/** `/news;jsessionid=ID?page=2` */
const pathParameter: AddressStyle = {
  name: 'path parameter',
  write: (key, { id }) => {
    const [path = '', query] = key.split('?', 2);
    return `${path};jsessionid=${id}${query === undefined ? '' : `?${query}`}`;
  },
  read: (target) => ({
    key: target.replace(/;jsessionid=[^?]*/, ''),
    id: /;jsessionid=([^?]*)/.exec(target)?.[1] ?? null,
  }),
  redirects: false,
};

/** `/news?sid=ID`, before or after the page's own parameters. */
const queryParameter = (parameter: string, comesFirst: boolean): AddressStyle => ({
  name: 'query parameter',
  write: (key, { id }) => {
    const [path = '', query] = key.split('?', 2);
    return comesFirst && query !== undefined
      ? `${path}?${parameter}=${id}&${query}`
      : withQuery(key, `${parameter}=${id}`);
  },
  read: (target) => {
    const [key, id] = withoutField(target, parameter);
    return { key, id };
  },
  redirects: false,
});

/** `/news/article-12_ID?x=1`: the file name ends in the id. */
const endOfFileName = (separator: string): AddressStyle => ({
  name: 'end of the file name',
  write: (key, { id }) => {
    if (key === '/') return key;
    const [path = '', query] = key.split('?', 2);
    return `${path}${separator}${id}${query === undefined ? '' : `?${query}`}`;
  },
  read: (target) => {
    const [path = '', query] = target.split(/\?(.*)/s, 2);
    const at = path.indexOf(separator);
    if (at === -1) return { key: target, id: null };
    return {
      key: `${path.slice(0, at)}${query === undefined ? '' : `?${query}`}`,
      id: path.slice(at + separator.length),
    };
  },
  redirects: false,
});

/** `/u/ID/news?visitor=ID`: two independent ids. */
const twoIds: AddressStyle = {
  name: 'two ids',
  write: (key, { id, second }) => (key === '/' ? key : withQuery(`/u/${id}${key}`, `visitor=${second}`)),
  read: (target) => {
    const [found = '', id = null] = /^\/u\/([^/]*)(?=\/)/.exec(target) ?? [];
    const [key] = withoutField(target.slice(found.length), 'visitor');
    return { key, id };
  },
  redirects: false,
};

const cookieThenAddress: AddressStyle = {
  ...queryParameter('sid', false),
  name: 'cookie, then address',
  redirects: true,
};

export const sessionStyles = [
  'path segment',
  'path parameter',
  'query parameter',
  'end of the file name',
  'two ids',
  'cookie, then address',
] as const;
export type SessionStyle = (typeof sessionStyles)[number];

export function addressStyle(style: SessionStyle | null, random: Random): AddressStyle {
  switch (style) {
    case null:
      return noSession;
    case 'path segment':
      return pathSegment;
    case 'path parameter':
      return pathParameter;
    case 'query parameter':
      return queryParameter(random.pick(['sid', 'PHPSESSID', 's', 'session_key']), random.chance(0.3));
    case 'end of the file name':
      return endOfFileName(random.pick(['_', ',', '~']));
    case 'two ids':
      return twoIds;
    case 'cookie, then address':
      return cookieThenAddress;
  }
}

/** What the ids of a site look like. */
export const idMakers = [
  ids.hex32,
  ids.lower26,
  ids.base62(20),
  ids.mixedUpper(24),
  ids.decimal(18),
  ids.uuid,
] as const;
