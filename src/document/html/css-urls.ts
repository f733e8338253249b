import type { LinkKind } from '../link.ts';
import { isHtmlSpace } from '../text/white-space.ts';

/** Receives what a style sheet refers to. */
type CssUrlReceiver = (kind: Extract<LinkKind, 'css' | 'stylesheet'>, url: string) => void;

/**
 * Finds `url()` and `@import` in a style sheet, or in a `style` attribute, as CSS Syntax 3 reads them: not in comments, not in strings,
 * escapes decoded. One pass; a URL that is cut off at the end still counts, as in CSS.
 */
export function findCssUrls(css: string, receive: CssUrlReceiver): void {
  const length = css.length;
  let position = 0;
  /** The current at-rule, until its `;` or `{`: `@import` takes strings too, `@namespace` names nothing to load. */
  let rule: 'import' | 'namespace' | 'none' = 'none';
  while (position < length) {
    const code = css.charCodeAt(position);
    if (code === 0x2f && css.charCodeAt(position + 1) === 0x2a) {
      const end = css.indexOf('*/', position + 2);
      position = end < 0 ? length : end + 2;
    } else if (code === 0x22 || code === 0x27) {
      const end = stringEnd(css, position + 1, code);
      if (rule === 'import') {
        report(css.slice(position + 1, end), 'stylesheet', receive);
        rule = 'none';
      }
      position = end + 1;
    } else if (code === 0x40) {
      const end = identifierEnd(css, position + 1);
      const name = end - position <= 10 ? css.slice(position + 1, end).toLowerCase() : '';
      rule = name === 'import' || name === 'namespace' ? name : 'none';
      position = Math.max(end, position + 1);
    } else if (code === 0x3b || code === 0x7b) {
      rule = 'none';
      position++;
    } else if (isIdentifier(code)) {
      const end = identifierEnd(css, position);
      if (
        css.charCodeAt(end) !== 0x28 ||
        end - position !== 3 ||
        css.slice(position, end).toLowerCase() !== 'url'
      ) {
        position = end;
        continue;
      }
      const kind = rule === 'import' ? 'stylesheet' : 'css';
      position = readUrl(css, end + 1, (url) => {
        if (rule !== 'namespace') report(url, kind, receive);
      });
      if (rule === 'import') rule = 'none';
    } else {
      position++;
    }
  }
}

/** `start` is the position after `url(`. Returns the position after the `)`. */
function readUrl(css: string, start: number, receive: (raw: string) => void): number {
  let position = start;
  while (isHtmlSpace(css.charCodeAt(position))) position++;
  const quote = css.charCodeAt(position);
  if (quote === 0x22 || quote === 0x27) {
    const end = stringEnd(css, position + 1, quote);
    receive(css.slice(position + 1, end));
    // Only modifiers follow up to the `)`; the scan continues in them.
    return end + 1;
  }
  const first = position;
  let isBad = false;
  let end = -1;
  for (; position < css.length; position++) {
    const code = css.charCodeAt(position);
    if (code === 0x29) break;
    if (code === 0x5c) position++;
    else if (isHtmlSpace(code)) end = end < 0 ? position : end;
    else if (end >= 0 || code === 0x22 || code === 0x27 || code === 0x28) isBad = true;
  }
  const stop = Math.min(position, css.length);
  if (!isBad) receive(css.slice(first, end < 0 ? stop : end));
  return stop + 1;
}

/** The position of the closing quote; a line end or the end of the sheet closes a string as well. */
function stringEnd(css: string, start: number, quote: number): number {
  let position = start;
  for (; position < css.length; position++) {
    const code = css.charCodeAt(position);
    if (code === quote || code === 0x0a || code === 0x0d || code === 0x0c) break;
    if (code === 0x5c) position++;
  }
  return Math.min(position, css.length);
}

function report(raw: string, kind: Parameters<CssUrlReceiver>[0], receive: CssUrlReceiver): void {
  const url = (raw.includes('\\') ? unescapeCss(raw) : raw).trim();
  if (url !== '') receive(kind, url);
}

function unescapeCss(text: string): string {
  return text.replace(
    /\\(?:([0-9a-f]{1,6})(?:\r\n|[\t\n\f\r ])?|(\r\n|[\n\f\r])|([\s\S])|$)/gi,
    (_, hex, line, other) => {
      if (hex === undefined) return line === undefined ? (other ?? '') : '';
      const code = Number.parseInt(hex, 16);
      const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
      return String.fromCodePoint(isCharacter ? code : 0xfffd);
    },
  );
}

function identifierEnd(css: string, start: number): number {
  let position = start;
  while (isIdentifier(css.charCodeAt(position))) position++;
  return Math.min(position, css.length);
}

function isIdentifier(code: number): boolean {
  const letter = code | 0x20;
  return (
    (letter >= 0x61 && letter <= 0x7a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2d ||
    code === 0x5f ||
    code >= 0x80
  );
}
