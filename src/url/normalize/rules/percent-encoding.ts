import { normalizeEscapes } from '../percent-escapes.ts';
import type { UrlRule } from '../url-rule.ts';

/** E1, table 1, syntax-based ii; RFC 3986, sections 6.2.2.1 (upper case) and 6.2.2.2 (decoding). */
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
