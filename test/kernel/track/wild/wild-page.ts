/** A part of what editors write. */
export type Block =
  | { readonly is: 'text'; readonly words: string }
  | { readonly is: 'list'; readonly items: readonly string[] }
  | { readonly is: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly is: 'image'; readonly source: string; readonly alt: string }
  | { readonly is: 'link'; readonly to: string; readonly words: string };

export interface Section {
  readonly heading: string;
  readonly blocks: readonly Block[];
}

/** How the server answers at the address of the page. */
export type Answer =
  | { readonly is: 'page' }
  | { readonly is: 'gone'; readonly status: 404 | 410 }
  /** A notice in the site's own frame, with status 200. */
  | { readonly is: 'soft 404' }
  | { readonly is: 'moved'; readonly to: string };

/** A page as its editors know it, without frame and noise. */
export interface WildPage {
  /** Its address without sessions and tokens. */
  readonly key: string;
  /** `item`: an article, a topic, a product. `list`: a page that lists them. `plain`: any other page. */
  readonly template: 'home' | 'list' | 'item' | 'plain';
  /** The list that it is on. */
  readonly shelf: string;
  readonly title: string;
  readonly sections: readonly Section[];
  /** A line that editors put between content that rotates; empty when there is none. */
  readonly notice: string;
  /** A number beside a counter, in the same line. */
  readonly number: number;
  /** In cents; for shops. */
  readonly price: number;
  /** When it was written, by the site's clock in milliseconds. */
  readonly writtenAt: number;
  readonly answer: Answer;
}

/** The content of a site at one visit. */
export interface WildState {
  readonly pages: readonly WildPage[];
}

export const isShown = ({ answer }: WildPage): boolean => answer.is === 'page';

/** The pages on the list with that key, newest first. */
export const onShelf = ({ pages }: WildState, shelf: string): readonly WildPage[] =>
  pages
    .filter((page) => page.shelf === shelf && isShown(page))
    .toSorted((one, other) => other.writtenAt - one.writtenAt || one.key.localeCompare(other.key));

export const withPage = ({ pages }: WildState, page: WildPage): WildState => ({
  pages: pages.map((one) => (one.key === page.key ? page : one)),
});
