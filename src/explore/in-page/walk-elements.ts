import type { DomElement, DomNode, DomRoot } from './dom.ts';

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
