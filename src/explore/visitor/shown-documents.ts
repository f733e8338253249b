import type { CDPSession } from 'playwright-core';

/** How a document was asked for, and answered. */
export interface ShownDocument {
  /** Before redirects. */
  readonly requested: string;
  readonly status: number;
}

const withoutFragment = (url: string): string => url.replace(/#.*/s, '');

/** Remembers how the documents of a page were asked for and answered, by their addresses. */
export class ShownDocuments {
  readonly #requested = new Map<string, string>();
  readonly #byUrl = new Map<string, ShownDocument>();

  constructor(session: CDPSession) {
    session.on('Network.requestWillBeSent', ({ requestId, type, request, redirectResponse }) => {
      if (type === 'Document' && redirectResponse === undefined)
        this.#requested.set(requestId, withoutFragment(request.url));
    });
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type !== 'Document') return;
      const url = withoutFragment(response.url);
      this.#byUrl.set(url, { requested: this.#requested.get(requestId) ?? url, status: response.status });
    });
  }

  /** An address that scripts have set was never asked for. */
  of(url: string): ShownDocument {
    return this.#byUrl.get(withoutFragment(url)) ?? { requested: url, status: 200 };
  }

  forget(): void {
    this.#requested.clear();
    this.#byUrl.clear();
  }
}
