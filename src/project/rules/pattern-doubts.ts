import type { UrlPattern } from './url-pattern.ts';

/** What a valid pattern probably does not mean, in words; null when nothing is odd about it. Section 5.6 has the first one. */
export function patternDoubt({ kind, source }: UrlPattern): string | null {
  if (kind !== 'regex') return null;
  // After a file name or a folder: "colou?r=" may well mean what it says.
  const query = /(?:\.\w{1,4}(\w)|(\/))\?(?=[\w.-]+=)/.exec(source);
  if (query !== null) {
    const optional = query[1] ?? query[2];
    return `"${optional}?" means "${optional}" or nothing; write \\? for the question mark of a query`;
  }
  if (/\w\/\*$/.test(source)) {
    return `/* means any number of slashes; write { glob: '${source}' } for what lies below, or leave the * out`;
  }
  return null;
}
