/**
 * The page as it is shown, as HTML. Parts that components keep to themselves (open shadow roots) become children of their
 * element, and what only visitors without scripts would see goes. It runs in the page, and changes it: nothing is looked at afterwards.
 * Null when it is longer than `most`: it must not reach our memory.
 */
export const shownHtml = (most: number): string => `(() => {
  const unfold = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot === null) continue;
      unfold(element.shadowRoot);
      element.prepend(...[...element.shadowRoot.childNodes].map((node) => node.cloneNode(true)));
    }
  };
  unfold(document);
  for (const element of document.querySelectorAll('noscript')) element.remove();
  const html = '<!DOCTYPE html>\\n' + document.documentElement.outerHTML;
  return html.length > ${most} ? null : html;
})()`;
