import type { BrowserContext, CDPSession } from 'playwright-core';
import { messageOf } from '../../base/index.ts';
import type { HttpSession } from '../http/http-session.ts';
import type { GuardedBrowser } from './open-browser.ts';
import { mayBeShown, otherScheme, otherSchemes } from './web-addresses.ts';

/** Who a visitor of a browser is, and what they may open. */
export interface RequestAccess {
  /** Null for a visitor without a session. */
  readonly session: HttpSession | null;
  /** Why a page must not be opened, in words; null when it may be. */
  refusal(url: string): Promise<string | null> | string | null;
}

interface PausedRequest {
  readonly requestId: string;
  /** The same for all hops of a redirect. */
  readonly networkId?: string;
  readonly resourceType: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
  };
}

/**
 * Checks the requests of a page before they are sent. It refuses documents that must not be opened, and all that is not on the web.
 * Tokens and passwords of the session are sent to their own origin only: every hop of a redirect is checked, so that none of them
 * reaches another site.
 */
export class RequestGate {
  readonly #devtools: CDPSession;
  readonly #access: RequestAccess;
  /** The name of the header with our token or password, by the request that it was sent with. */
  readonly #proofs = new Map<string, string>();
  #refused: string | null = null;

  private constructor(devtools: CDPSession, access: RequestAccess) {
    this.#devtools = devtools;
    this.#access = access;
    devtools.on('Fetch.requestPaused', (paused) => void this.#decide(paused).catch(() => undefined));
  }

  static async of(
    devtools: CDPSession,
    access: RequestAccess,
    browser: Pick<GuardedBrowser, 'passGuard'>,
    visitor: BrowserContext,
  ): Promise<RequestGate> {
    const gate = new RequestGate(devtools, access);
    // Without a session, only documents matter: other requests need not wait for us.
    const patterns =
      access.session === null
        ? [{ urlPattern: '*', resourceType: 'Document' as const }, ...otherSchemes]
        : [{ urlPattern: '*' }];
    browser.passGuard(devtools, visitor);
    await devtools.send('Fetch.enable', { patterns, handleAuthRequests: true });
    return gate;
  }

  /** Why a document was refused since the last call; null when none was. */
  takeRefusal(): string | null {
    const refused = this.#refused;
    this.#refused = null;
    return refused;
  }

  async #decide(paused: PausedRequest): Promise<void> {
    const { requestId, resourceType, request } = paused;
    const isDocument = resourceType === 'Document';
    const refusal = mayBeShown(request.url)
      ? isDocument
        ? await this.#refusal(request.url)
        : null
      : otherScheme(request.url);
    if (refusal !== null) {
      if (isDocument) this.#refused = refusal;
      // With any other failure, the browser would replace this page with a page of its own.
      await this.#devtools.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      return;
    }
    const headers = this.#access.session === null ? null : this.#headersFor(this.#access.session, paused);
    await this.#devtools.send('Fetch.continueRequest', {
      requestId,
      ...(headers !== null && {
        headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      }),
    });
  }

  async #refusal(url: string): Promise<string | null> {
    try {
      return await this.#access.refusal(url);
    } catch (error) {
      // If the check fails, its error is the reason.
      return messageOf(error);
    }
  }

  /** The headers with our token or password for this site, and without those for the site that redirected here; null when they do not change. */
  #headersFor(
    session: HttpSession,
    { request: { url: address, method, headers }, networkId = '' }: PausedRequest,
  ): Readonly<Record<string, string>> | null {
    const url = URL.parse(address);
    const token = url === null ? null : session.tokenFor(url);
    const authorization = url === null || token !== null ? null : session.authorization(url, method);
    const proof =
      token ?? (authorization === null ? null : { header: 'authorization', value: authorization });
    const name = (proof?.header ?? this.#proofs.get(networkId))?.toLowerCase();
    if (name === undefined) return null;
    const others = Object.entries(headers).filter(([other]) => other.toLowerCase() !== name);
    if (proof === null) return Object.fromEntries(others);
    this.#proofs.set(networkId, proof.header);
    return { ...Object.fromEntries(others), [proof.header]: proof.value };
  }

  /** Called when another visit begins. */
  forget(): void {
    this.#refused = null;
    this.#proofs.clear();
  }
}
