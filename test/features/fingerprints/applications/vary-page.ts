import type { PageNode } from '../../../../src/document/index.ts';
import type { Random } from './random.ts';

type Node = PageNode | string;

const shellNames = /^(?:nav|header|footer|aside|script|style|head)$/;
const shellClasses =
  /\b(?:nav|navbar|sidebar|menu|breadcrumb|footer|header|dropdown-menu|nav-tabs|pagination)\b/;
const dataElements = /^(?:td|p|li|span|small|dd|div|strong|b|address|time)$/;
const layoutClasses = /form-group|col-|row|card|box|panel/;
const fields = /^(?:input|form|select|textarea|label)$/;

const classOf = ({ attributes }: PageNode) => attributes['class'] ?? '';
const isShell = (node: PageNode) => shellNames.test(node.name) || shellClasses.test(classOf(node));
const elementsOf = ({ children }: PageNode) => children.filter((child) => typeof child !== 'string');
const holdsFields = (node: PageNode): boolean =>
  elementsOf(node).some((child) => fields.test(child.name) || holdsFields(child));

function replaceElements(node: PageNode, replace: (child: PageNode) => readonly Node[]): PageNode {
  return {
    ...node,
    children: node.children.flatMap((child) => (typeof child === 'string' ? [child] : replace(child))),
  };
}

/** The page with other data: other words in cells, entries and paragraphs, and more or fewer rows and entries. */
export function withOtherData(node: PageNode, random: Random, isInEntry = false): PageNode {
  if (isShell(node)) return node;
  const isTitle = /title|heading|header|label/.test(classOf(node));
  const isData = (dataElements.test(node.name) && !isTitle) || (isInEntry && /^h[1-6]$/.test(node.name));
  const entries = entriesOf(node);
  const children = node.children.flatMap((child): readonly Node[] => {
    if (typeof child === 'string') return [isData ? otherWords(child, random) : child];
    if (!entries.has(child)) return [withOtherData(child, random, isInEntry)];
    const copies = (entries.get(child) === 0 ? 1 : Number(!random.chance(0.3))) + Number(random.chance(0.3));
    return Array.from({ length: copies }, () => withOtherData(child, random, true));
  });
  return { ...node, attributes: otherAttributes(node, random), children };
}

/** Rows, entries of lists and boxes of one class, with their numbers among their like. */
function entriesOf(node: PageNode): ReadonlyMap<PageNode, number> {
  const alike = Map.groupBy(elementsOf(node), (child) => `${child.name}.${classOf(child).split(' ')[0]}`);
  const isRepeated = (group: readonly PageNode[]) => {
    if (node.name === 'tbody') return group.length >= 2;
    if (/^[uo]l$/.test(node.name)) return group.length >= 3 && !/tab|pill/.test(classOf(node));
    return node.name === 'div' && group.length >= 4 && !layoutClasses.test(classOf(group[0] as PageNode));
  };
  const entries = [...alike.values()].filter(isRepeated).flatMap((group) => [...group.entries()]);
  return new Map(
    entries
      .filter(([, child]) => node.name === 'tbody' || !holdsFields(child))
      .map(([i, child]) => [child, i]),
  );
}

function otherWords(text: string, random: Random): string {
  return text
    .replace(/\p{L}{3,}/gu, (word) => (/^\p{Lu}/u.test(word) ? random.name() : random.word()))
    .replace(/\d/g, () => String(random.below(10)));
}

function otherAttributes({ name, attributes }: PageNode, random: Random): PageNode['attributes'] {
  const { value, href, type = '' } = attributes;
  if (name === 'input' && value && !/submit|button/.test(type))
    return { ...attributes, value: otherWords(value, random) };
  if (name !== 'a' || href === undefined) return attributes;
  return { ...attributes, href: href.replace(/\d/g, () => String(random.below(10))) };
}

/** The page without the rows of its table; null unless it has one table with rows. */
export function withEmptyTable(tree: PageNode): PageNode | null {
  let tables = 0;
  const nothing: PageNode = {
    name: 'tr',
    attributes: {},
    children: [{ name: 'td', attributes: { colspan: '9' }, children: ['No entries found.'] }],
  };
  const emptied = (node: PageNode): PageNode => {
    if (isShell(node)) return node;
    if (node.name !== 'tbody' || elementsOf(node).length < 2)
      return replaceElements(node, (child) => [emptied(child)]);
    tables++;
    return { ...node, children: [nothing] };
  };
  const page = emptied(tree);
  return tables === 1 ? page : null;
}

/** The page after its input was refused, as Bootstrap shows it; null when it has no field. */
export function withRefusedInput(tree: PageNode, random: Random): PageNode | null {
  let marked = 0;
  const message: PageNode = {
    name: 'div',
    attributes: { class: 'invalid-feedback' },
    children: ['This field is required.'],
  };
  const refused = (node: PageNode): PageNode => {
    if (isShell(node)) return node;
    return replaceElements(node, (child) => {
      const isText =
        child.name === 'input' && /^(?:text|email|password|)$/.test(child.attributes['type'] ?? '');
      if (!isText || !/form-control/.test(classOf(child))) return [refused(child)];
      if (marked > 0 && !random.chance(0.4)) return [child];
      marked++;
      return [
        { ...child, attributes: { ...child.attributes, class: `${classOf(child)} is-invalid` } },
        message,
      ];
    });
  };
  const page = refused(tree);
  return marked > 0 ? page : null;
}
