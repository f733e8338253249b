import type { ElementPlace } from '../graph/state-graph.ts';
import type { DomDocument, DomElement, DomRoot } from './dom.ts';
import type { SharedTools } from './shared-tools.ts';

declare const tidemark: SharedTools;
declare const document: DomDocument;

/** How an element is found again on another load. Names that people gave come first; what scripts made up is not relied on. */
export function elementPlace(element: DomElement): ElementPlace {
  const path: string[] = [];
  for (let inner: DomElement | null = element; inner !== null; ) {
    const root: DomRoot = inner.getRootNode();
    path.unshift(selectorIn(root, inner));
    inner = root.host ?? (root as DomDocument).defaultView?.frameElement ?? null;
  }
  return { path, label: tidemark.elementLabel(element), element: element.localName };

  function selectorIn(root: DomRoot, target: DomElement): string {
    const steps: string[] = [];
    for (let at: DomElement | null = target; at !== null; at = at.parentElement) {
      const own = ownName(root, at);
      if (own !== null) return [own, ...steps].join(' > ');
      steps.unshift(step(at));
    }
    return steps.join(' > ');
  }

  function ownName(root: DomRoot, at: DomElement): string | null {
    for (const name of ['id', 'data-testid', 'data-test', 'data-cy', 'data-qa']) {
      const value = at.getAttribute(name);
      if (value === null || !isChosen(value)) continue;
      const selector =
        name === 'id' && /^[a-z][\w-]*$/i.test(value) ? `#${value}` : `[${name}=${quoted(value)}]`;
      if ([...root.querySelectorAll(selector)].length === 1) return selector;
    }
    return null;
  }

  /** Not made up by a script: without long numbers, signs, or letters and digits in turn. */
  function isChosen(value: string): boolean {
    return (
      value.length <= 60 && !/\d{3,}|[:{}]|\d[a-z]+\d|^(?:ember|radix|react|mui|headlessui|__)/i.test(value)
    );
  }

  function step(at: DomElement): string {
    let number = 1;
    for (let other = at.previousElementSibling; other !== null; other = other.previousElementSibling)
      if (other.localName === at.localName) number++;
    return `${at.localName.replace(/[^\w-]/g, '\\$&')}:nth-of-type(${number})`;
  }

  function quoted(value: string): string {
    return `"${value.replace(/["\\]/g, '\\$&')}"`;
  }
}

/**
 * The element at a place. Where it has another label, something may have been put in before it: then the only shown element with the same
 * name and label is taken, and without one the element at the place, whose label may be a counter. Null when there is none.
 */
export function elementAt(place: ElementPlace): DomElement | null {
  const found = byPath();
  if (found !== null && isThat(found)) return found;
  const others = tidemark
    .walkElements(document, 100_000)
    .filter((other) => isThat(other) && tidemark.isShown(other));
  if (others.length === 1) return others[0] ?? null;
  return found?.localName === place.element ? found : null;

  function byPath(): DomElement | null {
    let root: DomRoot | null = document;
    let element: DomElement | null = null;
    for (const selector of place.path) {
      element = root?.querySelector(selector) ?? null;
      root = element?.shadowRoot ?? element?.contentDocument ?? null;
    }
    return element;
  }

  function isThat(element: DomElement): boolean {
    return element.localName === place.element && tidemark.elementLabel(element) === place.label;
  }
}
