import { isDeepStrictEqual } from 'node:util';
import type { PageNode } from '../../document/index.ts';

/** What people neither read nor use. */
const strippedElements = new Set(
  'script style noscript template link meta base svg canvas video audio object embed'.split(' '),
);

/** What says what an element is for; everything else is how it looks, or made by scripts. */
const keptAttributes = new Set(
  (
    'id name type role href action method for value placeholder title alt colspan open checked selected disabled ' +
    'required multiple'
  ).split(' '),
);

/**
 * A page without what does not matter: scripts, styles, attributes that say nothing, and elements that say what the one before them has
 * said: adding the same once more makes no other state.
 */
export function strippedTree(node: PageNode): PageNode {
  return {
    name: node.name,
    attributes: keptOf(node.attributes),
    children: withoutRepetitions(strippedChildren(node)),
  };
}

function strippedChildren(node: PageNode): readonly (PageNode | string)[] {
  return node.children.flatMap((child): (PageNode | string)[] => {
    if (typeof child !== 'string') return strippedElements.has(child.name) ? [] : [strippedTree(child)];
    const text = child.replace(/\s+/g, ' ');
    return text.trim() === '' ? [] : [text];
  });
}

function withoutRepetitions(children: readonly (PageNode | string)[]): readonly (PageNode | string)[] {
  return children.filter((child, index) => {
    const before = children[index - 1];
    return typeof child === 'string' || before === undefined || !isDeepStrictEqual(child, before);
  });
}

function keptOf(attributes: PageNode['attributes']): PageNode['attributes'] {
  const classes = chosenClasses(attributes);
  const kept: [string, string][] = classes.length === 0 ? [] : [['class', classes.join(' ')]];
  for (const [name, value] of Object.entries(attributes)) {
    const isAria = name.startsWith('aria-');
    if (!keptAttributes.has(name) && !isAria) continue;
    if ((isAria || name === 'id' || name === 'for') && isGenerated(value)) continue;
    kept.push([name, value]);
  }
  // The order of attributes means nothing.
  return Object.fromEntries(kept.sort(([one], [other]) => (one < other ? -1 : 1)));
}

const withoutEnd = new Set('area br col hr img input source track wbr'.split(' '));

/** A tree as HTML again. */
export function treeAsHtml(tree: PageNode): string {
  let html = '';
  // An array is the end of an element.
  const waiting: (PageNode | string | readonly [end: string])[] = tree.children.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') html += escaped(next);
    else if (!('name' in next)) html += next[0];
    else {
      const attributes = Object.entries(next.attributes).map(
        ([name, value]) => ` ${name}="${escaped(value)}"`,
      );
      html += `<${next.name}${attributes.join('')}>`;
      if (!withoutEnd.has(next.name)) waiting.push([`</${next.name}>`], ...next.children.toReversed());
    }
  }
  return html;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Names that a framework generates for each build or each load. */
const generated =
  /^(?:css|sc|jsx|svelte|emotion|jss|makeStyles|Mui|_)-?[\w-]*\d[\w-]*$|^:r|^(?:ember|radix|headlessui|react-aria|mat|cdk|__BVID__|ui-id|select2|el-id)[-_:\w]*\d|[\da-f]{8,}|\d{5,}/i;

function isGenerated(name: string): boolean {
  return generated.test(name);
}

/** Classes that people chose. */
function chosenClasses(attributes: PageNode['attributes']): readonly string[] {
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
