import type { BrowserContext, Request, Route } from 'playwright-core';
import { mayChange, type PageRequest, requestInWords } from './changing-requests.ts';

/** A request that was not sent, since it may change something on the server. */
export interface HeldRequest {
  readonly method: string;
  readonly url: string;
  /** `DELETE /cards/7`, `WebSocket /live {"add":"card"}`. */
  readonly says: string;
}

/** The proxy's part: it refuses requests of this visitor that may change something and do not carry the pass. */
interface HoldingProxy {
  readonly pass: { readonly header: string; readonly value: string };
}

/** No visit makes more requests than this that are worth listing. */
const mostListed = 200;

/**
 * Holds requests of a visitor that may change something on the server: forms, scripts, workers, frames, windows, beacons, and what is sent over a
 * WebSocket after the first press. Three layers: the browser asks about each request before it is sent; a script closes the ways around that,
 * which begin when a page is left; and the proxy refuses what is not encrypted and came another way.
 *
 * A script gets the answer of a server that did it and has nothing to say (204): so the page shows what it shows by itself after a press, and nothing
 * is made up. A form leaves the page as it is.
 */
export class ChangeGuard {
  readonly #isAllowed: (url: string) => boolean;
  readonly #pass: HoldingProxy['pass'];
  readonly #held: HeldRequest[] = [];
  #isLoggingIn = false;

  private constructor(isAllowed: (url: string) => boolean, { pass }: HoldingProxy) {
    this.#isAllowed = isAllowed;
    this.#pass = pass;
  }

  /** `isAllowed` says to which addresses changes may be sent. To be called before the visitor opens a page. */
  static async of(
    visitor: BrowserContext,
    isAllowed: (url: string) => boolean,
    proxy: HoldingProxy,
  ): Promise<ChangeGuard> {
    const guard = new ChangeGuard(isAllowed, proxy);
    await visitor.exposeBinding(messageBinding, ({ page }, url: unknown, text: unknown) =>
      guard.#mayPassMessage(String(url), String(text), page.url()),
    );
    await visitor.addInitScript(closeWaysAround);
    // A route of a page that is closed meanwhile cannot be answered, and need not be.
    await visitor.route('**/*', (route, request) => guard.#decide(route, request).catch(() => undefined));
    return guard;
  }

  /** What was held since the last call. */
  take(): readonly HeldRequest[] {
    return this.#held.splice(0);
  }

  /** While a person logs in, what is sent by POST passes. */
  set isLoggingIn(isIt: boolean) {
    this.#isLoggingIn = isIt;
  }

  /** Called by the proxy. */
  note(method: string, url: string): void {
    this.#hold({ method, url, headers: {}, body: '' }, url);
  }

  async #decide(route: Route, request: Request): Promise<void> {
    const asked: PageRequest = {
      method: request.method(),
      url: request.url(),
      headers: request.headers(),
      body: request.postData() ?? '',
    };
    const isReading = /^(?:GET|HEAD|OPTIONS)$/.test(asked.method);
    const isHeld = mayChange(asked) && !this.#mayBeSent(asked);
    if (!isHeld && (isReading || !asked.url.startsWith('http:'))) return route.continue();
    if (!isHeld)
      return route.continue({ headers: { ...asked.headers, [this.#pass.header]: this.#pass.value } });
    this.#hold(asked, pageOf(request));
    // With any other failure, the browser would replace the page with one of its own.
    if (request.isNavigationRequest()) return route.abort('aborted');
    return route.fulfill({ status: 204 });
  }

  #mayBeSent({ method, url }: PageRequest): boolean {
    return (this.#isLoggingIn && method === 'POST') || this.#isAllowed(url);
  }

  #mayPassMessage(url: string, text: string, page: string): boolean {
    const [address, documents] = [url.replace(/^ws/, 'http'), graphqlOf(text)];
    const isHeartbeat = /^(?:[23]|ping|pong)$|"type":"(?:ping|pong|heartbeat)"|"heartbeat"/i.test(
      text.slice(0, 200),
    );
    const isQuery =
      documents !== null && !mayChange({ method: 'POST', url: address, headers: {}, body: documents });
    if (isHeartbeat || isQuery || this.#isLoggingIn || this.#isAllowed(url) || this.#isAllowed(address))
      return true;
    const path = requestInWords({ method: 'WebSocket', url: address, headers: {}, body: '' }, page);
    const shown = text.replace(/\s+/g, ' ').slice(0, 80);
    this.#list({
      method: 'WebSocket',
      url,
      says: `${path.replace(/^WEBSOCKET/, 'WebSocket')} ${shown}`.trim(),
    });
    return false;
  }

  #hold(asked: PageRequest, page: string): void {
    this.#list({ method: asked.method, url: asked.url, says: requestInWords(asked, page) });
  }

  #list(held: HeldRequest): void {
    if (this.#held.length < mostListed) this.#held.push(held);
  }
}

/** The page that a request comes from; a new window has no frame yet. */
function pageOf(request: Request): string {
  try {
    const { origin } = new URL(request.headers()['referer'] ?? request.frame().page().url());
    return origin;
  } catch {
    return '';
  }
}

/** The operation that a message of a GraphQL connection begins, as a request has it; null for other messages. */
function graphqlOf(message: string): string | null {
  try {
    const { type, payload } = JSON.parse(message) as { readonly type?: unknown; readonly payload?: unknown };
    if (/^(?:ping|pong|connection_init|connection_terminate|complete|stop)$/.test(String(type)))
      return '{"query":"{ nothing }"}';
    return /^(?:start|subscribe)$/.test(String(type)) ? JSON.stringify(payload) : null;
  } catch {
    return null;
  }
}

const messageBinding = '__tidemarkMayPass';

/**
 * Runs in each page before its own scripts. Requests that outlive their page, and those of shared workers, are not asked about by the browser: they become
 * ordinary ones, or are taken away. What is sent over a WebSocket after a press waits for permission, unless the same was sent before, as heartbeats are.
 */
const closeWaysAround = `(() => {
  const mayPass = globalThis.${messageBinding};
  delete globalThis.${messageBinding};
  delete globalThis.SharedWorker;
  delete globalThis.fetchLater;
  delete globalThis.WebTransport;
  const { fetch, Request } = globalThis;
  globalThis.fetch = function (input, init) {
    const own = init?.keepalive ? { ...init, keepalive: false } : init;
    const asked = input instanceof Request && input.keepalive ? new Request(input, { keepalive: false }) : input;
    return fetch.call(this ?? globalThis, asked, own);
  };
  if (globalThis.Navigator?.prototype.sendBeacon)
    Navigator.prototype.sendBeacon = function sendBeacon(url, data) {
      fetch(url, { method: 'POST', body: data, mode: 'no-cors', credentials: 'include' }).catch(() => {});
      return true;
    };
  addEventListener('click', (event) => {
    for (const element of event.composedPath()) element.removeAttribute?.('ping');
  }, true);
  const { send } = WebSocket.prototype;
  const before = new Set();
  const queues = new WeakMap();
  WebSocket.prototype.send = function (data) {
    const text = typeof data === 'string' ? data : '(binary)';
    if (!navigator.userActivation?.hasBeenActive || before.has(text)) {
      if (typeof data === 'string' && before.size < 1000) before.add(text);
      if (!queues.has(this)) return send.call(this, data);
    }
    if (this.readyState === WebSocket.CONNECTING) return send.call(this, data);
    const asked = before.has(text) ? Promise.resolve(true) : mayPass(this.url, text);
    const queue = (queues.get(this) ?? Promise.resolve()).then(() => asked).then((may) => { if (may) send.call(this, data); }, () => {});
    queues.set(this, queue);
  };
})()`;
