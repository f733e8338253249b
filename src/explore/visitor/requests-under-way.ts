import type { CDPSession } from 'playwright-core';

/** These stay open as long as the page does. */
const lasting = new Set(['EventSource', 'WebSocket', 'Media', 'Ping', 'Manifest']);

/**
 * Counts the requests of a page that have not been answered yet. It hears of them by the session that also reads the page: what the page has started
 * before it was read is known when the answer comes.
 */
export class RequestsUnderWay {
  /** Addresses, by the browser's ids. */
  readonly #open = new Map<string, string>();
  /** Addresses of requests that were open for as long as anybody waited: pages that poll hold one open all the time. */
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

  /** What is still open was waited for long enough, now and later. */
  giveUp(): void {
    for (const address of this.#open.values()) this.#endless.add(address);
    this.#open.clear();
  }

  /** The page that asked was left. */
  forget(): void {
    this.#open.clear();
  }

  #end(requestId: string): void {
    this.#open.delete(requestId);
    if (this.#open.size === 0) this.#waiting?.();
  }
}
