import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { onTestFinished } from 'vitest';
import {
  type Egress,
  type GuardedBrowser,
  openBrowser,
  packagedChromiumFolder,
} from '../../../src/fetch/index.ts';
import { loopbackEgress } from '../../fixtures/servers/loopback-egress.ts';

/** A real browser that ends with the test: the machine's, or the Chromium of the npm package. */
export async function browserForThisTest(
  options: { readonly egress?: Egress; readonly isPackaged?: boolean } = {},
): Promise<GuardedBrowser> {
  const browser = await openBrowser({
    egress: options.egress ?? loopbackEgress(),
    program: '',
    path: options.isPackaged === true ? '' : (process.env['PATH'] ?? ''),
  });
  onTestFinished(() => browser.close());
  return browser;
}

/** Somebody who opens files that were written, as people do. A visitor of sites closes such a page at once. */
export async function readerOfFiles(
  browser: GuardedBrowser,
  options?: BrowserContextOptions,
): Promise<BrowserContext> {
  const reader = await browser.newVisitor(options);
  reader.removeAllListeners('page');
  return reader;
}

export const hasPackagedChromium = packagedChromiumFolder() !== null;
