import { isDefaultPageName } from '../default-page-names.ts';
import { isWebUrl } from '../url-parts.ts';
import type { UrlRule } from '../url-rule.ts';

/** E2. */
export const defaultPage: UrlRule = {
  name: 'default-page',
  why: 'a folder is answered with its default page',
  apply(parts) {
    if (!isWebUrl(parts)) return parts;
    const lastSegment = parts.path.lastIndexOf('/') + 1;
    return isDefaultPageName(parts.path.slice(lastSegment))
      ? { ...parts, path: parts.path.slice(0, lastSegment) }
      : parts;
  },
};
