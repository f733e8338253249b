import * as names from './html-names.ts';
import type { StartTag } from './html-sink.ts';
import type { PageText } from './page-text.ts';

/**
 * The open `template` elements. Content inside a template is a pattern for scripts and is not shown, unless the template is a declarative
 * shadow root.
 */
export class OpenTemplates {
  readonly #page: PageText;
  #open = 0;
  /** The depth of the outermost template that is not a shadow root; 0 when there is none. */
  #inertFrom = 0;

  constructor(page: PageText) {
    this.#page = page;
  }

  /** Whether the following content is not shown. */
  get isInert(): boolean {
    return this.#inertFrom !== 0;
  }

  open(tag: StartTag): void {
    this.#open++;
    if (!this.isInert && !this.#isShadowRoot(tag)) this.#inertFrom = this.#open;
  }

  close(): void {
    if (this.#open === 0) return;
    if (this.#inertFrom === this.#open) this.#inertFrom = 0;
    this.#open--;
  }

  #isShadowRoot(tag: StartTag): boolean {
    const attribute = names.SHADOWROOTMODE;
    if (!tag.has(attribute)) return false;
    const mode = this.#page.attribute(tag.valueStart(attribute), tag.valueEnd(attribute)).toLowerCase();
    return mode === 'open' || mode === 'closed';
  }
}
