import { Parser } from 'htmlparser2';

/** An element of a page, with its attributes by their names in lower case. */
export interface PageNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (PageNode | string)[];
}

interface OpenElement extends PageNode {
  readonly children: (PageNode | string)[];
}

/** For each tag, the parser takes time in proportion to the open elements: what is nested deeper is not read. */
const mostOpen = 1000;

const tooDeep = new Error('too many open elements');

/** A page as a tree under an element without a name. Comments are left out; any text is a page. */
export function pageTree(html: string): PageNode {
  const root: OpenElement = { name: '', attributes: {}, children: [] };
  const open: OpenElement[] = [root];
  const inner = () => open[open.length - 1] as OpenElement;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (open.length > mostOpen) throw tooDeep;
      const element: OpenElement = { name, attributes, children: [] };
      inner().children.push(element);
      open.push(element);
    },
    ontext(text) {
      const { children } = inner();
      const last = children.length - 1;
      // The parser hands out a text in pieces where it has character references.
      if (typeof children[last] === 'string') children[last] += text;
      else children.push(text);
    },
    onclosetag: () => void open.pop(),
  });
  try {
    parser.end(html);
  } catch (error) {
    if (error !== tooDeep) throw error;
  }
  return root;
}
