import { UrlError } from '../errors.ts';
import { describeRefusal, isBlank, shown } from './describe-refusal.ts';

/**
 * The absolute URL that `input` means, as the WHATWG standard (and so every browser) reads it: its `href`.
 *
 * A blank `input` is the base itself, as `<a href="">` is a link to its own page; without a base it is URL_EMPTY.
 * Throws UrlError, and nothing else whatever a JavaScript caller passes.
 */
export function parseUrl(input: string, base?: string | URL): string {
  if (typeof input !== 'string') {
    throw new UrlError('URL_INVALID', `A URL is a text, and this is ${kindOf(input)}.`);
  }
  const baseText = base === undefined ? undefined : textOfBase(base);
  // Parsing goes first and complaints are looked into afterwards, so that a page's thousand links do not
  // check its base a thousand times.
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
  throw new UrlError('URL_BASE_INVALID', `A base is a text or a URL, and this is ${kindOf(base)}.`);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'a list' : `of type ${typeof value}`;
}
