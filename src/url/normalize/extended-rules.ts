import { lowerCaseAroundEscapes } from './percent-escapes.ts';
import type { UrlRule } from './standard-rules.ts';
import { isWebUrl } from './url-parts.ts';

/** E2. May merge different pages: on most servers upper and lower case are two files. */
export const lowerCasePath: UrlRule = {
  name: 'lower-case-path',
  why: 'the server is assumed to ignore the case of paths',
  apply(parts) {
    if (!isWebUrl(parts)) return parts;
    const path = lowerCaseAroundEscapes(parts.path);
    return path === parts.path ? parts : { ...parts, path };
  },
};

/**
 * Names that web servers give to the page of a folder: the four of E2 (E, section 3) and the same two
 * words with the endings of PHP, ASP and JSP. Compared without case: `Default.aspx` is the usual spelling.
 */
const defaultPageNames: ReadonlySet<string> = new Set(
  ['index', 'default'].flatMap((word) =>
    ['html', 'htm', 'php', 'asp', 'aspx', 'jsp'].map((ending) => `${word}.${ending}`),
  ),
);

const longestName = 'default.html'.length;

function isDefaultPageName(segment: string): boolean {
  return segment.length <= longestName && defaultPageNames.has(segment.toLowerCase());
}

/** E2. */
export const defaultPage: UrlRule = {
  name: 'default-page',
  why: 'servers answer a folder with its default page',
  apply(parts) {
    if (!isWebUrl(parts)) return parts;
    const lastSegment = parts.path.lastIndexOf('/') + 1;
    return isDefaultPageName(parts.path.slice(lastSegment))
      ? { ...parts, path: parts.path.slice(0, lastSegment) }
      : parts;
  },
};

/**
 * E2. All slashes at the end are removed, or the next run would remove one more. Two stay: that of the root, which
 * E1 adds, and that of a folder with the name of a default page. Otherwise `/index.html/` would turn into a page
 * that another rule then removes, and `/index.html/index.html` would shrink further with every run.
 */
export const trailingSlash: UrlRule = {
  name: 'trailing-slash',
  why: 'a folder is assumed to be the same with and without a slash at the end',
  apply(parts) {
    const { path } = parts;
    if (!isWebUrl(parts) || path.length < 2 || !path.endsWith('/')) return parts;
    let end = path.length;
    while (end > 1 && path.endsWith('/', end)) end -= 1;
    const lastSegment = path.slice(path.lastIndexOf('/', end - 1) + 1, end);
    return isDefaultPageName(lastSegment) ? parts : { ...parts, path: path.slice(0, end) };
  },
};

/**
 * E2 (E, section 3): finds more equal pages, but merges some that differ, so it is off unless asked for:
 * `normalizeUrl(url, { rules: [...standardRules, ...extendedRules] })`.
 */
export const extendedRules: readonly UrlRule[] = Object.freeze([lowerCasePath, defaultPage, trailingSlash]);
