import { FetchError, type FetchResult } from '../fetch/index.ts';
import { normalizeUrl } from '../url/index.ts';
import { visitOf } from './new-visit.ts';
import { withoutLogin } from './resolved-links.ts';
import type { QueuedPage } from './tables/records.ts';
import type { VisitContext, VisitedPage } from './visit-context.ts';

/** As many as browsers follow. Each target is a page of its own, so nothing else would end a chain that never repeats itself. */
const MOST_REDIRECTS = 20;

/** Where an answer redirects to; null when it does not redirect, or not to a valid URL. */
export function redirectTarget({ status, headers, url }: FetchResult): string | null {
  const location = status >= 300 && status < 400 && status !== 304 ? headers.get('location') : null;
  return location === null ? null : (URL.parse(location, url)?.href ?? null);
}

/** The visit of a page that redirects. Throws FETCH_REDIRECT_LIMIT where too many redirects have led to it. */
export async function movedPage(
  page: QueuedPage,
  attempts: number,
  target: string,
  answer: FetchResult,
  context: VisitContext,
): Promise<VisitedPage> {
  if ((await redirectsBefore(page, context)) >= MOST_REDIRECTS)
    throw new FetchError('FETCH_REDIRECT_LIMIT', `more than ${MOST_REDIRECTS} redirects one after the other`);
  const link = { url: withoutLogin(normalizeUrl(target)), kind: 'redirect', nofollow: false } as const;
  if (page.depth === 0 && (page.linkKind === 'seed' || page.linkKind === 'redirect'))
    context.startMoved(link.url);
  const discovered = context.discovery.discover([link], {
    pageId: page.id,
    host: page.host,
    depth: page.depth,
    nofollow: false,
  });
  if (await context.drawn?.moved(page, discovered[0]?.identity ?? null)) await context.renamePages();
  const visit = visitOf(page, attempts, answer, {
    outcome: 'left-out',
    errorMessage: `moved to ${target}`,
    finalUrl: link.url,
    ...context.tracker.redirect(page, link.url),
  });
  return { page, visit, body: null, discovered, wireBytes: answer.wireBytes };
}

/** How many redirects in a row led to a page when it was found; no more than matter. */
async function redirectsBefore(page: QueuedPage, { store }: VisitContext): Promise<number> {
  let [linkKind, from] = [page.linkKind, page.foundOn];
  let redirects = 0;
  while (linkKind === 'redirect' && from !== null && redirects < MOST_REDIRECTS) {
    redirects++;
    const origin = await store.pages.origin(from);
    linkKind = origin?.linkKind ?? '';
    from = origin?.foundOn?.id ?? null;
  }
  return redirects;
}
