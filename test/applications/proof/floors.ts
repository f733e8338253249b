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
  dokuwiki: { false: 0, missed: 0, requestsAPage: 1.45 },
  // Of three visits.
  'dokuwiki-members': { false: 0, missed: 0, requestsAPage: 1.6 },
  'fossil-forum': { false: 0, missed: 0, requestsAPage: 1.2 },
  // Of three visits.
  wordpress: { false: 0, missed: 0, requestsAPage: 1.7 },
  cgit: { false: 0, missed: 0, requestsAPage: 1.25 },
  gitweb: { false: 0, missed: 0, requestsAPage: 1.3 },
  // Of three visits, before 304s were drawn for each kind of address: some of pages of files are not true.
  mediawiki: { false: 0, missed: 3, requestsAPage: 1.55 },
  'django-admin': { false: 0, missed: 0, requestsAPage: 1.55 },
  // Of two visits, times four: shuffled cells, bold, and the time when the visitor's session began.
  'tomcat-examples': { false: 20, missed: 0, requestsAPage: 1.4 },
};
