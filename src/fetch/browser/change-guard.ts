import type { APIResponse, BrowserContext, Request, Route } from 'playwright-core';
import { mayChange, type PageRequest, readsByGraphql, requestInWords } from './changing-requests.ts';

/** A request that was not sent, since it may change something on the server. */
export interface HeldRequest {
  readonly method: string;
  readonly url: string;
  /** `DELETE /cards/7`, `WebSocket /live {"add":"card"}`. */
  readonly says: string;
}

/** No visit makes more requests than this that are worth listing. */
const mostListed = 200;

/**
 * Holds requests of a visitor that may change something on the server: forms, scripts, workers, frames, windows, beacons, and what is sent over a
 * WebSocket after the first press of the visit. Three layers: the browser asks about each request before it is sent, and what passes without being a
 * plain GET is sent from here, so that its redirects are seen; a script closes the ways around that, which begin when a page is left; and the proxy
 * refuses what is not encrypted and came another way.
 *
 * A script gets the answer of a server that did it and has nothing to say (204): so the page shows what it shows by itself after a press, and nothing
 * is made up. A form leaves the page as it is.
 */
export class ChangeGuard {
  readonly #isAllowed: (url: string) => boolean;
  readonly #held: HeldRequest[] = [];
  #isLoggingIn = false;
  #isPressed = false;
  /** What the browser will send by itself, since an allowed address redirected to another. */
  readonly #redirected = new Set<string>();

  private constructor(isAllowed: (url: string) => boolean) {
    this.#isAllowed = isAllowed;
  }

  /** `isAllowed` says to which addresses changes may be sent. To be called before the visitor opens a page. */
  static async of(visitor: BrowserContext, isAllowed: (url: string) => boolean): Promise<ChangeGuard> {
    const guard = new ChangeGuard(isAllowed);
    await visitor.exposeBinding(messageBinding, ({ page }, message: SocketMessage | null) =>
      message === null ? guard.beginActing() : guard.#mayPassMessage(message, page.url()),
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

  /** Called when a visit begins, whose page may say by WebSocket what it needs. */
  begin(): void {
    this.#isPressed = false;
  }

  /** Called before something is done in a page. From then on, what any page, frame or window of the visit sends by WebSocket is held. */
  beginActing(): void {
    this.#isPressed = true;
  }

  /** Called by the proxy for what was not sent from here: whether it is held. What an allowed address redirects to comes that way, once. */
  isHeld(method: string, url: string): boolean {
    if (this.#redirected.delete(`${method} ${url}`)) return false;
    this.#hold({ method, url, headers: {}, body: '' }, url);
    return true;
  }

  async #decide(route: Route, request: Request): Promise<void> {
    const asked: PageRequest = {
      method: request.method(),
      url: request.url(),
      headers: request.headers(),
      body: request.postData() ?? '',
    };
    if (mayChange(asked) && !this.#mayBeSent(asked)) return this.#withhold(route, asked, request);
    if (/^(?:GET|HEAD|OPTIONS)$/.test(asked.method)) return route.continue();
    // The browser itself would follow a redirect without asking.
    const answer = await route.fetch({ maxRedirects: 0, timeout: 0 }).catch(() => null);
    if (answer === null) return route.abort('failed');
    const next = redirectedBy(answer, asked);
    if (next !== null && !this.#mayBeSent(next)) return this.#withhold(route, next, request);
    if (next !== null) this.#redirected.add(`${next.method} ${next.url}`);
    return route.fulfill({ response: answer });
  }

  #withhold(route: Route, asked: PageRequest, request: Request): Promise<void> {
    this.#hold(asked, pageOf(request));
    // With any other failure, the browser would replace the page with one of its own.
    if (request.isNavigationRequest()) return route.abort('aborted');
    return route.fulfill({ status: 204 });
  }

  #mayBeSent({ method, url }: PageRequest): boolean {
    return (this.#isLoggingIn && method === 'POST') || this.#isAllowed(url);
  }

  #mayPassMessage({ url, text, protocol }: SocketMessage, page: string): boolean {
    const address = url.replace(/^ws/, 'http');
    if (!this.#isPressed || isHeartbeat(text) || readsByGraphql(text, address, protocol)) return true;
    if (this.#isLoggingIn || this.#isAllowed(url) || this.#isAllowed(address)) return true;
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

/** The request that the browser would send next with the same method; null for another answer, and where the method becomes GET. */
function redirectedBy(answer: APIResponse, asked: PageRequest): PageRequest | null {
  const keepsMethod = asked.method === 'POST' ? [307, 308] : [301, 302, 307, 308];
  const to = URL.parse(answer.headers()['location'] ?? '', asked.url);
  return to !== null && keepsMethod.includes(answer.status()) ? { ...asked, url: to.href } : null;
}

/** What a page sends over a WebSocket. */
interface SocketMessage {
  readonly url: string;
  readonly text: string;
  readonly protocol: string;
}

/** Exact forms: what else carries the word may do something as well. */
function isHeartbeat(text: string): boolean {
  if (/^(?:[23]|ping|pong)$/i.test(text)) return true;
  try {
    const { type, id, time, ...more } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const isPlain = [id, time].every((each) => typeof each !== 'object' || each === null);
    return isPlain && /^(?:ping|pong|heartbeat)$/.test(String(type)) && Object.keys(more).length === 0;
  } catch {
    return false;
  }
}

const messageBinding = '__tidemarkMayPass';

/**
 * Runs in each page before its own scripts. Requests that outlive their page, and those of shared workers, are not asked about by the browser: they become
 * ordinary ones, or are taken away. What is sent over a WebSocket waits for permission, in its order: whether something was pressed in another frame or
 * window is not known here.
 */
const closeWaysAround = `(() => {
  const mayPass = globalThis.${messageBinding};
  delete globalThis.${messageBinding};
  delete globalThis.SharedWorker;
  delete globalThis.fetchLater;
  delete globalThis.WebTransport;
  delete globalThis.WebSocketStream;
  // The browser does not ask about what a page sends while it is left.
  let isLeaving = false;
  addEventListener('pagehide', () => { isLeaving = true; }, true);
  addEventListener('pageshow', () => { isLeaving = false; }, true);
  const { fetch, Request } = globalThis;
  globalThis.fetch = function (input, init) {
    if (isLeaving) return new Promise(() => {});
    const own = init?.keepalive ? { ...init, keepalive: false } : init;
    const asked = input instanceof Request && input.keepalive ? new Request(input, { keepalive: false }) : input;
    return fetch.call(this ?? globalThis, asked, own);
  };
  if (globalThis.Navigator?.prototype.sendBeacon)
    Navigator.prototype.sendBeacon = function sendBeacon(url, data) {
      if (!isLeaving) fetch(url, { method: 'POST', body: data, mode: 'no-cors', credentials: 'include' }).catch(() => {});
      return true;
    };
  addEventListener('click', (event) => {
    for (const element of event.composedPath()) element.removeAttribute?.('ping');
  }, true);
  let isPressed = false;
  for (const kind of ['pointerdown', 'mousedown', 'touchstart', 'keydown', 'wheel'])
    addEventListener(kind, ({ isTrusted }) => {
      if (isPressed || !isTrusted) return;
      isPressed = true;
      mayPass(null);
    }, { capture: true, passive: true });
  const { send, close } = WebSocket.prototype;
  const [url, protocol] = ['url', 'protocol'].map((name) => Object.getOwnPropertyDescriptor(WebSocket.prototype, name).get);
  const queues = new WeakMap();
  const inTurn = (socket, work) => {
    const queue = (queues.get(socket) ?? Promise.resolve()).then(work).catch(() => {});
    queues.set(socket, queue);
  };
  WebSocket.prototype.send = function (data) {
    if (this.readyState === WebSocket.CONNECTING) return send.call(this, data);
    const text = typeof data === 'string' ? data : '(binary)';
    const asked = mayPass({ url: url.call(this), text, protocol: protocol.call(this) });
    inTurn(this, async () => { if (await asked) send.call(this, data); });
  };
  WebSocket.prototype.close = function (...given) {
    if (!queues.has(this)) return close.apply(this, given);
    inTurn(this, () => close.apply(this, given));
  };
})()`;
