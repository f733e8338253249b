/**
 * The parts of the DOM that the functions in this folder use. They run in the browser of a reader; TypeScript's description of the DOM would be global
 * and hold for all of src.
 */
export interface ShownElement {
  textContent: string;
  hidden: boolean;
  value: string;
  readonly id: string;
  readonly clientWidth: number;
  readonly clientHeight: number;
  readonly style: { setProperty(name: string, value: string): void };
  append(...inner: readonly (ShownElement | string)[]): void;
  replaceChildren(...inner: readonly (ShownElement | string)[]): void;
  setAttribute(name: string, value: string): void;
  getAttribute(name: string): string | null;
  addEventListener(event: string, listener: (event: { readonly key: string }) => void): void;
  focus(): void;
}

export interface PageDocument {
  readonly head: ShownElement;
  readonly documentElement: ShownElement;
  getElementById(id: string): ShownElement | null;
  createElement(name: string): ShownElement;
  createElementNS(namespace: string, name: string): ShownElement;
}

export interface PageWindow {
  readonly document: PageDocument;
  getComputedStyle(element: ShownElement): { getPropertyValue(name: string): string };
  matchMedia(query: string): {
    readonly matches: boolean;
    addEventListener(event: 'change', listener: () => void): void;
  };
  addEventListener(event: string, listener: () => void): void;
}

/** Makes elements and finds those that the page has. */
export interface Maker {
  /** Throws when the page has no such element. */
  byId(id: string): ShownElement;
  make(
    name: string,
    attributes: Readonly<Record<string, string | number>>,
    ...inner: readonly (ShownElement | string)[]
  ): ShownElement;
  /** The same for drawings. */
  draw(name: string, attributes: Readonly<Record<string, string | number>>): ShownElement;
}

export function makerOf(document: PageDocument): Maker {
  return {
    byId(id) {
      const element = document.getElementById(id);
      if (element === null) throw new Error(`the page has no #${id}`);
      return element;
    },
    make: (name, attributes, ...inner) => filled(document.createElement(name), attributes, inner),
    draw: (name, attributes) =>
      filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, []),
  };

  function filled(
    element: ShownElement,
    attributes: Readonly<Record<string, string | number>>,
    inner: readonly (ShownElement | string)[],
  ): ShownElement {
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    element.append(...inner);
    return element;
  }
}
