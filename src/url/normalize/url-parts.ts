/**
 * A URL split at its delimiters (RFC 3986, section 3). Joining the parts gives the same URL back.
 * Rules return a new value, or the same object when they change nothing.
 */
export interface UrlParts {
  /** Without the colon. */
  readonly scheme: string;
  /** Userinfo, host and port as one text; null when the URL has no `//`, which is not the same as an empty one. */
  readonly authority: string | null;
  readonly path: string;
  /** Without the `?`; null when there is none, which is not the same as an empty one (`http://a/?`). */
  readonly query: string | null;
  /** Without the `#`; null when there is none. */
  readonly fragment: string | null;
  /** The path is a single text without a hierarchy, as in `mailto:a@b`: it has no segments. */
  readonly opaque: boolean;
}

/**
 * Precedes a path that starts with `//` when there is no authority, so that its first segment is not read as a
 * host. It belongs to the notation, not to the path (WHATWG URL, section 4.5).
 */
const pathMark = '/.';

/** Splits a URL at its delimiters. Any text with a colon is split, but the parts are meaningful only for the `href` of a parsed URL. */
export function splitUrl(url: string): UrlParts {
  const colon = url.indexOf(':');
  const hash = url.indexOf('#', colon);
  const beforeFragment = hash < 0 ? url.length : hash;
  const mark = url.indexOf('?', colon);
  const beforeQuery = mark < 0 || mark > beforeFragment ? beforeFragment : mark;
  const start = colon + 1;
  const hasAuthority = url.startsWith('//', start);
  let pathStart = start;
  if (hasAuthority) {
    const slash = url.indexOf('/', start + 2);
    pathStart = slash < 0 || slash > beforeQuery ? beforeQuery : slash;
  } else if (url.startsWith('/.//', start)) {
    pathStart = start + pathMark.length;
  }
  return {
    scheme: url.slice(0, colon),
    authority: hasAuthority ? url.slice(start + 2, pathStart) : null,
    path: url.slice(pathStart, beforeQuery),
    query: beforeQuery < beforeFragment ? url.slice(beforeQuery + 1, beforeFragment) : null,
    fragment: hash < 0 ? null : url.slice(hash + 1),
    opaque: url[start] !== '/',
  };
}

export function joinUrl({ scheme, authority, path, query, fragment, opaque }: UrlParts): string {
  let url = `${scheme}:`;
  if (authority !== null) url += `//${authority}`;
  else if (!opaque && path.startsWith('//')) url += pathMark;
  url += path;
  if (query !== null) url += `?${query}`;
  if (fragment !== null) url += `#${fragment}`;
  return url;
}

/** Whether the scheme is http or https. Only such URLs follow the conventions of the web for paths and parameters. */
export function isWebUrl({ scheme }: UrlParts): boolean {
  return scheme === 'http' || scheme === 'https';
}
