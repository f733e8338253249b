import { ExploreError } from '../errors.ts';

/** How pages are visited. */
export interface VisitManner {
  /** How long nothing must change before a page counts as quiet. */
  readonly quietMs: number;
  /** A page that is not quiet after this time is read as it is. */
  readonly settleMs: number;
  /** A page that does not answer for this time, beyond the time that it may take to become quiet, is given up. */
  readonly stuckMs: number;
  /** Longer timers of a page are not waited for. */
  readonly longestTimerMs: number;
  /** Longer pages are cut; in characters. */
  readonly mostCharacters: number;
  /** The user agent of visitors; null for the browser's own. */
  readonly userAgent: string | null;
  readonly viewport: { readonly width: number; readonly height: number };
}

export const usualVisit: VisitManner = {
  quietMs: 100,
  settleMs: 10_000,
  stuckMs: 5_000,
  longestTimerMs: 1_000,
  mostCharacters: 3_000_000,
  userAgent: null,
  viewport: { width: 1280, height: 960 },
};

/** Limits the time of a request to a page: a page in an endless loop never answers. Throws EXPLORE_PAGE_STUCK. */
export async function within<T>(ms: number, asked: Promise<T>, what: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      late.reject(
        new ExploreError('EXPLORE_PAGE_STUCK', `the page did not answer within ${ms / 1000} s: ${what}`),
      ),
    ms,
  );
  // The page may still answer, or fail, after the wait has ended.
  asked.catch(() => undefined);
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
