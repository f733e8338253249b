/** The worst that an application may show over all its visits. Each is the figure of the day it was set; lower it when it falls. */
export interface Floor {
  readonly false: number;
  readonly missed: number;
  /** Requests a page, from the third visit on. */
  readonly requestsAPage: number;
}

/** Of five visits with seed 1, unless a comment says otherwise. */
export const floors: Readonly<Record<string, Floor>> = {
  // Bold alone is told as other words.
  hexo: { false: 2, missed: 0, requestsAPage: 1.8 },
  // Bold; deleted pages that answer 200. The pixel of every page is fetched.
  dokuwiki: { false: 6, missed: 0, requestsAPage: 2.8 },
  // Of two visits, times four: the token of the session in the link that logs out.
  'dokuwiki-members': { false: 280, missed: 0, requestsAPage: 3.5 },
  // Ages with decimals ("1.5 hours"), and how long a page took.
  'fossil-forum': { false: 6, missed: 0, requestsAPage: 1.4 },
  // The description of a feed is not compared.
  wordpress: { false: 0, missed: 26, requestsAPage: 1.7 },
  // Ages without "ago": 22 pages at each of two visits, times two.
  cgit: { false: 88, missed: 0, requestsAPage: 1.4 },
  // Ages that touch the next word: 3 at two visits, times two and some.
  gitweb: { false: 8, missed: 0, requestsAPage: 1.4 },
  // Of four visits, and one more: a 304 that is not true, for pages of files.
  mediawiki: { false: 0, missed: 5, requestsAPage: 1.6 },
  // Of two visits, times four: shuffled cells, bold, and the time when the visitor's session began.
  'tomcat-examples': { false: 20, missed: 0, requestsAPage: 1.4 },
};
