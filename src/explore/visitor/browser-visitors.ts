import type { BrowserContext } from 'playwright-core';
import type { ApplicationAccess } from '../../access/index.ts';
import { TidemarkError } from '../../base/index.ts';
import { type GuardedBrowser, giveCookies } from '../../fetch/index.ts';
import { ExploreError } from '../errors.ts';
import type { ExploreOptions } from '../explore-options.ts';
import { countWork } from './page-work.ts';
import { type VisitManner, within } from './visit-manner.ts';
import { Visitor } from './visitor.ts';

/** A browser that does not end within this time is left to the operating system. */
const endingMs = 10_000;

/** A page is closed after this many uses, together with anything that it may have kept. */
const mostUses = 50;

interface Visit {
  readonly browser: GuardedBrowser;
  readonly context: BrowserContext;
  readonly visitor: Visitor;
  uses: number;
}

/**
 * Provides visitors. Each begins with a clean state: no cookies but those of the session, and no storage; only the cache stays. Starting a
 * page takes longer than any work in it, so a page is reused when nothing failed in it. A hung or crashed page is closed, if necessary with
 * the whole browser.
 */
export class BrowserVisitors implements AsyncDisposable {
  readonly #openBrowser: () => Promise<GuardedBrowser>;
  readonly #manner: VisitManner;
  readonly #access: ApplicationAccess;
  readonly #mayChange: ExploreOptions['mayChange'];
  readonly #origin: string;
  readonly #endless = new Set<string>();
  readonly #idle: Visit[] = [];
  #browser: Promise<GuardedBrowser> | null = null;

  /** `url` is where the application starts. */
  constructor({
    openBrowser,
    visit,
    access,
    mayChange,
    url,
  }: Pick<ExploreOptions, 'openBrowser' | 'visit' | 'access' | 'mayChange' | 'url'>) {
    this.#openBrowser = openBrowser;
    this.#manner = visit;
    this.#access = access;
    this.#mayChange = mayChange;
    // An address that differs only in its fragment is not loaded again, so such a page is not reused.
    this.#origin = new URL(url).hash === '' ? new URL(url).origin : '';
  }

  /**
   * Throws the errors of `visit`, as an ExploreError where the page caused the failure. `patience` is how many times as long as usual a page
   * may take.
   */
  async visit<T>(visit: (visitor: Visitor) => Promise<T>, patience = 1): Promise<T> {
    const lent = this.#idle.pop() ?? (await this.#enter(patience));
    lent.visitor.patience = patience;
    let isGood = false;
    const { session } = this.#access;
    try {
      if (session !== null) await giveCookies(lent.context, session);
      const seen = await visit(lent.visitor);
      isGood = ++lent.uses < mostUses && (await lent.visitor.forget(this.#origin));
      return seen;
    } catch (error) {
      throw error instanceof Error && !(error instanceof TidemarkError) ? asExploreError(error) : error;
    } finally {
      if (isGood) this.#idle.push(lent);
      else await this.#close(lent.browser, lent.context);
    }
  }

  async #enter(patience: number): Promise<Visit> {
    const browser = await this.#opened();
    let context: BrowserContext | null = null;
    try {
      const asked = browser.newHeldVisitor(
        {
          viewport: this.#manner.viewport,
          locale: 'en-US',
          timezoneId: 'UTC',
          reducedMotion: 'reduce',
          ...(this.#manner.userAgent !== null && { userAgent: this.#manner.userAgent }),
        },
        this.#mayChange,
      );
      const entered = await within(endingMs * patience, asked, 'opening a page');
      context = entered.visitor;
      await context.addInitScript(countWork(this.#manner.longestTimerMs));
      const visitor = await Visitor.enter({
        ...{ context, changes: entered.changes, browser },
        ...{ endless: this.#endless, options: this.#manner, access: this.#access, patience },
      });
      return { browser, context, visitor, uses: 0 };
    } catch (error) {
      await this.#close(browser, context);
      throw error instanceof Error && !(error instanceof TidemarkError) ? asExploreError(error) : error;
    }
  }

  /** Closes the page, or the whole browser when the page cannot be closed alone. */
  async #close(browser: GuardedBrowser, context: BrowserContext | null): Promise<void> {
    if (context !== null && (await hasEnded(context.close()))) return;
    if (this.#browser !== null && (await this.#browser) === browser) await this.#end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }

  async #opened(): Promise<GuardedBrowser> {
    this.#browser ??= this.#openBrowser();
    const browser = await this.#browser;
    if (!browser.hasEnded) return browser;
    this.#idle.length = 0;
    this.#browser = this.#openBrowser();
    return this.#browser;
  }

  async #end(): Promise<void> {
    const ending = this.#browser;
    this.#idle.length = 0;
    this.#browser = null;
    if (ending !== null) await hasEnded(ending.then((browser) => browser.close()));
  }
}

/** The browser's own errors have long messages, with a log. */
function asExploreError(error: Error): ExploreError {
  const [reason = ''] = error.message.split('\n');
  return new ExploreError('EXPLORE_PAGE_CRASHED', `the page is gone: ${reason.slice(0, 200)}`, error);
}

async function hasEnded(ending: Promise<unknown>): Promise<boolean> {
  return within(endingMs, ending, 'closing it').then(
    () => true,
    () => false,
  );
}
