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

/** Longer timers belong to activity that the page starts by itself. */
const longestMs = 1000;
/** So do timers that are started repeatedly, by each other or by the same lines. */
const mostInARow = 3;
const mostOfAKind = 8;

/**
 * Runs in a page before its own scripts and counts timers that are about to fire: a dialog that closes after a short animation, a search
 * that starts after a pause in typing. A page with such a timer is not quiet yet.
 */
export const countTimers = `(() => {
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const pending = new Set();
  const kinds = new Map();
  let row = 0;
  globalThis.setTimeout = function setTimeout(handler, delay, ...given) {
    const own = row + 1;
    const kind = String(handler);
    const count = (kinds.get(kind) ?? 0) + 1;
    kinds.set(kind, count);
    const isWaitedFor = !(delay > ${longestMs}) && own <= ${mostInARow} && count <= ${mostOfAKind};
    if (typeof handler !== 'function' || !isWaitedFor) return start.call(globalThis, handler, delay, ...given);
    const id = start.call(globalThis, function (...passed) {
      pending.delete(id);
      const outer = row;
      row = own;
      try { return handler.apply(this, passed); } finally { row = outer; }
    }, delay, ...given);
    pending.add(id);
    return id;
  };
  globalThis.clearTimeout = function clearTimeout(id) {
    pending.delete(id);
    return stop.call(globalThis, id);
  };
  Object.defineProperty(globalThis, Symbol.for('tidemark.timers'), { value: () => pending.size });
})()`;

export const pendingTimers = `globalThis[Symbol.for('tidemark.timers')]?.() ?? 0`;
