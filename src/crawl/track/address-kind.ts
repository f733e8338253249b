/**
 * The probable kind of the page at an address, by the form of the address: its depth, the word before a colon (`File:`, `Category:`),
 * its extension, and the names in its query. Names of folders do not count.
 */
export function addressKind(url: string): string {
  const { host, pathname, searchParams } = partsOf(url);
  const segments = pathname.split('/');
  const name = segments.at(-1) ?? '';
  const prefix = /^[^:]+(?=:|%3A)/i.exec(name)?.[0] ?? '';
  const ending = /\.[a-z]\w{1,4}$/i.exec(name)?.[0] ?? '';
  const names = searchParams === null ? '' : [...new Set(searchParams.keys())].sort().join('&');
  return `${host} ${segments.length} ${prefix}:${ending}?${names}`;
}

/** A normalised address without a query is only cut: this is done for every visit. */
function partsOf(url: string) {
  const cut = /^https?:\/\/([^/?#@]+)(\/[^?#]*)$/.exec(url);
  if (cut === null) return new URL(url);
  return { host: cut[1] ?? '', pathname: cut[2] ?? '', searchParams: null };
}
