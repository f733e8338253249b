import type { UrlRule } from '../url-rule.ts';

/** E1, table 1, scheme-based i; RFC 3986, section 6.2.3. Parsing does it for http and its kin only. */
export const slashAfterAuthority: UrlRule = {
  name: 'slash-after-authority',
  why: 'a URL that ends with its host asks for the root folder',
  apply(parts) {
    return parts.authority !== null && parts.path === '' ? { ...parts, path: '/' } : parts;
  },
};
