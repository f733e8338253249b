/** The first element that a selector matches; null for none, and for a selector that is being typed. */
export function firstIn(page: Document, selector: string): Element | null {
  if (selector.trim() === '') return null;
  try {
    return page.body.querySelector(selector);
  } catch {
    return null;
  }
}

export function allIn(page: Document, selector: string): readonly Element[] {
  if (selector.trim() === '') return [];
  try {
    return [...page.body.querySelectorAll(selector)];
  } catch {
    return [];
  }
}
