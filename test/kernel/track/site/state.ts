/** The kind of a page, which decides its layout. */
export const templates = ['article', 'product', 'gallery', 'timetable', 'board'] as const;
export type Template = (typeof templates)[number];

export interface Picture {
  readonly address: string;
  readonly caption: string;
}

export interface OutsideLink {
  readonly text: string;
  readonly target: string;
}

export interface Entry {
  readonly text: string;
  /** Minutes before the first visit. */
  readonly age: number;
}

export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'price'; readonly label: string; readonly amount: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'pictures'; readonly pictures: readonly Picture[] }
  | { readonly kind: 'links'; readonly links: readonly OutsideLink[] }
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] }
  /** A sentence with the time of day in the middle, on sites with clocks. */
  | { readonly kind: 'clocked'; readonly before: string; readonly after: string };

export interface Recommendation {
  readonly text: string;
  /** The key of a page of this site. */
  readonly target: string;
}

/** A page as its author knows it: no session, no token, no noise. */
export interface Page {
  /** Path and query without session: the name of the page in the truth. */
  readonly key: string;
  readonly template: Template;
  /** The key of its section. */
  readonly section: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** The block that an advert follows, on sites with adverts. */
  readonly advertAfter: number;
  readonly recommended: readonly Recommendation[];
  /** Minutes before the first visit. */
  readonly age: number;
  readonly isListed: boolean;
  readonly answer: Answer;
}

/** How the server answers a request for the page. */
export type Answer =
  | { readonly is: 'served' }
  | { readonly is: 'gone'; readonly status: 404 | 410 }
  | { readonly is: 'moved'; readonly to: string; readonly status: 301 | 302 }
  | { readonly is: 'failing'; readonly how: Failure };

export const served: Answer = { is: 'served' };

export const failures = [
  'status 500',
  'status 403',
  'log-in wall',
  'soft 404',
  'captcha',
  'cut off',
] as const;
export type Failure = (typeof failures)[number];

export interface Section {
  readonly key: string;
  readonly title: string;
}

/** The whole site between two visits. */
export interface SiteState {
  readonly name: string;
  readonly sections: readonly Section[];
  /** Newest first. */
  readonly pages: readonly Page[];
  readonly footer: string;
  /** How often the bytes at the address of an image were replaced. */
  readonly imageVersions: ReadonlyMap<string, number>;
}

export function withPage(state: SiteState, key: string, change: (page: Page) => Page): SiteState {
  return { ...state, pages: state.pages.map((page) => (page.key === key ? change(page) : page)) };
}
