import { attributeCount } from './html-names.ts';

/** The namespace whose rules an element follows. */
export type Namespace = 'html' | 'svg' | 'math';

/** `data`: an `&` may begin a character reference. `raw`: it is only an ampersand. */
export type TextKind = 'data' | 'raw';

/**
 * Receives the tags and texts of a page as ranges of bytes, in the order of the source. Allocates nothing that the sink does not ask for.
 */
export interface HtmlSink {
  /** `tag` is valid until the call returns; the scanner uses the same object for the next one. */
  startTag(tag: StartTag): void;
  /** Also called for an end tag that closes nothing. `tag` is 0 for a name outside `html-names.ts`. */
  endTag(tag: number): void;
  /** Text between tags. `namespace` is that of the element around it; `inert` is true inside svg script and style. */
  text(start: number, end: number, kind: TextKind, namespace: Namespace, inert: boolean): void;
  /** Everything inside `script`, `style`, `title`, `textarea`... of HTML, where `<` begins no tag. */
  rawText(element: number, start: number, end: number, inert: boolean): void;
}

/** A start tag: its number, its namespace, and the positions of the values of attributes that have a number. */
export class StartTag {
  /** The number of the name, 0 when it has none. */
  id = 0;
  nameStart = 0;
  nameEnd = 0;
  namespace: Namespace = 'html';
  selfClosing = false;
  #present = 0;
  readonly #starts = new Int32Array(attributeCount);
  readonly #ends = new Int32Array(attributeCount);

  reset(nameStart: number): void {
    this.nameStart = nameStart;
    this.namespace = 'html';
    this.selfClosing = false;
    this.#present = 0;
  }

  /** Of several attributes with one name, the first counts (HTML 13.2.5.33). */
  setAttribute(attribute: number, start: number, end: number): void {
    const bit = 1 << attribute;
    if ((this.#present & bit) !== 0) return;
    this.#present |= bit;
    this.#starts[attribute] = start;
    this.#ends[attribute] = end;
  }

  /** Whether the tag has any attribute of `html-names.ts`. */
  get hasKnownAttributes(): boolean {
    return this.#present !== 0;
  }

  has(attribute: number): boolean {
    return (this.#present & (1 << attribute)) !== 0;
  }

  valueStart(attribute: number): number {
    return this.#starts[attribute] as number;
  }

  valueEnd(attribute: number): number {
    return this.#ends[attribute] as number;
  }
}
