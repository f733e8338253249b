import type { UrlField } from './url-field.ts';

/** Stands where an id was that cannot be cut out without moving what is around it. */
export const PLACEHOLDER = '~';

/** A stretch of a URL that is not part of the page's name. */
export interface Removal {
  readonly field: UrlField;
  /** Null cuts the whole field out with its separator; otherwise only this stretch is replaced by the placeholder. */
  readonly stretch: { readonly start: number; readonly end: number } | null;
}

/** The URL without the removals. All the rest stays byte for byte. */
export function cutFields(url: string, fields: readonly UrlField[], removals: readonly Removal[]): string {
  const whole = new Set(removals.filter(({ stretch }) => stretch === null).map(({ field }) => field));
  const spans = removals.map(({ field, stretch }) =>
    stretch === null
      ? { ...spanOf(field, fields, whole), text: '' }
      : { start: stretch.start, end: stretch.end, text: PLACEHOLDER },
  );
  spans.sort((a, b) => a.start - b.start);
  let result = '';
  let position = 0;
  for (const { start, end, text } of spans) {
    if (start < position) continue;
    result += url.slice(position, start) + text;
    position = end;
  }
  return withPath(result + url.slice(position));
}

/** A parameter goes with the separator before it; the first one leaves its `?` to the next that stays. */
function spanOf(
  field: UrlField,
  fields: readonly UrlField[],
  removed: ReadonlySet<UrlField>,
): { start: number; end: number } {
  if (
    field.carrier === 'segment' &&
    fields.some(({ carrier, cut }) => carrier === 'matrix' && cut === field.end)
  ) {
    return { start: field.start, end: field.end }; // its parameters stay, and so must the slash before them
  }
  if (field.carrier !== 'query') return { start: field.cut, end: field.end };
  const query = fields.filter((other) => other.query === field.query);
  const firstKept = query.find((other) => !removed.has(other));
  const staysBefore = firstKept !== undefined && firstKept.start < field.start;
  if (firstKept === undefined || staysBefore) return { start: field.cut, end: field.end };
  return { start: field.start, end: query[query.indexOf(field) + 1]?.start ?? field.end };
}

/** `http://host` is `http://host/`: cutting the only segment leaves the root. */
function withPath(url: string): string {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0];
  if (authority === undefined || url.charAt(authority.length) === '/') return url;
  return `${authority}/${url.slice(authority.length)}`;
}
