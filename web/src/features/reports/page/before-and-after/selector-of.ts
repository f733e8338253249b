/** Generated names: the same part has another name at the next visit. */
const isDrawn = (name: string): boolean => /\d{3,}|[0-9a-f]{8,}|^(?:css|sc|jsx|svelte)-/i.test(name);

/** A short CSS selector that matches this element alone: by its id or class where it has one, else by its place. */
export function selectorOf(element: Element): string {
  const page = element.ownerDocument;
  const own = namesOf(element).find((name) => page.querySelectorAll(name).length === 1);
  if (own !== undefined) return own;
  const outer = element.parentElement;
  if (outer === null) return element.localName;
  const alone = namesOf(element).find(
    (name) => [...outer.children].filter((each) => each.matches(name)).length === 1,
  );
  const same = [...outer.children].filter(({ localName }) => localName === element.localName);
  const last = alone ?? `${element.localName}:nth-of-type(${same.indexOf(element) + 1})`;
  return `${selectorOf(outer)} > ${last}`;
}

/** From the most to the least specific. */
function namesOf(element: Element): readonly string[] {
  const { id, classList, localName } = element;
  const classes = [...classList].filter((name) => !isDrawn(name));
  return [
    ...(id !== '' && !isDrawn(id) ? [`#${CSS.escape(id)}`] : []),
    ...classes.map((name) => `.${CSS.escape(name)}`),
    ...classes.map((name) => `${localName}.${CSS.escape(name)}`),
    localName,
  ];
}
