/** Text in one style. The text is plain: each format escapes it in its own way. */
export interface Span {
  readonly text: string;
  readonly style: 'plain' | 'strong' | 'removed' | 'added';
  /** The target of a link. */
  readonly url?: string;
}

export type Line = readonly Span[];

export const plain = (text: string): Span => ({ text, style: 'plain' });

/** Control characters, and characters that change the direction of writing. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Untrusted text from a page on one line, without characters that a format could read as a command. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(/\s+/gu, ' ').replace(unprintable, '\u{fffd}').trim();
}

const characters = new Intl.Segmenter();

/** At most `most` characters, with an ellipsis where text is cut. Never splits a character. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  // Only the text near the cut is segmented: a character of many code points is not longer than this window.
  const from = Math.max(0, most - 40);
  let end = from;
  for (const { index, segment } of characters.segment(text.slice(from, most + 20))) {
    if (from + index + segment.length > most - 1) break;
    end = from + index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

/** Splits off the spaces around a text; `start` and `end` are one space, or empty if there was none. */
export function unpadded(text: string): {
  readonly start: string;
  readonly inner: string;
  readonly end: string;
} {
  const inner = text.trim();
  return {
    start: inner !== '' && text.trimStart().length < text.length ? ' ' : '',
    inner,
    end: text.trimEnd().length < text.length ? ' ' : '',
  };
}

type Paragraphs = readonly (readonly Line[])[];

const inLines = (paragraphs: Paragraphs, shown: (span: Span) => string, lineBreak: string): string =>
  paragraphs
    .map((lines) => lines.map((line) => line.map(shown).join('')).join(lineBreak))
    .join(lineBreak + lineBreak);

export const plainText = (paragraphs: Paragraphs): string => inLines(paragraphs, ({ text }) => text, '\n');

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text and attributes, in HTML and XML alike. */
export const escapedMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => references[sign] ?? '');

/** The tags of a format for each style. `simpleTags` are HTML tags that nearly every program supports. */
export type MarkupTags = Readonly<
  Record<Exclude<Span['style'], 'plain'>, readonly [open: string, close: string]>
>;

export const simpleTags: MarkupTags = {
  strong: ['<b>', '</b>'],
  removed: ['<s>', '</s>'],
  added: ['<b>', '</b>'],
};

export function markup(paragraphs: Paragraphs, tags: MarkupTags, lineBreak: string): string {
  return inLines(
    paragraphs,
    ({ text, style, url }) => {
      const escaped = escapedMarkup(text);
      const linked = url === undefined ? escaped : `<a href="${escapedMarkup(url)}">${escaped}</a>`;
      const [open, close] = style === 'plain' ? ['', ''] : tags[style];
      return `${open}${linked}${close}`;
    },
    lineBreak,
  );
}

/** Escapes every character that Markdown could read as markup. */
const escapedMarkdown = (text: string): string => text.replace(/[\\`*_{}[\]()#+\-.!|~<>:@]/g, '\\$&');

export function markdown(paragraphs: Paragraphs): string {
  return inLines(
    paragraphs,
    ({ text, style, url }) => {
      // Addresses are shown unchanged: inside angle brackets Markdown reads no other markup.
      if (url !== undefined)
        return `<${encodeURI(decodeSafely(url)).replace(/[<>\s]/g, encodeURIComponent)}>`;
      const { start, inner, end } = unpadded(text);
      if (style === 'plain' || inner === '') return escapedMarkdown(text);
      const mark = style === 'removed' ? '~~' : '**';
      return `${start}${mark}${escapedMarkdown(inner)}${mark}${end}`;
    },
    '\n',
  );
}

function decodeSafely(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
