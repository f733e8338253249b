import { ExploreError } from '../errors.ts';

/** How pages are visited. */
export interface VisitManner {
  /** Nothing must have changed for so long before a page counts as quiet. */
  readonly quietMs: number;
  /** A page that is not quiet after this long is taken as it is. */
  readonly settleMs: number;
  /** A page that answers nothing for this long, beyond what it may take to become quiet, is given up. */
  readonly stuckMs: number;
  /** Longer pages are cut, in characters. */
  readonly mostCharacters: number;
  /** What visitors call themselves; null for the name of the browser. */
  readonly userAgent: string | null;
  readonly viewport: { readonly width: number; readonly height: number };
}

export const usualVisit: VisitManner = {
  quietMs: 100,
  settleMs: 10_000,
  stuckMs: 5_000,
  mostCharacters: 3_000_000,
  userAgent: null,
  viewport: { width: 1280, height: 960 },
};

/** What a page is asked for must come in time: one that loops for ever answers nothing. Throws EXPLORE_PAGE_STUCK. */
export async function within<T>(ms: number, asked: Promise<T>, what: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      late.reject(
        new ExploreError('EXPLORE_PAGE_STUCK', `the page did not answer within ${ms / 1000} s: ${what}`),
      ),
    ms,
  );
  // The page may still answer, or fail, after waiting has ended.
  asked.catch(() => undefined);
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
