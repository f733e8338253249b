import type { BrowserContext, Page } from 'playwright-core';
import { FetchError } from '../errors.ts';

type GotoOptions = NonNullable<Parameters<Page['goto']>[1]>;

/** Whether an address leads to a site. A browser also knows `file:`, `view-source:`, `chrome:` and others, which show this machine. */
export const isWebAddress = (address: string): boolean => /^https?:/i.test(address);

/** What pages make themselves, for frames, pictures and workers: it leads nowhere. */
const madeByPages = /^(?:about:(?:blank|srcdoc)(?:[?#]|$)|data:|blob:)/i;

/** Whether a page, a frame or a window may show an address, or a page load it. */
export const mayBeShown = (address: string): boolean => isWebAddress(address) || madeByPages.test(address);

/** Why an address is not opened, in words. */
export const otherScheme = (address: string): string =>
  `${address.slice(0, 200)} is not opened: a browser visits http:// and https:// only`;

/** Patterns for the debugger: any request for such an address is stopped, not only documents. */
export const otherSchemes = ['file', 'filesystem', 'ftp', 'chrome', 'devtools', 'view-source'].map(
  (scheme) => ({ urlPattern: `${scheme}:*` }),
);

/** The only way to open an address in a page. Throws FETCH_SCHEME_UNKNOWN. */
export async function openInPage(page: Page, address: string, options: GotoOptions): Promise<void> {
  if (!isWebAddress(address)) throw new FetchError('FETCH_SCHEME_UNKNOWN', otherScheme(address));
  await page.goto(address, options);
}

/** Closes a page that shows another scheme all the same, before it is read: a second check, also for windows and frames. */
export function closeOtherSchemes(visitor: BrowserContext): void {
  visitor.on('page', (page) => {
    const look = (address: string): void => {
      // Chromium's own page in place of one that failed.
      if (address === '' || mayBeShown(address) || address.startsWith('chrome-error:')) return;
      page.close().catch(() => undefined);
    };
    look(page.url());
    page.on('framenavigated', (frame) => look(frame.url()));
  });
}
