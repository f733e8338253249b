/** What a first look at a site found, for the draft of a project. */
export interface SiteSurvey {
  /** Where it begins, after redirects. */
  readonly start: string;
  readonly pagesSeen: number;
  readonly robots: RobotsSurvey;
  readonly sitemaps: readonly SitemapSurvey[];
  readonly forms: readonly FormSurvey[];
  /** Every address of the site that a link or a sitemap named. */
  readonly urls: readonly string[];
}

export interface RobotsSurvey {
  /** Seconds; null when it asks for none. */
  readonly crawlDelay: number | null;
  /** Path patterns, as they are written there. */
  readonly disallowed: readonly string[];
  /** When there is no file to read: what that means, in words. */
  readonly instead: string | null;
}

export interface SitemapSurvey {
  readonly url: string;
  /** How many pages it lists, those of the sitemaps that it names included; null when it could not be read. */
  readonly pages: number | null;
}

export interface FormSurvey {
  readonly kind: 'log-in' | 'search' | 'other';
  /** The first page that it was seen on. */
  readonly page: string;
  readonly action: string;
  readonly method: 'get' | 'post';
  /** Fields that a person fills. */
  readonly fields: readonly { readonly name: string; readonly isPassword: boolean }[];
}
