/** What a first look at a site found, for the draft of a project. */
export interface SiteSurvey {
  /** Where it begins: after redirects, unless they lead to a log-in. */
  readonly start: string;
  /** The log-in over HTTP that the start asks for; null when it asks for none. */
  readonly account: HttpAccountSurvey | null;
  /** Whether the start is behind a log-in, so that its own addresses were not seen. */
  readonly isHidden: boolean;
  readonly pagesSeen: number;
  readonly robots: RobotsSurvey;
  readonly sitemaps: readonly SitemapSurvey[];
  readonly forms: readonly FormSurvey[];
  /** Every address of the site that was found in a link or a sitemap. */
  readonly urls: readonly string[];
}

export interface HttpAccountSurvey {
  readonly scheme: 'basic' | 'digest';
  /** What the server calls the area; empty when it does not say. */
  readonly realm: string;
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
  readonly kind: 'log-in' | 'log-out' | 'search' | 'other';
  /** The first page it was found on. */
  readonly page: string;
  readonly action: string;
  readonly method: 'get' | 'post';
  /** What tells it from the other forms of the page, as project files write it; empty when its fields do. */
  readonly find: {
    readonly id?: string;
    readonly name?: string;
    readonly action?: string;
    readonly fields?: readonly string[];
  };
  /** Fields that a person fills in. */
  readonly fields: readonly { readonly name: string; readonly isPassword: boolean }[];
}
