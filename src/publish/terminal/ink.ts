export type InkStyle = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'gray';

/** Colours of a terminal. Without them `paint` gives the text back as it is, and marks must tell what colours would. */
export interface Ink {
  readonly isColored: boolean;
  paint(style: InkStyle, text: string): string;
}

export const withoutColors: Ink = { isColored: false, paint: (_, text) => text };
