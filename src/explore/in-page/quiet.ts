import type { DomDocument, DomNode, SharedTools } from './dom.ts';

declare const tidemark: SharedTools;
declare const document: DomDocument;
declare const MutationObserver: new (
  listener: (changes: readonly { readonly target: DomNode }[]) => void,
) => { observe(target: DomNode, options: Readonly<Record<string, boolean>>): void; disconnect(): void };

/**
 * Waits until nothing in the page has changed for a while; false when that takes longer than `most`. Ignores a node that changes all the
 * time, as an animation does.
 */
export function quietFor(quiet: number, most: number): Promise<boolean> {
  const restless = 10;
  return new Promise((resolve) => {
    const counts = new Map<DomNode, number>();
    let timer = setTimeout(() => end(true), quiet);
    const limit = setTimeout(() => end(false), most);
    const observer = new MutationObserver((changes) => {
      let isNews = false;
      for (const { target } of changes) {
        const count = (counts.get(target) ?? 0) + 1;
        counts.set(target, count);
        if (count <= restless) isNews = true;
      }
      if (!isNews) return;
      clearTimeout(timer);
      timer = setTimeout(() => end(true), quiet);
    });
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    observer.observe(document, all);
    for (const element of tidemark.walkElements(document, 20_000)) {
      const inner =
        element.shadowRoot ?? (/^i?frame$/.test(element.localName) ? element.contentDocument : null);
      if (inner) observer.observe(inner, all);
    }

    function end(isQuiet: boolean): void {
      observer.disconnect();
      clearTimeout(timer);
      clearTimeout(limit);
      resolve(isQuiet);
    }
  });
}
