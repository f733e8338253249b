import type { TimeStyle } from '../noise/clock-texts.ts';
import type { Draws } from '../noise/draws.ts';
import type { NoiseKind } from '../noise/noise-kinds.ts';
import type { ShownPage } from '../shown-page.ts';

/** How a site is built; the same for all its pages and visits. */
export interface Look {
  readonly layout: 'semantic' | 'divisions' | 'layout table';
  readonly isAdvertLikeText: boolean;
  readonly times: TimeStyle;
}

/** Everything that is needed to write one response. */
export interface Pen {
  readonly page: ShownPage;
  readonly look: Look;
  readonly draws: Draws;
  has(kind: NoiseKind): boolean;
  /** The address of a page as this visitor sees it. */
  url(key: string): string;
  imageUrl(address: string): string;
  readonly adverts: { readonly many: readonly string[]; readonly few: readonly string[] };
  /** The server's own time, as in the response's Date. */
  readonly at: number;
  /** The time of the first visit by the server's clock. */
  readonly firstAt: number;
  /** The name of the software's build, new at every visit. */
  readonly build: string;
}

/** An opening tag. On some sites attributes come in any order, and class names are random. */
export function tag(pen: Pen, name: string, attributes: Readonly<Record<string, string>> = {}): string {
  const { random } = pen.draws;
  const made = pen.has('element names')
    ? { ...attributes, id: `e${random.text('0123456789abcdef', 8)}` }
    : attributes;
  const written = Object.entries({ class: `c-${name}`, ...made }).map(
    ([key, value]) => `${key}="${value.replaceAll('&', '&amp;')}"`,
  );
  const ordered = pen.has('attribute order') ? random.shuffle(written) : written;
  return `<${[name, ...ordered].join(' ')}>`;
}

export const element = (
  pen: Pen,
  name: string,
  inner: string,
  attributes: Readonly<Record<string, string>> = {},
): string => `${tag(pen, name, attributes)}${inner}</${name}>`;

/** Between two elements. */
export const gap = (pen: Pen): string =>
  pen.has('white space') ? pen.draws.random.pick(['\n', '\n\n', ' ', '\n    ', '\t\n']) : '\n';

/** Text of the page. On some sites its line breaks vary. */
export const text = (pen: Pen, words: string): string =>
  pen.has('white space')
    ? words.replaceAll(' ', () =>
        pen.draws.random.chance(0.15) ? pen.draws.random.pick(['\n', '  ', '\n   ']) : ' ',
      )
    : words;

export const link = (pen: Pen, target: string, words: string): string =>
  element(pen, 'a', text(pen, words), { href: target });
