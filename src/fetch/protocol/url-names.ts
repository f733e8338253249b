import { FetchError } from '../errors.ts';

/**
 * File names are bytes in an unknown charset. Here they are strings with one character for each byte (`latin1`), and in
 * URLs they are percent-encoded: nothing is lost, whatever the bytes mean (RFC 3986, section 2.5).
 */
export type ByteString = string;

/** Everything but letters, digits and `-._~!$'()*+,=@`. A `;` would be a type code in FTP (RFC 1738, section 3.2.2). */
const needsEncoding = /[^A-Za-z0-9\-._~!$'()*+,=@]/g;

export function encodeName(name: ByteString): string {
  return name.replace(
    needsEncoding,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

export function decodeName(segment: string): ByteString {
  if (!segment.includes('%')) return segment;
  return segment.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Why a name from a server must not be used, or null. Such a name would lead to another place than the listing says. */
export function nameProblem(name: ByteString): string | null {
  if (name === '') return 'it is empty';
  if (name === '.' || name === '..') return 'it leads to another folder';
  if (name.includes('/')) return 'it contains a slash';
  return name.includes('\0') ? 'it contains NUL' : null;
}

/** Scheme and host. A URL parser would cost time for every file and find the same. */
const beforePath = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** The names in the path of a URL, as bytes. Throws FETCH_URL_INVALID for names that no listing can contain. */
export function namesOf(url: string): readonly ByteString[] {
  const [site] = beforePath.exec(url) ?? [];
  if (site === undefined) throw new FetchError('FETCH_URL_INVALID', `"${url}" is not a URL`, { url });
  const names = url
    .slice(site.length)
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeName);
  for (const name of names) {
    const problem = nameProblem(name);
    if (problem !== null) {
      throw new FetchError('FETCH_URL_INVALID', `${url}: "${encodeName(name)}" is not a name: ${problem}`, {
        url,
      });
    }
  }
  return names;
}

/** The URL of an entry; a folder's URL ends with a slash. */
export function entryUrl(folder: string, name: string, kind: 'file' | 'folder'): string {
  return `${folder}${name}${kind === 'folder' ? '/' : ''}`;
}

/** The URL of a folder, without query, fragment, user and password. */
export function folderUrl(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) throw new FetchError('FETCH_URL_INVALID', `"${url}" is not a URL`, { url });
  const path = parsed.pathname.endsWith('/') ? parsed.pathname : `${parsed.pathname}/`;
  return `${parsed.protocol}//${parsed.host}${path}`;
}

/** A name for messages: one line, whatever the server sent. */
export function shownName(name: ByteString): string {
  return encodeName(name.length > 200 ? `${name.slice(0, 200)}...` : name);
}
