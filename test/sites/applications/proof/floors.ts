/** The worst that an application may show over all its visits. Each is the figure of the day it was set; lower it when it falls. */
export interface Floor {
  readonly false: number;
  readonly missed: number;
  /** Requests a page, from the third visit on. */
  readonly requestsAPage: number;
}

/** Of five visits with seed 1, unless a comment says otherwise. Pages that changed cost two requests, unless others changed alike. */
export const floors: Readonly<Record<string, Floor>> = {
  // A new post, or another entry of the menu, is on nearly every page.
  hexo: { false: 0, missed: 0, requestsAPage: 1.4 },
  vitepress: { false: 0, missed: 0, requestsAPage: 1.4 },
  // At the fifth visit the side bar of all pages changes.
  dokuwiki: { false: 0, missed: 0, requestsAPage: 1.35 },
  'dokuwiki-members': { false: 0, missed: 0, requestsAPage: 1.6 },
  'fossil-forum': { false: 0, missed: 0, requestsAPage: 1.2 },
  wordpress: { false: 0, missed: 0, requestsAPage: 1.3 },
  // An empty diff is what an unknown file shows: told as missing, then as back.
  cgit: { false: 1, missed: 0, requestsAPage: 1.25 },
  gitweb: { false: 0, missed: 0, requestsAPage: 1.3 },
  // At the fourth visit a template of all pages changes, at the fifth the side bar.
  mediawiki: { false: 0, missed: 0, requestsAPage: 1.4 },
  'django-admin': { false: 0, missed: 0, requestsAPage: 1.55 },
  // Cells that are shuffled over rows and columns, at any visit; a weekday and a month alone, at two.
  'tomcat-examples': { false: 6, missed: 0, requestsAPage: 1.15 },
  // A link of an image map is gone.
  doxygen: { false: 0, missed: 1, requestsAPage: 1.2 },
  redmine: { false: 0, missed: 0, requestsAPage: 1.3 },
  'apache-listing': { false: 0, missed: 0, requestsAPage: 1.4 },
  // Rows that are gone, at addresses that answer 200: told as changed, then as the same.
  adminer: { false: 2, missed: 2, requestsAPage: 1.25 },
  // The day of the build in the footer of all pages, at the fourth visit and the fifth.
  sphinx: { false: 36, missed: 0, requestsAPage: 1.45 },
  // When it counted last, in the head of all pages, at the second visit.
  awstats: { false: 6, missed: 0, requestsAPage: 1.75 },
  jsdoc: { false: 0, missed: 0, requestsAPage: 1.35 },
  // A new entry is in the blog, its feeds, the calendar, tags and recent changes.
  ikiwiki: { false: 0, missed: 0, requestsAPage: 1.55 },
  mhonarc: { false: 0, missed: 0, requestsAPage: 1.4 },
};
