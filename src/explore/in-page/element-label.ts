import type { DomElement } from './dom.ts';

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
