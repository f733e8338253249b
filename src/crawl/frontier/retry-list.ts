import type { QueuedPage } from '../tables/records.ts';

interface Retry {
  readonly page: QueuedPage;
  readonly attempts: number;
  readonly at: number;
}

/** Pages to try again. Few, unless a whole site has problems. */
export class RetryList {
  readonly #retries = new Map<number, Retry>();

  get size(): number {
    return this.#retries.size;
  }

  add(page: QueuedPage, attempts: number, at: number): void {
    this.#retries.set(page.id, { page, attempts, at });
  }

  /** Takes a page whose time has come and whose host may be asked; null when there is none. */
  take(now: number, mayStart: (host: string) => boolean): Retry | null {
    for (const [id, retry] of this.#retries) {
      if (retry.at > now || !mayStart(retry.page.host)) continue;
      this.#retries.delete(id);
      return retry;
    }
    return null;
  }

  /** When the next page may be tried; Infinity when its host has to finish another request first. */
  nextAt(hostAt: (host: string) => number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { page, at } of this.#retries.values()) next = Math.min(next, Math.max(at, hostAt(page.host)));
    return next;
  }
}
