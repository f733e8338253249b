import type { UrlRule } from '../url-rule.ts';

/**
 * E1, table 1, syntax-based iii; RFC 3986, section 5.2.4. Parsing resolves them already, escaped dots included;
 * the rule names the step in explanations and keeps the list complete for parts that come from elsewhere.
 */
export const dotSegments: UrlRule = {
  name: 'dot-segments',
  why: '. means the same folder and .. the one above, so the path can be walked beforehand',
  apply(parts) {
    if (parts.opaque || !parts.path.includes('/.')) return parts;
    const path = walk(parts.path);
    return path === parts.path ? parts : { ...parts, path };
  },
};

function walk(path: string): string {
  const walked: string[] = [];
  const segments = path.split('/').slice(1);
  for (const segment of segments) {
    if (segment === '..') walked.pop();
    else if (segment !== '.') walked.push(segment);
  }
  const last = segments.at(-1);
  // A path that ends in a dot segment names a folder: `/a/.` is `/a/`.
  if (last === '.' || last === '..') walked.push('');
  return `/${walked.join('/')}`;
}
