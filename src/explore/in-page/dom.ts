import type { ElementPlace } from '../graph/state-graph.ts';

/**
 * The parts of the DOM that the functions in this folder use. They run in pages, in a world of their own, and TypeScript's
 * description of the DOM would be global: it would hold for all of src.
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
  readonly activeElement: DomElement | null;
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
  scrollTo(options: { readonly top: number; readonly behavior: string }): void;
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
  readonly nextElementSibling: DomElement | null;
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
  // Of some elements only.
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

/** The functions of this folder that its other functions call, in a page, under the name `tidemark`. */
export interface SharedTools {
  elementAt(place: ElementPlace): DomElement | null;
  elementLabel(element: DomElement): string;
  elementPlace(element: DomElement): ElementPlace;
  isShown(element: DomElement): boolean;
  middleOf(element: DomElement): { readonly x: number; readonly y: number } | null;
  pointOf(element: DomElement): { readonly x: number; readonly y: number } | null;
  walkElements(root: DomRoot, most: number): DomElement[];
}
