/**
 * What a link means to a crawler. To follow: `page`, `frame`, `refresh`, `next`, `prev`, `alternate`. To fetch with a page: `image`,
 * `media`, `script`, `stylesheet`, `object`, `icon`, `css`, `resource`. The others name something without leading to it.
 */
export type LinkKind =
  /** `a`, `area`, `a` of svg; an entry of a feed or a sitemap. */
  | 'page'
  /** `iframe`, `frame`. */
  | 'frame'
  /** `meta http-equiv=refresh`. */
  | 'refresh'
  /** `link rel=next` and `prev`. */
  | 'next'
  | 'prev'
  /** `link rel=alternate`: a feed, another language, another format. */
  | 'alternate'
  /** `link rel=canonical`. */
  | 'canonical'
  /** `link` to help, author, license, search, short form; `longdesc`. */
  | 'related'
  /** `form action`, `formaction`: never followed on its own. */
  | 'form'
  /** `cite` of a quotation or a change. */
  | 'cite'
  /** `img`, `srcset`, `input type=image`, `poster`, `background`, `image` and `use` of svg. */
  | 'image'
  /** `video`, `audio`, `source`, `track`; an enclosure of a feed. */
  | 'media'
  | 'script'
  /** `link rel=stylesheet`, `@import`. */
  | 'stylesheet'
  /** `object`, `embed`. */
  | 'object'
  | 'icon'
  /** `url()` in a style sheet, a `style` element or a `style` attribute. */
  | 'css'
  /** `link` to anything else a browser loads: preload, manifest. */
  | 'resource'
  /** A sitemap named by a sitemap index. */
  | 'sitemap';

/** A link as written. Nothing is resolved here: that needs the URL of the page and its `base`. */
export interface Link {
  readonly kind: LinkKind;
  /** Character references decoded, white space around it removed. May be empty, relative, or no URL at all. */
  readonly url: string;
  /** The `rel` attribute as written, empty when there is none. */
  readonly rel: string;
}

const navigation: ReadonlySet<LinkKind> = new Set(['page', 'frame', 'refresh', 'next', 'prev', 'alternate']);

/** Whether the link leads to another page. */
export function isNavigation(kind: LinkKind): boolean {
  return navigation.has(kind);
}

/** Whether the page asks robots not to follow this link. */
export function isNofollow(link: Link): boolean {
  return link.rel !== '' && /(?:^|[\t\n\f\r ])nofollow(?:[\t\n\f\r ]|$)/i.test(link.rel);
}
