import type { DomDocument, DomElement, DomNode, SharedTools } from './dom.ts';

declare const tidemark: SharedTools;
declare const document: DomDocument;

/**
 * The page as a person sees it, as HTML: hidden content is left out, shadow trees and frames of the same origin stand where they are seen,
 * fields have their current values. Longer pages are cut.
 */
export function serialisePage(most: number): string {
  const left = new Set(
    'script style noscript template link meta base svg canvas video audio object embed'.split(' '),
  );
  const withoutEnd = new Set('area br col hr img input source track wbr'.split(' '));
  const written: string[] = [`<!DOCTYPE html><title>${escaped(document.title.slice(0, most))}</title>`];
  let length = 0;
  // A string is the end of an element.
  const waiting: (DomNode | string)[] = document.body === null ? [] : [document.body];
  for (let next = waiting.pop(); next !== undefined && length < most; next = waiting.pop()) {
    if (typeof next === 'string') write(next);
    else if (next.nodeType === 3) write(escaped((next.nodeValue ?? '').slice(0, most - length)));
    else if (next.nodeType === 1) open(next as DomElement);
  }
  // Closes the elements that were cut.
  for (const end of waiting.reverse()) if (typeof end === 'string') written.push(end);
  return written.join('');

  function write(text: string): void {
    written.push(text);
    length += text.length;
  }

  function open(element: DomElement): void {
    if (left.has(element.localName) || !tidemark.isShown(element)) return;
    const frame = /^i?frame$/.test(element.localName) ? element.contentDocument?.body : null;
    const name = /^i?frame$/.test(element.localName) ? 'div' : element.localName;
    write(`<${name}${attributesOf(element)}>`);
    if (withoutEnd.has(name)) return;
    waiting.push(`</${name}>`);
    const inner = frame ? [frame] : childrenOf(element);
    for (const child of inner.reverse()) waiting.push(child);
  }

  function childrenOf(element: DomElement): DomNode[] {
    if (element.localName === 'textarea') return [{ nodeType: 3, nodeValue: element.value ?? '' } as DomNode];
    if (element.shadowRoot) return [...element.shadowRoot.childNodes];
    const assigned = element.assignedNodes?.({ flatten: true }) ?? [];
    return assigned.length > 0 ? [...assigned] : [...element.childNodes];
  }

  function attributesOf(element: DomElement): string {
    const attributes = new Map([...element.attributes].map(({ name, value }) => [name, value]));
    const type = element.type ?? '';
    if (element.localName === 'input' && !/^(?:password|hidden|file)$/.test(type)) {
      if (/^(?:checkbox|radio)$/.test(type)) set(attributes, 'checked', element.checked === true);
      else attributes.set('value', element.value ?? '');
    }
    if (element.localName === 'option') set(attributes, 'selected', element.selected === true);
    let text = '';
    for (const [name, value] of attributes)
      if (/^[^\s"'<>/=]+$/.test(name))
        text += ` ${name}="${escaped(value.slice(0, Math.max(0, most - length - text.length)))}"`;
    return text;
  }

  function set(attributes: Map<string, string>, name: string, isSet: boolean): void {
    if (isSet) attributes.set(name, '');
    else attributes.delete(name);
  }

  function escaped(text: string): string {
    return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
  }
}
