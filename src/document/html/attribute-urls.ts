import { isHtmlSpace, trimHtmlSpace } from '../text/white-space.ts';

/** The URLs of a `srcset` (HTML 4.8.4.3.10). Commas separate candidates, but a URL may hold commas itself. */
export function srcsetUrls(srcset: string): readonly string[] {
  const urls: string[] = [];
  const length = srcset.length;
  const isSpaceAt = (place: number): boolean => isHtmlSpace(srcset.charCodeAt(place));
  let position = 0;
  while (position < length) {
    while (position < length && (isSpaceAt(position) || srcset[position] === ',')) position++;
    const start = position;
    while (position < length && !isSpaceAt(position)) position++;
    let end = position;
    while (end > start && srcset[end - 1] === ',') end--;
    if (end > start) urls.push(srcset.slice(start, end));
    if (end === position) position = afterDescriptors(srcset, position);
  }
  return urls;
}

/** A comma inside parentheses belongs to a descriptor that the standard may still define. */
function afterDescriptors(srcset: string, from: number): number {
  let isInParentheses = false;
  let position = from;
  for (; position < srcset.length; position++) {
    const character = srcset[position];
    if (character === '(') isInParentheses = true;
    else if (character === ')') isInParentheses = false;
    else if (character === ',' && !isInParentheses) break;
  }
  return position;
}

/**
 * The URL of `<meta http-equiv=refresh content="5; url='next.html'">`, read as a browser does (HTML 4.2.5.3,
 * shared declarative refresh steps). Null when the page only reloads itself, or when the content is not a refresh.
 */
export function refreshUrl(content: string): string | null {
  const time = /^[\t\n\f\r ]*(?:[0-9]+|(?=\.))[0-9.]*/.exec(content);
  if (time === null) return null;
  const rest = content.slice(time[0].length);
  const separator = /^(?:[\t\n\f\r ]*[;,][\t\n\f\r ]*|[\t\n\f\r ]+)/.exec(rest);
  if (separator === null) return null;
  const target = rest.slice(separator[0].length);
  const named = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i.exec(target);
  const value = named === null ? target : target.slice(named[0].length);
  const quote = value[0];
  if (quote !== '"' && quote !== "'") return orNull(value);
  const end = value.indexOf(quote, 1);
  return orNull(end < 0 ? value.slice(1) : value.slice(1, end));
}

function orNull(url: string): string | null {
  const trimmed = trimHtmlSpace(url);
  return trimmed === '' ? null : trimmed;
}
