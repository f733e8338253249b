import type { CDPSession } from 'playwright-core';

/** Requests of these types stay open as long as the page does. */
const lasting = new Set(['EventSource', 'WebSocket', 'Media', 'Ping', 'Manifest']);

/**
 * Counts the requests of a page that have not been answered yet. Their events come on the session that also reads the page, so requests that began
 * before the page was read are known.
 */
export class RequestsUnderWay {
  /** Addresses, by the browser's request ids. */
  readonly #open = new Map<string, string>();
  /** Addresses of requests that were still open when waiting ended: pages that poll keep one open all the time. */
  readonly #endless: Set<string>;
  #waiting: (() => void) | null = null;

  constructor(session: CDPSession, endless: Set<string>) {
    this.#endless = endless;
    session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      const address = request.url.replace(/[?#].*/s, '');
      if (!lasting.has(type ?? '') && !endless.has(address) && /^https?:/.test(address))
        this.#open.set(requestId, address);
    });
    session.on('Network.loadingFinished', ({ requestId }) => this.#end(requestId));
    session.on('Network.loadingFailed', ({ requestId }) => this.#end(requestId));
  }

  get count(): number {
    return this.#open.size;
  }

  /** Waits until all have been answered, or for `most` milliseconds. */
  async answered(most: number): Promise<void> {
    if (this.#open.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, most);
    this.#waiting = resolve;
    await promise;
    clearTimeout(timer);
    this.#waiting = null;
  }

  /** Stops waiting for the open requests, now and in later waits. */
  giveUp(): void {
    for (const address of this.#open.values()) this.#endless.add(address);
    this.#open.clear();
  }

  /** The page that made the requests was left. */
  forget(): void {
    this.#open.clear();
  }

  #end(requestId: string): void {
    this.#open.delete(requestId);
    if (this.#open.size === 0) this.#waiting?.();
  }
}
