import type { BrowserContext, CDPSession, Dialog, Page } from 'playwright-core';

/** A page with more dialogs asks without end. */
const mostDialogs = 20;

/** What pages put in the way of visitors: dialogs, pop-ups, downloads. Each is dealt with and noted. */
export class Interruptions {
  readonly #notes: string[] = [];
  #dialogs = 0;
  /** The address of the last pop-up that the page opened. */
  #poppedUp: string | null = null;
  readonly #page: Page;

  /** `session` is the one that also reads the page: what was opened before the page was read is known when the answer comes. */
  constructor(page: Page, context: BrowserContext, session: CDPSession) {
    this.#page = page;
    page.on('dialog', (dialog) => void this.#answer(dialog));
    page.on('download', (download) => {
      this.#notes.push(`a download was refused: ${download.suggestedFilename().slice(0, 80)}`);
      download.cancel().catch(() => undefined);
    });
    // The page that is opened comes later, by another way: on a busy machine much later.
    session.on('Page.windowOpen', ({ url }) => {
      this.#poppedUp = url;
      this.#notes.push(`a pop-up was closed: ${url.slice(0, 120)}`);
    });
    context.on('page', (other) => {
      if (other !== page) other.close().catch(() => undefined);
    });
  }

  /** Another visit begins. */
  begin(): void {
    this.#notes.length = 0;
    this.#dialogs = 0;
    this.#poppedUp = null;
  }

  /** What happened since the last call, for people. */
  take(): readonly string[] {
    return this.#notes.splice(0);
  }

  /** The address of a pop-up since the last call, or null. */
  takePopUp(): string | null {
    const address = this.#poppedUp;
    this.#poppedUp = null;
    return address;
  }

  /** Messages are accepted, questions are answered with no, and leaving is always possible. */
  async #answer(dialog: Dialog): Promise<void> {
    const kind = dialog.type();
    this.#notes.push(`${kind} said "${dialog.message().slice(0, 80)}"`);
    if (++this.#dialogs > mostDialogs) return void this.#page.close().catch(() => undefined);
    const answered = kind === 'alert' || kind === 'beforeunload' ? dialog.accept() : dialog.dismiss();
    // The page may have gone meanwhile.
    await answered.catch(() => undefined);
  }
}
