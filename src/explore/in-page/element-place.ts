import type { ElementPlace } from '../graph/state-graph.ts';
import type { DomDocument, DomElement, DomNode, DomRoot, SharedTools } from './dom.ts';

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

/** All elements in the order of the page, those of open shadow roots and of frames of the same origin included. */
export function walkElements(root: DomRoot, most: number): DomElement[] {
  const found: DomElement[] = [];
  const waiting: DomNode[] = [...root.childNodes].reverse();
  for (let node = waiting.pop(); node !== undefined && found.length < most; node = waiting.pop()) {
    if (node.nodeType !== 1) continue;
    const element = node as DomElement;
    found.push(element);
    const inner = [...element.childNodes];
    if (element.shadowRoot) inner.unshift(...element.shadowRoot.childNodes);
    const frame = /^i?frame$/.test(element.localName) ? element.contentDocument : null;
    if (frame) inner.push(...frame.childNodes);
    for (const child of inner.reverse()) waiting.push(child);
  }
  return found;
}

/** Whether a person sees the element, as far as styles tell. */
export function isShown(element: DomElement): boolean {
  const style = element.ownerDocument.defaultView?.getComputedStyle(element);
  if (style === undefined) return false;
  // An element without a box of its own: its children have theirs.
  if (style['display'] === 'contents') return true;
  if (!element.checkVisibility() || style['visibility'] !== 'visible') return false;
  if (style['opacity'] !== '0') return true;
  // Boxes to be ticked are often see-through and under a picture; an element that can be neither pressed nor read aloud is not shown.
  const isHidden = element.getAttribute('aria-hidden') === 'true' || element.getAttribute('hidden') !== null;
  return style['pointerEvents'] !== 'none' && !isHidden;
}

/** The middle of an element in its own view; of its first line, where a text is broken. Null when it has no size. */
export function middleOf(element: DomElement): { readonly x: number; readonly y: number } | null {
  const box = [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
  return box === undefined ? null : { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/**
 * Where the middle of an element is on the page as the browser shows it, through frames; null when another element covers it
 * there, or when it has no size.
 */
export function pointOf(element: DomElement): { readonly x: number; readonly y: number } | null {
  const middle = tidemark.middleOf(element);
  if (middle === null || !isHit(element.getRootNode().elementFromPoint(middle.x, middle.y))) return null;
  let { x, y } = middle;
  for (let view = element.ownerDocument.defaultView; view?.frameElement; ) {
    const frame = view.frameElement;
    const outer = frame.getBoundingClientRect();
    [x, y] = [x + outer.left, y + outer.top];
    if (frame.getRootNode().elementFromPoint(x, y) !== frame) return null;
    view = frame.ownerDocument.defaultView;
  }
  return { x, y };

  /** The element or something in it; or its label, which often hides a box to be ticked. */
  function isHit(hit: DomElement | null): boolean {
    if (hit === null) return false;
    return element.contains(hit) || [...(element.labels ?? [])].some((label) => label.contains(hit));
  }
}

/** What people call an element: its label, its text, or what it says about itself; shortened. */
export function elementLabel(element: DomElement): string {
  const root = element.getRootNode();
  const byId = (element.getAttribute('aria-labelledby') ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map((id) => root.querySelector(`[id="${id.replace(/["\\]/g, '\\$&')}"]`)?.textContent ?? '')
    .join(' ');
  const isField = /^(?:input|select|textarea)$/.test(element.localName);
  const isButton =
    element.localName === 'input' && /^(?:button|submit|reset|image)$/.test(element.type ?? '');
  const candidates = [
    element.getAttribute('aria-label'),
    byId,
    isButton ? (element.value ?? '') : null,
    isField ? [...(element.labels ?? [])].map((label) => label.textContent ?? '').join(' ') : null,
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden in it is not what people call it.
    isField ? null : (element.innerText ?? element.textContent),
    element.getAttribute('title'),
    element.getAttribute('alt'),
    isField ? null : [...pictures(element)].join(' '),
    element.getAttribute('placeholder'),
    isField ? element.getAttribute('name') : null,
  ];
  for (const candidate of candidates) {
    const text = (candidate ?? '').replace(/\s+/g, ' ').trim();
    if (text !== '') return text.length > 80 ? `${text.slice(0, 79)}…` : text;
  }
  return '';

  function* pictures(outer: DomElement): Iterable<string> {
    const inner = outer as unknown as { querySelectorAll(selector: string): Iterable<DomElement> };
    for (const picture of inner.querySelectorAll('img[alt], [aria-label], [title], svg title'))
      yield picture.getAttribute('alt') ??
        picture.getAttribute('aria-label') ??
        picture.getAttribute('title') ??
        picture.textContent ??
        '';
  }
}

declare const Event: new (type: string, options: object) => unknown;
declare const InputEvent: new (type: string, options: object) => unknown;

/** Puts a value into a field as if it had been typed; '' takes the tick out of a box. False when the field is not there. */
export function fillInField(place: ElementPlace, value: string): boolean {
  const field = tidemark.elementAt(place);
  if (field === null) return false;
  field.focus();
  if (field.type === 'checkbox' || field.type === 'radio') {
    if (field.checked !== (value !== '')) field.click();
    return true;
  }
  // In a world of our own, this is the browser's property, not one that a framework put in its place.
  field.value = value;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, data: value }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}
