import type { UrlRule } from '../url-rule.ts';

/** E1, table 1, scheme-based iii. Leave this rule out where places within a page matter. */
export const noFragment: UrlRule = {
  name: 'no-fragment',
  why: 'the fragment is a place within the page and is never sent to the server',
  apply(parts) {
    return parts.fragment === null ? parts : { ...parts, fragment: null };
  },
};
