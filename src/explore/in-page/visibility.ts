import type { DomElement } from './dom.ts';
import type { SharedTools } from './shared-tools.ts';

declare const tidemark: SharedTools;

/** Whether a person sees the element, as far as styles tell. */
export function isShown(element: DomElement): boolean {
  const style = element.ownerDocument.defaultView?.getComputedStyle(element);
  if (style === undefined) return false;
  // An element without a box of its own: its children have theirs.
  if (style['display'] === 'contents') return true;
  if (!element.checkVisibility() || style['visibility'] !== 'visible') return false;
  if (style['opacity'] !== '0') return true;
  // Boxes to be ticked are often see-through and under a picture; what nobody can press or hear of is not there.
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
