import type { PageNode } from '../../document/index.ts';

/** Names that a framework makes up anew for each build or each load. */
const generated =
  /^(?:css|sc|jsx|svelte|emotion|jss|makeStyles|Mui|_)-?[\w-]*\d[\w-]*$|^:r|^(?:ember|radix|headlessui|react-aria|mat|cdk|__BVID__|ui-id|select2|el-id)[-_:\w]*\d|[\da-f]{8,}|\d{5,}/i;

export function isGenerated(name: string): boolean {
  return generated.test(name);
}

/** Classes that people chose. */
export function chosenClasses(attributes: PageNode['attributes']): readonly string[] {
  return (attributes['class'] ?? '').split(/\s+/).filter((name) => name !== '' && !isGenerated(name));
}

/** What an element is known by: its name, and the id and the classes that people gave it. */
export function elementKey({ name, attributes }: PageNode): string {
  const id = attributes['id'] ?? '';
  const classes = chosenClasses(attributes).map((each) => `.${each}`);
  return `${name}${id === '' || isGenerated(id) ? '' : `#${id}`}${classes.join('')}`;
}

/**
 * The children of an element, each with its place in it: its name, and its number among those of the same name. Ids and classes are left
 * out, since some are made up at each load.
 */
export function placedChildren(
  node: PageNode,
): readonly (readonly [place: string, child: PageNode | string])[] {
  const counts = new Map<string, number>();
  return node.children.map((child) => {
    const name = typeof child === 'string' ? '"' : child.name;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return [`${name}[${count}]`, child] as const;
  });
}
