import type { BrowserContext, CDPSession, Dialog, Page } from 'playwright-core';

/** A page with more dialogs never stops opening them. */
const mostDialogs = 20;

/** What interrupts a visitor: dialogs, pop-ups, downloads. Each is handled and noted. */
export class Interruptions {
  readonly #notes: string[] = [];
  #dialogs = 0;
  /** The address of the last pop-up that the page opened. */
  #poppedUp: string | null = null;
  readonly #page: Page;

  /** `session` is also the one that reads the page: a pop-up that was opened before the page was read is known when the answer arrives. */
  constructor(page: Page, context: BrowserContext, session: CDPSession) {
    this.#page = page;
    page.on('dialog', (dialog) => void this.#answer(dialog));
    page.on('download', (download) => {
      this.#notes.push(`a download was refused: ${download.suggestedFilename().slice(0, 80)}`);
      download.cancel().catch(() => undefined);
    });
    // The event for the opened page itself arrives later, by another route: on a busy machine much later.
    session.on('Page.windowOpen', ({ url }) => {
      this.#poppedUp = url;
      this.#notes.push(`a pop-up was closed: ${url.slice(0, 120)}`);
    });
    context.on('page', (other) => {
      if (other !== page) other.close().catch(() => undefined);
    });
  }

  /** Begins another visit. */
  begin(): void {
    this.#notes.length = 0;
    this.#dialogs = 0;
    this.#poppedUp = null;
  }

  /** What happened since the last call, in words for people. */
  take(): readonly string[] {
    return this.#notes.splice(0);
  }

  /** The address of a pop-up since the last call, or null. */
  takePopUp(): string | null {
    const address = this.#poppedUp;
    this.#poppedUp = null;
    return address;
  }

  /** Accepts messages, answers questions with no, and always allows leaving the page. */
  async #answer(dialog: Dialog): Promise<void> {
    const kind = dialog.type();
    this.#notes.push(`${kind} said "${dialog.message().slice(0, 80)}"`);
    if (++this.#dialogs > mostDialogs) return void this.#page.close().catch(() => undefined);
    const answered = kind === 'alert' || kind === 'beforeunload' ? dialog.accept() : dialog.dismiss();
    // The page may be closed by now.
    await answered.catch(() => undefined);
  }
}
