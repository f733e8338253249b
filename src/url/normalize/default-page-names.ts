/**
 * Names under which web servers keep the page of a folder: the four of E2 (E, section 3) and the same two
 * words with the endings of PHP, ASP and JSP. Compared without case: `Default.aspx` is the usual spelling.
 */
const defaultPageNames: ReadonlySet<string> = new Set(
  ['index', 'default'].flatMap((word) =>
    ['html', 'htm', 'php', 'asp', 'aspx', 'jsp'].map((ending) => `${word}.${ending}`),
  ),
);

const longestName = 'default.html'.length;

export function isDefaultPageName(segment: string): boolean {
  return segment.length <= longestName && defaultPageNames.has(segment.toLowerCase());
}
