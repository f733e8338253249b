import { trimHtmlSpace } from './page-text.ts';

/**
 * The URL of `<meta http-equiv=refresh content="5; url='next.html'">`, read as a browser does (HTML 4.2.5.3,
 * shared declarative refresh steps). Null when the page only reloads itself, or when the content is no refresh.
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
