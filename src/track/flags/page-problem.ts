/** Why a page that came with success is none (X2). */
export interface PageProblem {
  readonly kind: 'soft error page' | 'CAPTCHA' | 'log-in wall' | 'blocked';
  /** What gave it away, in words. */
  readonly reason: string;
}

/** What the recognisers look at. */
export interface ShownPage {
  readonly title: string;
  readonly text: string;
  /** Addresses of everything on the page, as written. */
  readonly links: readonly string[];
  readonly hasPasswordField: boolean;
}

/** Says what is wrong with a page; null when nothing is. */
export type ProblemRecogniser = (page: ShownPage) => PageProblem | null;
