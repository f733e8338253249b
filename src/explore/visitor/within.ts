import { ExploreError } from '../errors.ts';

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
  // The page may still answer, or fail, when nobody waits any more.
  asked.catch(() => undefined);
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
