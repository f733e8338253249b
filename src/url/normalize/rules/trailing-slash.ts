import { isDefaultPageName } from '../default-page-names.ts';
import { isWebUrl } from '../url-parts.ts';
import type { UrlRule } from '../url-rule.ts';

/**
 * E2. All slashes at the end go, or the next run would take one more. Two stay: that of the root, which
 * E1 adds, and that of a folder with the name of a default page, or `/index.html/` would turn into a page
 * that another rule then removes, and `/index.html/index.html` would shrink further with every run.
 */
export const trailingSlash: UrlRule = {
  name: 'trailing-slash',
  why: 'a folder is taken to be the same with and without the slash at its end',
  apply(parts) {
    const { path } = parts;
    if (!isWebUrl(parts) || path.length < 2 || !path.endsWith('/')) return parts;
    let end = path.length;
    while (end > 1 && path.endsWith('/', end)) end -= 1;
    const lastSegment = path.slice(path.lastIndexOf('/', end - 1) + 1, end);
    return isDefaultPageName(lastSegment) ? parts : { ...parts, path: path.slice(0, end) };
  },
};
