/** What a first look at a site found, for the draft of a project. */
export interface SiteSurvey {
  /** Where it begins, after redirects. */
  readonly start: string;
  readonly pagesSeen: number;
  readonly robots: RobotsSurvey;
  readonly sitemaps: readonly SitemapSurvey[];
  readonly forms: readonly FormSurvey[];
  /** Every address of the site that was found in a link or a sitemap. */
  readonly urls: readonly string[];
}

export interface RobotsSurvey {
  /** Seconds; null when it asks for none. */
  readonly crawlDelay: number | null;
  /** Path patterns, as robots.txt has them. */
  readonly disallowed: readonly string[];
  /** What it means, in words, that there is no file to read; null when there is one. */
  readonly instead: string | null;
}

export interface SitemapSurvey {
  readonly url: string;
  /** How many pages it lists, with those of the sitemaps that it lists; null when it could not be read. */
  readonly pages: number | null;
}

export interface FormSurvey {
  readonly kind: 'log-in' | 'search' | 'other';
  /** The first page it was found on. */
  readonly page: string;
  readonly action: string;
  readonly method: 'get' | 'post';
  /** Fields that a person fills in. */
  readonly fields: readonly { readonly name: string; readonly isPassword: boolean }[];
}
