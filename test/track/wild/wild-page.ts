/** A piece of what editors write. */
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

/** What the server answers at the page's address. */
export type Answer =
  | { readonly is: 'page' }
  | { readonly is: 'gone'; readonly status: 404 | 410 }
  /** A notice in the site's own frame, with status 200. */
  | { readonly is: 'soft 404' }
  | { readonly is: 'moved'; readonly to: string };

/** A page as its editors know it, without frame and noise. */
export interface WildPage {
  /** Its address without anything that visits and visitors add. */
  readonly key: string;
  /** `item`: an article, a topic, a product; `list`: what shows them; `plain`: the rest. */
  readonly template: 'home' | 'list' | 'item' | 'plain';
  /** The list that shows it. */
  readonly shelf: string;
  readonly title: string;
  readonly sections: readonly Section[];
  /** A line that editors put between what is drawn anew all the time; empty when there is none. */
  readonly notice: string;
  /** A number that stands beside a counter, in the same line. */
  readonly number: number;
  /** In cents; for shops. */
  readonly price: number;
  /** When it was written, in milliseconds of the site's clock. */
  readonly writtenAt: number;
  readonly answer: Answer;
}

/** Everything that is on a site at one visit. */
export interface WildState {
  readonly pages: readonly WildPage[];
}

export const isShown = ({ answer }: WildPage): boolean => answer.is === 'page';

/** What the list of that key shows, newest first. */
export const onShelf = ({ pages }: WildState, shelf: string): readonly WildPage[] =>
  pages
    .filter((page) => page.shelf === shelf && isShown(page))
    .toSorted((one, other) => other.writtenAt - one.writtenAt || one.key.localeCompare(other.key));

export const withPage = ({ pages }: WildState, page: WildPage): WildState => ({
  pages: pages.map((one) => (one.key === page.key ? page : one)),
});
