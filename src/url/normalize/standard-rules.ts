import { lowerCaseAroundEscapes, normalizeEscapes } from './percent-escapes.ts';
import type { UrlParts } from './url-parts.ts';

/** One step of normalisation: two spellings that name the same page become one. */
export interface UrlRule {
  /** Shown when this rule changed a URL. */
  readonly name: string;
  /** One sentence for users: why the two spellings name the same page. */
  readonly why: string;
  /** The same object when nothing changes. Never throws; applied to its own result it changes nothing. */
  apply(parts: UrlParts): UrlParts;
}

/** Table 1, syntax-based ii; RFC 3986, sections 6.2.2.1 (upper case) and 6.2.2.2 (decoding). */
export const percentEncoding: UrlRule = {
  name: 'percent-encoding',
  why: 'an escaped letter, digit or one of -._~ means the character itself, and escapes are written in upper case',
  apply(parts) {
    const authority = parts.authority && normalizeEscapes(parts.authority);
    const path = normalizeEscapes(parts.path);
    const query = parts.query && normalizeEscapes(parts.query);
    const fragment = parts.fragment && normalizeEscapes(parts.fragment);
    const same =
      path === parts.path &&
      query === parts.query &&
      authority === parts.authority &&
      fragment === parts.fragment;
    return same ? parts : { ...parts, authority, path, query, fragment };
  },
};

/**
 * Table 1, syntax-based i. Parsing does it for http and the like, but leaves the hosts of other schemes as they are.
 *
 * The table says "authority", RFC 3986 (6.2.2.1) says "host": user names and passwords keep their case, because
 * a password in lower case is a different password.
 */
export const lowerCaseAuthority: UrlRule = {
  name: 'lower-case-authority',
  why: 'scheme and host name the same server in upper and in lower case',
  apply(parts) {
    const scheme = parts.scheme.toLowerCase();
    const authority = parts.authority === null ? null : lowerCaseHost(parts.authority);
    return scheme === parts.scheme && authority === parts.authority ? parts : { ...parts, scheme, authority };
  },
};

function lowerCaseHost(authority: string): string {
  const host = authority.lastIndexOf('@') + 1;
  return authority.slice(0, host) + lowerCaseAroundEscapes(authority.slice(host));
}

/** IANA's registered ports. The parser handles the first five; the others are schemes whose links a crawler finds. */
const defaultPorts: ReadonlyMap<string, string> = new Map([
  ['http', '80'],
  ['https', '443'],
  ['ws', '80'],
  ['wss', '443'],
  ['ftp', '21'],
  ['ftps', '990'],
  ['sftp', '22'],
  ['ssh', '22'],
  ['telnet', '23'],
  ['gopher', '70'],
  ['nntp', '119'],
  ['imap', '143'],
  ['ldap', '389'],
  ['ldaps', '636'],
  ['rtsp', '554'],
]);

/** Table 1, scheme-based ii; RFC 3986, section 6.2.3. */
export const defaultPort: UrlRule = {
  name: 'default-port',
  why: 'this is the port that the scheme uses when none is given',
  apply(parts) {
    const { authority } = parts;
    if (authority === null) return parts;
    const colon = portColon(authority);
    if (colon < 0) return parts;
    const port = authority.slice(colon + 1);
    const isDefault = port === '' || port === defaultPorts.get(parts.scheme);
    return isDefault ? { ...parts, authority: authority.slice(0, colon) } : parts;
  },
};

/** The position of the port's colon, or -1. Colons in passwords and in IPv6 addresses do not count. */
function portColon(authority: string): number {
  const colon = authority.lastIndexOf(':');
  return colon > authority.lastIndexOf('@') && colon > authority.lastIndexOf(']') ? colon : -1;
}

/** Table 1, scheme-based i; RFC 3986, section 6.2.3. Parsing does it only for http and the like. */
export const slashAfterAuthority: UrlRule = {
  name: 'slash-after-authority',
  why: 'a URL that ends with its host asks for the root folder',
  apply(parts) {
    return parts.authority !== null && parts.path === '' ? { ...parts, path: '/' } : parts;
  },
};

/**
 * Table 1, syntax-based iii; RFC 3986, section 5.2.4. Parsing resolves them already, escaped dots included;
 * the rule names the step in explanations and keeps the list complete for parts that come from elsewhere.
 */
export const dotSegments: UrlRule = {
  name: 'dot-segments',
  why: '. means the same folder and .. the one above, so the path can be resolved in advance',
  apply(parts) {
    if (parts.opaque || !parts.path.includes('/.')) return parts;
    const path = resolveDots(parts.path);
    return path === parts.path ? parts : { ...parts, path };
  },
};

function resolveDots(path: string): string {
  const resolved: string[] = [];
  const segments = path.split('/').slice(1);
  for (const segment of segments) {
    if (segment === '..') resolved.pop();
    else if (segment !== '.') resolved.push(segment);
  }
  const last = segments.at(-1);
  // A path that ends in a dot segment names a folder: `/a/.` is `/a/`.
  if (last === '.' || last === '..') resolved.push('');
  return `/${resolved.join('/')}`;
}

/** Table 1, scheme-based iii. Leave this rule out where places within a page matter. */
export const noFragment: UrlRule = {
  name: 'no-fragment',
  why: 'the fragment is a place within the page and is never sent to the server',
  apply(parts) {
    return parts.fragment === null ? parts : { ...parts, fragment: null };
  },
};

/**
 * Table 1 of the paper on URL signatures: spellings that name the same page according to the URL standards. Redirects, the table's
 * protocol-based step, need the server and happen when a page is fetched.
 *
 * Escapes come first, because the characters that they encode have case (`%41`) and may be dots.
 */
export const standardRules: readonly UrlRule[] = Object.freeze([
  percentEncoding,
  lowerCaseAuthority,
  defaultPort,
  slashAfterAuthority,
  dotSegments,
  noFragment,
]);

/** The same for links whose place within the page matters, as on sites that show `#/news` as a page of its own. */
export const standardRulesKeepingFragment: readonly UrlRule[] = Object.freeze(
  standardRules.filter((rule) => rule !== noFragment),
);
