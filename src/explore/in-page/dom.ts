import type { ElementPlace } from '../graph/state-graph.ts';

/**
 * The parts of the DOM that the functions in this folder use. They run in pages, in an isolated world. TypeScript's own types of the DOM
 * would be global: they would apply to all of src.
 */
export interface DomNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly parentNode: DomNode | null;
  readonly childNodes: Iterable<DomNode>;
}

export interface DomRoot extends DomNode {
  /** Of a shadow root. */
  readonly host?: DomElement;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  elementFromPoint(x: number, y: number): DomElement | null;
}

export interface DomDocument extends DomRoot {
  readonly documentElement: DomElement | null;
  readonly body: DomElement | null;
  readonly title: string;
  readonly defaultView: DomWindow | null;
}

interface DomWindow {
  readonly innerWidth: number;
  readonly innerHeight: number;
  readonly frameElement: DomElement | null;
  getComputedStyle(element: DomElement): Readonly<Record<string, string>>;
}

interface DomRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface DomElement extends DomNode {
  readonly localName: string;
  readonly id: string;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  readonly ownerDocument: DomDocument;
  readonly parentElement: DomElement | null;
  readonly previousElementSibling: DomElement | null;
  readonly shadowRoot: DomRoot | null;
  readonly textContent: string | null;
  readonly scrollHeight: number;
  readonly scrollTop: number;
  getRootNode(): DomRoot;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  matches(selector: string): boolean;
  closest(selector: string): DomElement | null;
  contains(other: DomNode | null): boolean;
  checkVisibility(): boolean;
  getBoundingClientRect(): DomRect;
  getClientRects(): Iterable<DomRect>;
  scrollIntoView(options: Readonly<Record<string, string>>): void;
  focus(): void;
  click(): void;
  dispatchEvent(event: unknown): boolean;
  // Only some elements have these.
  readonly innerText?: string;
  readonly labels?: Iterable<DomElement> | null;
  readonly form?: DomElement | null;
  readonly href?: unknown;
  readonly options?: Iterable<DomElement>;
  readonly contentDocument?: DomDocument | null;
  readonly isContentEditable?: boolean;
  type?: string;
  value?: string;
  checked?: boolean;
  selected?: boolean;
  disabled?: boolean;
  assignedNodes?(options: { readonly flatten: boolean }): readonly DomNode[];
}

/** The functions of this folder that other functions of it call, in a page, under the name `tidemark`. */
export interface SharedTools {
  elementAt(place: ElementPlace): DomElement | null;
  elementLabel(element: DomElement): string;
  elementPlace(element: DomElement): ElementPlace;
  isShown(element: DomElement): boolean;
  middleOf(element: DomElement): { readonly x: number; readonly y: number } | null;
  pointOf(element: DomElement): { readonly x: number; readonly y: number } | null;
  walkElements(root: DomRoot, most: number): DomElement[];
}
