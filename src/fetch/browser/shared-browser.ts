import type { BrowserOptions, GuardedBrowser } from './open-browser.ts';

/** One browser for many pages. It is opened when the first page needs it, and again after it has died. */
export class SharedBrowser {
  readonly #options: BrowserOptions;
  #browser: Promise<GuardedBrowser> | null = null;
  #isClosed = false;

  constructor(options: BrowserOptions) {
    this.#options = options;
  }

  /** Throws FETCH_BROWSER_MISSING and FETCH_BROWSER_FAILED. */
  async open(): Promise<GuardedBrowser> {
    const known = await this.#browser?.catch(() => null);
    if (known?.hasEnded === false) return known;
    this.#browser = opened(this.#options);
    const browser = await this.#browser;
    // Opened while the run was ending.
    if (this.#isClosed) await browser.close();
    return browser;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#browser?.catch(() => null))?.close();
  }
}

/** Loaded when a page needs it: the proxy's `node:http` takes a tenth of the time until a first request (decision 13). */
async function opened(options: BrowserOptions): Promise<GuardedBrowser> {
  const { openBrowser } = await import('./open-browser.ts');
  return openBrowser(options);
}
