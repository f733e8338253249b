import { UrlError } from '../errors.ts';

/**
 * The absolute URL that `input` means, as the WHATWG standard (and so every browser) reads it: its `href`.
 *
 * A blank `input` is the base itself, as `<a href="">` is a link to its own page; without a base it is URL_EMPTY.
 * Throws UrlError and nothing else, whatever a JavaScript caller passes.
 */
export function parseUrl(input: string, base?: string | URL): string {
  if (typeof input !== 'string') {
    throw new UrlError('URL_INVALID', `A URL must be a string, and this is ${kindOf(input)}.`);
  }
  const baseText = base === undefined ? undefined : textOfBase(base);
  // Parse first and look for the cause of an error afterwards: a page with a thousand links must not check its base
  // a thousand times.
  const url = URL.parse(input, baseText);
  if (url !== null) return url.href;
  if (baseText !== undefined && !URL.canParse(baseText)) {
    throw new UrlError(
      'URL_BASE_INVALID',
      `The base ${shown(baseText)} is not an absolute URL: ${describeRefusal(baseText, undefined)}.`,
    );
  }
  if (baseText === undefined && isBlank(input)) throw new UrlError('URL_EMPTY', 'The URL is empty.');
  throw new UrlError('URL_INVALID', `${shown(input)} is not a URL: ${describeRefusal(input, baseText)}.`);
}

function textOfBase(base: string | URL): string {
  if (typeof base === 'string') return base;
  if (base instanceof URL) return base.href;
  throw new UrlError('URL_BASE_INVALID', `A base must be a string or a URL, and this is ${kindOf(base)}.`);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'a list' : `of type ${typeof value}`;
}

const shownLength = 200;

/** Foreign text for use in a message: shortened, with invisible characters as escapes. */
export function shown(text: string): string {
  const quoted = JSON.stringify(text.slice(0, shownLength)).replace(
    /[\p{Cc}\p{Cf}]/gu,
    (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`,
  );
  return text.length <= shownLength ? quoted : `${quoted}... (${text.length} characters)`;
}

/** The schemes whose URLs always have a host (WHATWG URL, section 4.2), and `file`, which may have one. */
const specialSchemes: ReadonlySet<string> = new Set(['http', 'https', 'ws', 'wss', 'ftp', 'file']);

/**
 * What is wrong with a URL that the WHATWG parser refused: the parser itself does not say. `base` is one that parses.
 */
function describeRefusal(input: string, base: string | undefined): string {
  const text = withoutIgnored(input);
  const scheme = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(text)?.[0].toLowerCase();
  if (scheme !== undefined) return describeAuthority(scheme, text.slice(scheme.length + 1));
  if (base === undefined)
    return 'it has no scheme such as https:, and there is no base to resolve it against';
  if (/^[/\\]{2}/.test(text)) return describeAuthority(base.slice(0, base.indexOf(':')).toLowerCase(), text);
  return `nothing can be resolved against the base ${shown(base)}`;
}

/** `rest` is what follows the scheme's colon. */
function describeAuthority(scheme: string, rest: string): string {
  const special = specialSchemes.has(scheme);
  const afterSlashes = special ? rest.replace(/^[/\\]*/, '') : rest.replace(/^\/\//, '');
  const authority = afterSlashes.slice(0, firstOf(afterSlashes, special ? '/\\?#' : '/?#'));
  const hostAndPort = authority.slice(authority.lastIndexOf('@') + 1);
  const bracket = hostAndPort.lastIndexOf(']');
  if (hostAndPort.startsWith('[') && bracket < 0) return 'the [ of its IPv6 address is not closed';
  const colon = hostAndPort.lastIndexOf(':');
  const host = colon > bracket ? hostAndPort.slice(0, colon) : hostAndPort;
  const port = colon > bracket ? hostAndPort.slice(colon + 1) : '';
  if (host === '') return 'it names no host';
  if (scheme === 'file' && port !== '') return 'a file URL cannot have a port';
  if (port !== '' && (!/^[0-9]+$/.test(port) || Number(port) > 65_535)) {
    return `its port ${shown(port)} is not a number from 0 to 65535`;
  }
  if (host.startsWith('[')) return `${shown(host)} is not an IPv6 address`;
  return `${shown(host)} is not a host name or address`;
}

function firstOf(text: string, characters: string): number {
  for (let at = 0; at < text.length; at++) if (characters.includes(text.charAt(at))) return at;
  return text.length;
}

/** The parser drops tabs and line ends anywhere, and control characters and spaces at both ends. */
function withoutIgnored(input: string): string {
  const text = input.replace(/[\t\n\r]/g, '');
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end -= 1;
  return text.slice(start, end);
}

/** Whether the parser would see nothing at all. */
function isBlank(input: string): boolean {
  return withoutIgnored(input) === '';
}
