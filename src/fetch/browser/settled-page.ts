import { setTimeout as after } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';

/** How long both the network and the page must be quiet, in milliseconds. */
const QUIET = 300;
/** A page that changes all the time (a stopwatch, a ticker) is taken as it is after this long. */
const LONGEST_MOTION = 2000;
/** A request that stays open for longer waits for events, as chats do. */
const LONGEST_REQUEST = 5000;
/** A page that sends requests all the time is taken as it is after this long. */
const LONGEST_UNREST = 15_000;

/** Pages that reload themselves for ever are stopped. */
export const MOST_RELOADS = 3;

/** Resolves once no text or element of the page has changed for a while. It runs in the page. */
const stillness = `new Promise((resolve) => {
  const end = () => {
    observer.disconnect();
    resolve();
  };
  let timer = setTimeout(end, ${QUIET});
  setTimeout(end, ${LONGEST_MOTION});
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(end, ${QUIET});
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });
})`;

/** Finds out when a page is complete: its requests are answered, and its scripts have shown the answers. */
export class SettledPage {
  readonly #page: Page;
  readonly #open = new Set<Request>();
  #started = 0;
  #onIdle: () => void = () => undefined;

  /** Called before the page is opened. */
  constructor(page: Page) {
    this.#page = page;
    const end = (request: Request) => {
      if (this.#open.delete(request) && this.#open.size === 0) this.#onIdle();
    };
    page.on('request', (request) => this.#start(request));
    page.on('requestfinished', end);
    page.on('requestfailed', end);
  }

  /** Called once the page is parsed. Rejects when the page goes away. */
  async wait(): Promise<void> {
    const until = performance.now() + LONGEST_UNREST;
    for (;;) {
      await this.#idle();
      const started = this.#started;
      await this.read(stillness);
      if (this.#started === started || performance.now() > until) return;
    }
  }

  /** The value of an expression in the page. If the page reloads itself meanwhile, the expression is evaluated again. */
  async read<T>(expression: string): Promise<T> {
    for (let reloads = 0; ; reloads++) {
      try {
        return await this.#page.evaluate<T>(expression);
      } catch (error) {
        const isReloaded = /context was destroyed|navigat/i.test((error as Error).message);
        if (!isReloaded || reloads >= MOST_RELOADS) throw error;
        await this.#page.waitForLoadState('domcontentloaded');
      }
    }
  }

  #start(request: Request): void {
    // These stay open for as long as the page does.
    if (/^(?:eventsource|websocket|ping|media)$/.test(request.resourceType())) return;
    this.#started++;
    this.#open.add(request);
  }

  /** Resolves when all requests are answered, except those that wait for events. */
  async #idle(): Promise<void> {
    if (this.#open.size === 0) return;
    const patience = new AbortController();
    const idle = new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
    await Promise.race([
      idle,
      after(LONGEST_REQUEST, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
    this.#open.clear();
  }
}
