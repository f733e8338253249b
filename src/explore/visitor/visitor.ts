import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { ApplicationAccess } from '../../access/index.ts';
import {
  type ChangeGuard,
  type GuardedBrowser,
  type HeldRequest,
  openInPage,
  RequestGate,
} from '../../fetch/index.ts';
import { ExploreError } from '../errors.ts';
import type { Action, ElementPlace } from '../graph/state-graph.ts';
import type { FoundElements } from '../in-page/find-elements.ts';
import { Interruptions } from './interruptions.ts';
import { listeningElements } from './listening-elements.ts';
import { pendingWork } from './page-work.ts';
import { PageWorld } from './page-world.ts';
import { RequestsUnderWay } from './requests-under-way.ts';
import { type VisitManner, within } from './visit-manner.ts';

/** What a visitor sees after an action. */
export interface Sight {
  readonly url: string;
  readonly title: string;
  readonly html: string;
  /** Interruptions by the page in the meantime, in words for people. */
  readonly notes: readonly string[];
  /** Requests that were held since the page was last looked at, in words, each once. */
  readonly held: readonly string[];
  /** How its document was requested. */
  readonly document: ShownDocument;
  /** When the visitor opened the page (`performance.now()`). */
  readonly openedAt: number;
  /** False when the page was read before it became quiet, because the time ran out: another visit may see more of it. */
  readonly isQuiet: boolean;
}

interface VisitorParts {
  readonly context: BrowserContext;
  readonly changes: ChangeGuard;
  readonly browser: Pick<GuardedBrowser, 'passGuard'>;
  /** Addresses of requests that are never answered; new ones are added to it. */
  readonly endless: Set<string>;
  readonly options: VisitManner;
  readonly access: ApplicationAccess;
  /** See `Visitor.patience`. */
  readonly patience: number;
}

/** One page in which actions are performed, one after the other. After a failure it must not be used again. */
export class Visitor {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #world: PageWorld;
  readonly #requests: RequestsUnderWay;
  readonly #documents: ShownDocuments;
  readonly #changes: ChangeGuard;
  #held: HeldRequest[] = [];
  #gate: RequestGate | null = null;
  #reveal: ApplicationAccess['reveal'] = (value) => value;
  #openedAt = performance.now();
  #cameToRest = true;
  readonly #interruptions: Interruptions;
  readonly #options: VisitManner;
  readonly #gone: Promise<never>;
  /** How many times as long as usual the page may take. */
  patience: number;

  private constructor(
    page: Page,
    session: CDPSession,
    { endless, options, changes, patience }: VisitorParts,
  ) {
    this.#changes = changes;
    this.patience = patience;
    this.#page = page;
    this.#session = session;
    this.#world = new PageWorld(session);
    this.#requests = new RequestsUnderWay(session, endless);
    this.#documents = new ShownDocuments(session);
    this.#interruptions = new Interruptions(page, page.context(), session);
    this.#options = options;
    const gone = Promise.withResolvers<never>();
    gone.promise.catch(() => undefined);
    page.once('crash', () => gone.reject(new ExploreError('EXPLORE_PAGE_CRASHED', 'the page crashed')));
    page.once('close', () =>
      gone.reject(new ExploreError('EXPLORE_PAGE_CRASHED', 'the page closed itself or was closed')),
    );
    this.#gone = gone.promise;
  }

  static async enter(parts: VisitorParts): Promise<Visitor> {
    const { context, access, browser } = parts;
    const stuckMs = parts.options.stuckMs * parts.patience;
    const page = await within(stuckMs, context.newPage(), 'opening a page');
    const session = await within(stuckMs, context.newCDPSession(page), 'opening a page');
    const visitor = new Visitor(page, session, parts);
    await visitor.#ask('opening a page', async () => {
      await session.send('Page.enable');
      await session.send('Runtime.enable');
      await session.send('Network.enable');
      await session.send('DOM.enable');
      await session.send('Animation.enable');
      // Animations end at once, and fire their events.
      await session.send('Animation.setPlaybackRate', { playbackRate: 1000 });
      await page.mouse.move(0, 0);
      visitor.#gate = await RequestGate.of(session, access, browser, context);
      visitor.#reveal = access.reveal;
    });
    return visitor;
  }

  get url(): string {
    return this.#page.url();
  }

  /** Opens an address and waits until the page is quiet. Throws EXPLORE_PAGE_FAILED when there is no page. */
  async open(url: string): Promise<void> {
    const settleMs = this.#options.settleMs * this.patience;
    try {
      await this.#ask('opening it', () =>
        openInPage(this.#page, url, { waitUntil: 'commit', timeout: settleMs }),
      );
    } catch (error) {
      if (error instanceof ExploreError) throw error;
      this.#throwRefusal();
      const [reason = ''] = (error as Error).message.replace(/^page\.goto: /, '').split('\n');
      throw new ExploreError('EXPLORE_PAGE_FAILED', `${url} cannot be opened: ${reason}`, error);
    }
    await this.#settle();
  }

  /** Performs an action as a person would, and waits until the page is quiet. */
  async perform(action: Action): Promise<void> {
    if (action.kind === 'open') return this.open(action.value);
    this.#changes.beginActing();
    // What sends a secret of the project is its log-in.
    this.#changes.isLoggingIn = action.filled.some(({ value }) => this.#reveal(value) !== value);
    try {
      await this.#do(action);
      await this.#settle();
    } finally {
      this.#changes.isLoggingIn = false;
      this.#held.push(...this.#changes.take());
    }
    this.#throwRefusal();
    const popUp = this.#interruptions.takePopUp();
    if (popUp === null || this.#held.some(({ url }) => url === popUp)) return;
    // A page of the application in a separate window is a state like any other.
    if (sameHost(popUp, this.url)) await this.open(popUp);
  }

  async #do(action: Action): Promise<void> {
    const { documents } = this.#world;
    try {
      for (const { place, value } of action.filled)
        if (
          !(await this.#ask('filling in', () => this.#world.call('fillInField', place, this.#reveal(value))))
        )
          throw new ExploreError('EXPLORE_ELEMENT_GONE', `the field "${place.label}" is not there any more`);
      if (action.kind === 'scroll') await this.#ask('scrolling', () => this.#page.mouse.wheel(0, 100_000));
      else if (action.place !== null) await this.#actOn(action, action.place);
    } catch (error) {
      // A list may send its form as soon as it is set: then there is nothing left to leave, as its document was left.
      if (action.filled.length === 0 || this.#page.isClosed() || documents === this.#world.documents)
        throw error;
    }
  }

  /** The requests that were held since the last call, in words, each once. */
  takeHeld(): readonly string[] {
    const held = [...this.#held, ...this.#changes.take()].map(({ says }) => says);
    this.#held = [];
    return [...new Set(held)];
  }

  async look(): Promise<Sight> {
    const { html, title } = await this.#read().catch(async (error: unknown) => {
      if (error instanceof ExploreError || this.#page.isClosed()) throw error;
      // It was left while it was read.
      await this.#settle();
      return this.#read();
    });
    const { url } = this;
    const document = this.#documents.of(url);
    return {
      url,
      title: title.slice(0, 500),
      html,
      document,
      notes: this.#interruptions.take(),
      held: this.takeHeld(),
      openedAt: this.#openedAt,
      isQuiet: this.#cameToRest,
    };
  }

  async #read(): Promise<Pick<Sight, 'html' | 'title'>> {
    const html = await this.#ask('reading it', () =>
      this.#world.call('serialisePage', this.#options.mostCharacters),
    );
    return {
      html,
      title: String(await this.#ask('reading it', () => this.#world.evaluate('document.title'))),
    };
  }

  /** The elements with which something can be done now. `selectors` are those that rules use. */
  async findElements(selectors: readonly string[], most: number): Promise<FoundElements> {
    const find = async () => {
      const ids: string[] = [];
      const sets: string[] = [];
      for (const [event, listening] of Object.entries(await listeningElements(this.#session))) {
        const resolved = await this.#resolved(listening);
        sets.push(`${event}: new Set(elements.splice(0, ${resolved.length}))`);
        ids.push(...resolved);
      }
      return (await this.#world.callOn(
        `(...elements) => tidemark.findElements(${JSON.stringify(selectors)}, ${most}, { ${sets.join(', ')} })`,
        ids,
      )) as FoundElements;
    };
    // A page with many elements takes longer.
    return this.#ask('looking for what can be pressed', find, this.#options.settleMs);
  }

  async screenshot(): Promise<Uint8Array | null> {
    const { stuckMs } = this.#options;
    // A screenshot is optional: some pages cannot be rendered in time.
    return this.#ask('taking a picture', () => this.#page.screenshot({ timeout: stuckMs })).catch(() => null);
  }

  /**
   * Makes the next visit one of a first-time visitor: removes storage, cookies and the document with its listeners, so that nothing is
   * written when the page is left. False when that is not certain.
   */
  async forget(origin: string): Promise<boolean> {
    if (URL.parse(this.url)?.origin !== origin) return false;
    try {
      return await this.#ask('forgetting', async () => {
        await this.#world.evaluate(
          `document.open(); document.close(); sessionStorage.clear(); name = ''; true`,
        );
        await this.#page.context().clearCookies();
        const storageTypes = 'local_storage,indexeddb,cache_storage,websql,file_systems';
        await this.#session.send('Storage.clearDataForOrigin', { origin, storageTypes });
        await this.#page.mouse.move(0, 0);
        this.#interruptions.begin();
        this.#changes.begin();
        this.#requests.forget();
        this.#documents.forget();
        this.#gate?.forget();
        this.takeHeld();
        this.#openedAt = performance.now();
        this.#cameToRest = true;
        return true;
      });
    } catch {
      return false;
    }
  }

  async #actOn(action: Action, place: ElementPlace): Promise<void> {
    const point = (await this.#ask('pressing', () =>
      this.#world.evaluate(`(() => {
        const element = tidemark.elementAt(${JSON.stringify(place)});
        element?.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        if (element && ${action.kind === 'key'}) element.focus();
        return element === null ? 'gone' : (tidemark.pointOf(element) ?? 'covered');
      })()`),
    )) as { readonly x: number; readonly y: number } | 'gone' | 'covered';
    const name = place.label === '' ? place.element : `"${place.label}"`;
    if (point === 'gone') throw new ExploreError('EXPLORE_ELEMENT_GONE', `${name} is not there any more`);
    if (action.kind === 'key')
      return this.#ask('pressing a key', () => this.#page.keyboard.press(action.value));
    if (point === 'covered')
      throw new ExploreError('EXPLORE_ELEMENT_COVERED', `${name} is covered by something else`);
    const { x, y } = point;
    if (action.kind === 'hover') await this.#ask('pointing at it', () => this.#page.mouse.move(x, y));
    else await this.#ask(`pressing ${name}`, () => this.#page.mouse.click(x, y));
  }

  /** Waits until no request is under way, the page has no work that it began, and the document has stopped changing. */
  async #settle(): Promise<void> {
    const { quietMs, settleMs } = this.#options;
    const deadline = performance.now() + settleMs * this.patience;
    for (;;) {
      const rest = Math.ceil(deadline - performance.now());
      if (rest <= 0) {
        this.#cameToRest = false;
        return this.#requests.giveUp();
      }
      // An answer arrives before the page has read it: the page needs a separate quiet period after it, to show its effect.
      await this.#ask('becoming quiet', () => this.#requests.answered(rest), rest);
      if (this.#requests.count > 0) continue;
      const isQuiet = await this.#ask('becoming quiet', () => this.#isQuiet(quietMs, rest), rest);
      if (isQuiet && this.#requests.count === 0) return;
    }
  }

  /** False also when another document was loaded meanwhile. */
  async #isQuiet(quietMs: number, most: number): Promise<boolean> {
    try {
      if (!(await this.#world.call('quietFor', quietMs, most))) return false;
      const { result } = await this.#session.send('Runtime.evaluate', {
        expression: pendingWork,
        returnByValue: true,
      });
      return result.value === 0;
    } catch (error) {
      if (error instanceof ExploreError || this.#page.isClosed()) throw error;
      return false;
    }
  }

  async #resolved(backendNodeIds: readonly number[]): Promise<readonly string[]> {
    const executionContextId = await this.#world.context();
    const resolved = await Promise.all(
      backendNodeIds.map((backendNodeId) =>
        // Elements of frames have separate worlds, and elements may be gone by now.
        this.#session.send('DOM.resolveNode', { backendNodeId, executionContextId }).catch(() => null),
      ),
    );
    return resolved.flatMap((each) => (each?.object.objectId === undefined ? [] : [each.object.objectId]));
  }

  /** Throws when the guard refused to open a page: the action that tried to open it led nowhere. */
  #throwRefusal(): void {
    const refusal = this.#gate?.takeRefusal() ?? null;
    if (refusal !== null) throw new ExploreError('EXPLORE_REFUSED', refusal);
  }

  #ask<T>(what: string, ask: () => Promise<T>, longer = 0): Promise<T> {
    const most = this.#options.stuckMs * this.patience + longer;
    return within(most, Promise.race([ask(), this.#gone]), what);
  }
}

const sameHost = (one: string, other: string): boolean => URL.parse(one)?.host === URL.parse(other)?.host;

/** How a document was requested and answered. */
interface ShownDocument {
  /** Before redirects. */
  readonly requested: string;
  readonly status: number;
}

const withoutFragment = (url: string): string => url.replace(/#.*/s, '');

/** Records how the documents of a page were requested and answered, by their addresses. */
class ShownDocuments {
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

  /** An address that scripts have set was never requested. */
  of(url: string): ShownDocument {
    return this.#byUrl.get(withoutFragment(url)) ?? { requested: url, status: 200 };
  }

  forget(): void {
    this.#requested.clear();
    this.#byUrl.clear();
  }
}
