import { textWidth } from './text-width.ts';

export type InkStyle = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'gray';

/** Colours of a terminal. Without colours, `paint` returns the text as it is, and marks must replace the colours. */
export interface Ink {
  readonly isColored: boolean;
  paint(style: InkStyle, text: string): string;
}

export const withoutColors: Ink = { isColored: false, paint: (_, text) => text };

/** A run of text in one style; null for none. */
export interface StyledText {
  readonly text: string;
  readonly style: InkStyle | null;
}

/** Lines of at most `width` columns, broken between words only: a longer word, with the punctuation after it, is not broken. */
export function wrapWords(runs: readonly StyledText[], width: number, ink: Ink): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const { text, style } of runs) {
    for (const word of text.match(/\s*\S+|\s+$/g) ?? []) {
      const columns = textWidth(word);
      const breaks = used > 0 && used + columns > width && /^\s/.test(word);
      if (breaks) {
        lines.push(line);
        line = '';
        used = 0;
      }
      const shown = breaks ? word.trimStart() : word;
      line += style === null ? shown : ink.paint(style, shown);
      used += breaks ? textWidth(shown) : columns;
    }
  }
  return line === '' ? lines : [...lines, line];
}
