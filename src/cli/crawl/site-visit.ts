/** How a site is visited: whole, or for what changed. */
export type SiteVisit = 'crawl' | 'track';
