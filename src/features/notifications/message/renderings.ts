import { type Line, type Span, unpadded } from './styled-line.ts';

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
