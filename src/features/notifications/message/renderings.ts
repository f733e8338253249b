/** A run of text in one style. The text is plain: each medium escapes it in its own way. */
export interface Span {
  readonly text: string;
  readonly style: 'plain' | 'strong' | 'removed' | 'added';
  /** Where it leads, for a link. */
  readonly url?: string;
}

export type Line = readonly Span[];

export const plain = (text: string): Span => ({ text, style: 'plain' });

/** Control characters, and those that change the direction of writing. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text from a stranger's page on one line, with nothing in it that a medium could take for a command. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(/\s+/gu, ' ').replace(unprintable, '\u{fffd}').trim();
}

const characters = new Intl.Segmenter();

/** At most `most` characters, with a mark where something is missing. Never cuts a character in two. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  // Only the character at the cut matters: a character of many code points is at most so long.
  const from = Math.max(0, most - 40);
  let end = from;
  for (const { index, segment } of characters.segment(text.slice(from, most + 20))) {
    if (from + index + segment.length > most - 1) break;
    end = from + index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

/** Text without the spaces around it, and whether there were any. */
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

/** For text and attributes of HTML and XML alike. */
export const escapedMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => references[sign] ?? '');

/** The tags of a medium for each style; those of HTML that nearly everything knows. */
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

/** Every sign that Markdown could read as more than a sign. */
const escapedMarkdown = (text: string): string => text.replace(/[\\`*_{}[\]()#+\-.!|~<>:@]/g, '\\$&');

export function markdown(paragraphs: Paragraphs): string {
  return inLines(
    paragraphs,
    ({ text, style, url }) => {
      // Addresses are linked as they are; in angle brackets nothing else of them is read.
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
