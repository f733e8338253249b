import { lowerCaseAroundEscapes } from '../percent-escapes.ts';
import type { UrlRule } from '../url-rule.ts';

/**
 * E1, table 1, syntax-based i. Parsing does it for http and its kin; hosts of other schemes it leaves as they are.
 *
 * The table says "authority", RFC 3986 (6.2.2.1) says "host": user names and passwords keep their case, because
 * a password in lower case is another password.
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
