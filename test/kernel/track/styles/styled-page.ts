/** One entry of a list. */
export interface Item {
  readonly text: string;
  /** A price, a date, or nothing. */
  readonly detail: string;
  readonly to: string | null;
}

/** What a page has at one place, as its editors know it. A place uses some of these and leaves the others empty. */
export interface Content {
  readonly heading: string;
  readonly texts: readonly string[];
  /** In the order of the editors, or in any order: the place knows. */
  readonly items: readonly Item[];
  readonly rows: readonly (readonly string[])[];
  /** The words beside a value that changes by itself. */
  readonly label: string;
  /** A line that editors put between things that change by themselves. */
  readonly notice: string;
  readonly picture: { readonly source: string; readonly alt: string } | null;
  /** Words of the texts that are bold. */
  readonly bold: string;
  /** What it picks from at every answer. No editor touches it. */
  readonly pool: readonly Item[];
  /** A number that this page has at this place for ever: an age, where a counter starts. */
  readonly base: number;
}

export const emptyContent: Content = {
  heading: '',
  texts: [],
  items: [],
  rows: [],
  label: '',
  notice: '',
  picture: null,
  bold: '',
  pool: [],
  base: 0,
};

export interface StyledPage {
  readonly key: string;
  readonly title: string;
  readonly isGone: boolean;
  /** By the id of the place on this site. */
  readonly contents: Readonly<Record<string, Content>>;
}

/** The content of a site at one visit. */
export interface StyledState {
  readonly menu: readonly string[];
  readonly pages: readonly StyledPage[];
}

/** What a place shows, before a style writes it in HTML. Texts of lines are HTML already. */
export type Part =
  | { readonly is: 'line'; readonly html: string }
  | { readonly is: 'list'; readonly items: readonly Item[] }
  | { readonly is: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly is: 'raw'; readonly html: string };

export const line = (html: string): Part => ({ is: 'line', html });
