import { setTimeout as after } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { ConcurrencyLimit } from '../../base/index.ts';
import { FetchError } from '../errors.ts';
import { tooLarge } from '../http/exchange.ts';
import type { FetchRequest, FetchResult } from '../http/http-request.ts';
import type { HttpSession } from '../http/http-session.ts';
import { browserPlaces } from './browser-places.ts';
import type { BrowserOptions, GuardedBrowser } from './open-browser.ts';
import { KeptScripts, PageTraffic } from './page-traffic.ts';
import { RequestGate } from './request-gate.ts';
import { SettledPage } from './settled-page.ts';
import { openInPage } from './web-addresses.ts';

interface RendererOptions extends BrowserOptions {
  readonly userAgent: string;
  /** For one page, with everything that it loads. */
  readonly timeoutMs: number;
  /** A page that scripts make larger than this is left out, as is a page that arrives larger. */
  readonly maxBytes: number;
}

/** A page as a visitor of a browser sees it. */
export interface RenderedPage {
  /** The address after the scripts of the page have changed it, if they did. */
  readonly url: string;
  readonly html: string;
  /** Another page that a script wanted to open instead; null when there is none. */
  readonly leadsTo: string | null;
  /** PNG; null when none was asked for. */
  readonly picture: Uint8Array | null;
}

/** Pages open at the same time. More of them make each other wait. */
const MOST_PAGES = 3;
/** A context whose page hangs does not always close. */
const LONGEST_CLOSE = 5000;
const size = { width: 1280, height: 900 };
/** The tallest picture, in pixels: that of an endless page would fill the memory. */
const TALLEST_PICTURE = 8000;

/**
 * Opens fetched pages in a browser, and reads what their scripts made of them. Every page has a visitor of its own, who has
 * the cookies of the session and has seen nothing else of the site, so that what two of them see is comparable.
 */
export class PageRenderer {
  readonly #options: RendererOptions;
  readonly #browser: SharedBrowser;
  readonly #pages = new ConcurrencyLimit(MOST_PAGES);
  readonly #scripts = new KeptScripts();

  constructor(options: RendererOptions) {
    this.#options = options;
    this.#browser = new SharedBrowser(options);
  }

  /** Throws FETCH_BROWSER_MISSING and FETCH_BROWSER_FAILED, before any page needs it. Where it would have to wait, the first page does. */
  async open(): Promise<void> {
    if (this.#browser.hasRoom) await this.#browser.open();
  }

  /** Throws as `open`, FETCH_RENDERING_FAILED when the page crashes its tab or never finishes, and FETCH_TOO_LARGE. */
  render(
    answer: FetchResult,
    { session, picture = false }: Pick<FetchRequest, 'session'> & { readonly picture?: boolean },
  ): Promise<RenderedPage> {
    const shown = async (browser: GuardedBrowser): Promise<RenderedPage> => {
      const visitor = await this.#visitor(browser, answer.url);
      try {
        await giveCookies(visitor, session);
        return await this.#show(browser, visitor, answer, session, picture);
      } finally {
        await closeInTime(visitor, browser);
      }
    };
    return this.#pages.do(() => this.#browser.do(shown));
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }

  async #visitor(browser: GuardedBrowser, url: string): Promise<BrowserContext> {
    const { userAgent } = this.#options;
    // The same everywhere: a page must not change because another machine looks at it.
    const options = {
      userAgent,
      viewport: size,
      locale: 'en-US',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    } as const;
    return browser.newVisitor(options).catch((error: Error) => {
      throw failure(url, error.message);
    });
  }

  async #show(
    browser: GuardedBrowser,
    visitor: BrowserContext,
    answer: FetchResult,
    session: FetchRequest['session'],
    picture: boolean,
  ): Promise<RenderedPage> {
    const page = await visitor.newPage();
    visitor.on('page', (popup) => void popup.close().catch(() => undefined));
    const { timeoutMs } = this.#options;
    const ended = new AbortController();
    const crash = new Promise<never>((_, reject) => {
      page.once('crash', () => reject(failure(answer.url, 'the page broke its tab')));
    });
    const tooLong = after(timeoutMs, undefined, { signal: ended.signal }).then(() => {
      throw failure(answer.url, `its scripts did not come to an end within ${timeoutMs / 1000} s`);
    });
    try {
      return await Promise.race([
        this.#look(browser, visitor, page, answer, session, picture),
        crash,
        tooLong,
      ]);
    } catch (error) {
      throw error instanceof FetchError ? error : failure(answer.url, (error as Error).message);
    } finally {
      ended.abort();
      tooLong.catch(() => undefined);
      crash.catch(() => undefined);
    }
  }

  async #look(
    browser: GuardedBrowser,
    visitor: BrowserContext,
    page: Page,
    answer: FetchResult,
    session: FetchRequest['session'],
    picture: boolean,
  ): Promise<RenderedPage> {
    if (session.provesItself) {
      // Playwright would send the token or password on to wherever a redirect leads; the gate checks every hop.
      const devtools = await visitor.newCDPSession(page);
      await RequestGate.of(devtools, { session, refusal: () => null }, browser, visitor);
    }
    const traffic = await PageTraffic.of(visitor, page, {
      answer,
      scripts: this.#scripts,
      hasPictures: picture,
    });
    const shown = this.#read(page, answer.url, picture);
    const left = traffic.left.then((leadsTo) => ({ url: answer.url, html: '', leadsTo, picture: null }));
    // When the page is left, what was read of it does not matter, nor whether it could be read.
    return Promise.race([left, shown.catch((error: unknown) => Promise.race([left, fail(error)]))]);
  }

  async #read(page: Page, url: string, picture: boolean): Promise<RenderedPage> {
    const settled = new SettledPage(page);
    await openInPage(page, url, { waitUntil: 'domcontentloaded', timeout: 0 });
    await settled.wait();
    const image = picture ? await pictureOf(page) : null;
    const { maxBytes } = this.#options;
    const html = await settled.read<string | null>(shownHtml(maxBytes));
    if (html === null || Buffer.byteLength(html) > maxBytes) throw tooLarge(url, maxBytes);
    return { url: page.url(), html, leadsTo: null, picture: image };
  }
}

/** Rejects a moment later, so that a page that is being left can say so first. */
const fail = (error: unknown) =>
  new Promise<never>((_, reject) => {
    setImmediate(() => reject(error));
  });

async function pictureOf(page: Page): Promise<Uint8Array> {
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  const clip = { x: 0, y: 0, width: size.width, height: Math.min(Math.max(height, 1), TALLEST_PICTURE) };
  const png = await page.screenshot({
    fullPage: true,
    clip,
    animations: 'disabled',
    caret: 'hide',
    timeout: 0,
  });
  return Uint8Array.from(png);
}

async function closeInTime(visitor: BrowserContext, browser: GuardedBrowser): Promise<void> {
  const ended = new AbortController();
  const isClosed = await Promise.race([
    visitor.close().then(
      () => true,
      () => true,
    ),
    after(LONGEST_CLOSE, false, { signal: ended.signal }).catch(() => true),
  ]);
  ended.abort();
  // The next page gets another browser.
  if (!isClosed) await browser.close();
}

function failure(url: string, reason: string): FetchError {
  const [line = ''] = reason.split('\n');
  return new FetchError('FETCH_RENDERING_FAILED', `${url} cannot be shown: ${line}`, { url });
}

/** How long a browser goes on while others wait for one, in milliseconds. A new one takes a second to start. */
const LAST_TURN = 10_000;

/** One browser for many pages. It is opened when the first page needs it, and again after it has died, or has given way to others. */
class SharedBrowser {
  readonly #options: BrowserOptions;
  #browser: Promise<GuardedBrowser> | null = null;
  #isClosed = false;
  #pages = 0;
  #lastTurn: NodeJS.Timeout | null = null;
  /** Pending from the end of the last turn until the browser is closed: the pages that come wait for the next browser. */
  #giving: PromiseWithResolvers<void> | null = null;

  constructor(options: BrowserOptions) {
    this.#options = { ...options, giveWay: () => this.#giveWay() };
  }

  get hasRoom(): boolean {
    const { most = Number.POSITIVE_INFINITY, giveWay = null } = this.#options;
    return this.#browser !== null || browserPlaces.hasRoom({ giveWay }, most);
  }

  /** Throws FETCH_BROWSER_MISSING and FETCH_BROWSER_FAILED. */
  async do<T>(work: (browser: GuardedBrowser) => Promise<T>): Promise<T> {
    while (this.#giving !== null) await this.#giving.promise;
    this.#pages++;
    try {
      return await work(await this.open());
    } finally {
      this.#pages--;
      this.#leave();
    }
  }

  /** Throws FETCH_BROWSER_MISSING and FETCH_BROWSER_FAILED. Pages that come at the same time share the browser that the first of them opens. */
  async open(): Promise<GuardedBrowser> {
    for (;;) {
      this.#browser ??= opened(this.#options);
      const opening = this.#browser;
      const browser = await opening.catch((error: unknown) => {
        this.#forget(opening);
        throw error;
      });
      // Opened while the run was ending.
      if (this.#isClosed) await browser.close();
      if (this.#isClosed || !browser.hasEnded) return browser;
      this.#forget(opening);
    }
  }

  #forget(browser: Promise<GuardedBrowser>): void {
    if (this.#browser === browser) this.#browser = null;
  }

  #giveWay(): void {
    this.#lastTurn ??= setTimeout(() => {
      this.#giving = Promise.withResolvers();
      this.#leave();
    }, LAST_TURN).unref();
  }

  #leave(): void {
    const giving = this.#giving;
    const browser = this.#browser;
    if (giving === null || this.#pages > 0) return;
    const left = () => {
      this.#lastTurn = null;
      this.#giving = null;
      giving.resolve();
    };
    this.#browser = null;
    void (browser ?? Promise.resolve(null))
      .then((opened) => opened?.close())
      .catch(() => undefined)
      .then(left);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#browser?.catch(() => null))?.close();
  }
}

/** Loaded when a page needs it: the proxy's `node:http` takes a tenth of the time until a first request. */
async function opened(options: BrowserOptions): Promise<GuardedBrowser> {
  const { openBrowser } = await import('./open-browser.ts');
  return openBrowser(options);
}

/**
 * The page as it is shown, as HTML. Open shadow roots of components become children of their element, and what only visitors
 * without scripts would see is removed. This runs in the page and changes it, so nothing may look at the page afterwards.
 * Null when the HTML is longer than `most`: it must not reach our memory.
 */
const shownHtml = (most: number): string => `(() => {
  const unfold = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot === null) continue;
      unfold(element.shadowRoot);
      element.prepend(...[...element.shadowRoot.childNodes].map((node) => node.cloneNode(true)));
    }
  };
  unfold(document);
  for (const element of document.querySelectorAll('noscript')) element.remove();
  const html = '<!DOCTYPE html>\\n' + document.documentElement.outerHTML;
  return html.length > ${most} ? null : html;
})()`;

type Cookie = Parameters<BrowserContext['addCookies']>[0][number];

/** Gives a visitor of the browser the cookies of a session. Those that the browser refuses are left out. */
export async function giveCookies(visitor: BrowserContext, { cookies }: HttpSession): Promise<void> {
  const kept = cookies.save()?.cookies ?? [];
  await Promise.allSettled(
    kept.flatMap((cookie) => browserCookie(cookie)).map((one) => visitor.addCookies([one])),
  );
}

function browserCookie(cookie: Readonly<Record<string, unknown>>): readonly Cookie[] {
  const { key, value, domain, path, secure, httpOnly, hostOnly, expires } = cookie;
  if (typeof key !== 'string' || typeof value !== 'string' || typeof domain !== 'string') return [];
  const until = typeof expires === 'string' ? Date.parse(expires) / 1000 : Number.NaN;
  const common = {
    name: key,
    value,
    secure: secure === true,
    httpOnly: httpOnly === true,
    ...(Number.isFinite(until) && { expires: until }),
  };
  const place = typeof path === 'string' ? path : '/';
  // Without a domain, a cookie is for its host alone.
  return hostOnly === true
    ? [{ ...common, url: `${secure === true ? 'https' : 'http'}://${domain}${place}` }]
    : [{ ...common, domain: `.${domain}`, path: place }];
}
