import { decodedPage, isLogoutLink, type VisitorAnswer } from '../../access/index.ts';
import { linksIn, pageTree } from '../../document/index.ts';
import type { SessionEntry } from '../../project/index.ts';
import { normalizeUrl } from '../../url/index.ts';
import { linkOf, sendForm } from './built-in-actions.ts';
import { formToSend } from './form-to-send.ts';
import { addressIn, type RunSteps } from './run-steps.ts';
import type { StepVisitor } from './step-action.ts';

/** Most nodes and characters of a link that are read. */
const LONGEST_LINK = 2000;

type LogOut = NonNullable<SessionEntry['logout']>;

/**
 * The request that logs out: an address, or a link or a button on a page that members see. `page` is called only for
 * a link or a button. Throws what finding the link or the form throws.
 */
export async function logOutRequest(
  run: RunSteps,
  { open, follow, form }: LogOut,
  page: () => Promise<VisitorAnswer>,
): Promise<(ask: StepVisitor) => Promise<unknown>> {
  if (form !== undefined) {
    const toSend = formToSend(form, run.secrets);
    const from = await page();
    return (ask) => sendForm(from, toSend, toSend.submissions[0] ?? {}, ask);
  }
  const url = follow === undefined ? addressIn(run, open) : linkOf(await page(), follow);
  return (ask) => ask({ url });
}

/**
 * The addresses of links that log out, by the text of the link: `/session/end` says nothing by itself. The crawl's scanner does not keep the text of
 * links, so only the pages where steps arrive are searched.
 */
export function logoutLinks(page: VisitorAnswer): readonly string[] {
  return linksIn(pageTree(decodedPage(page).html), LONGEST_LINK).flatMap(({ href, text, title }) => {
    const url = URL.parse(href, page.url);
    const isLogout =
      url !== null && /^https?:$/.test(url.protocol) && isLogoutLink(url.href, `${title}${text}`);
    return isLogout ? [normalizeUrl(url.href)] : [];
  });
}
