import { lowerCaseAroundEscapes } from '../percent-escapes.ts';
import { isWebUrl } from '../url-parts.ts';
import type { UrlRule } from '../url-rule.ts';

/** E2. May merge different pages: on most servers upper and lower case are two files. */
export const lowerCasePath: UrlRule = {
  name: 'lower-case-path',
  why: 'this server is taken to ignore the case of paths',
  apply(parts) {
    if (!isWebUrl(parts)) return parts;
    const path = lowerCaseAroundEscapes(parts.path);
    return path === parts.path ? parts : { ...parts, path };
  },
};
