/**
 * What kind of page an address probably leads to, by its look: how deep it is, the word before a colon (`File:`, `Category:`),
 * its ending, and the names in its query. Names of folders do not count: many sites give every page its own.
 */
export function addressKind(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  const segments = pathname.split('/');
  const name = segments.at(-1) ?? '';
  const prefix = /^[^:]+(?=:|%3A)/i.exec(name)?.[0] ?? '';
  const ending = /\.[a-z]\w{1,4}$/i.exec(name)?.[0] ?? '';
  const names = [...new Set(searchParams.keys())].sort().join('&');
  return `${host} ${segments.length} ${prefix}:${ending}?${names}`;
}
