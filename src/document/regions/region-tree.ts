import { DomHandler, Parser, type parseDocument } from 'htmlparser2';

export type RegionTree = ReturnType<typeof parseDocument>;
export type RegionNode = RegionTree['children'][number];
export type RegionElement = Extract<RegionNode, { readonly attribs: unknown }>;

/** For each tag, the parser and walks of the tree take time in proportion to the open elements: deeper pages are not read. */
const MOST_OPEN = 1000;

const tooDeep = new Error('too many open elements');

/** A page as a tree whose elements know their place in the source; null when it is nested too deeply. */
export function regionTree(html: string): RegionTree | null {
  const builder = new PlacedElements();
  try {
    new Parser(builder).end(html);
  } catch (error) {
    if (error === tooDeep) return null;
    throw error;
  }
  return builder.root;
}

class PlacedElements extends DomHandler {
  #place: { readonly startIndex: number | null } = { startIndex: 0 };

  constructor() {
    super(undefined, { withStartIndices: true, withEndIndices: true });
  }

  override onparserinit(parser: Parser): void {
    super.onparserinit(parser);
    this.#place = parser;
  }

  override onopentag(name: string, attributes: { [key: string]: string }): void {
    if (this.tagStack.length > MOST_OPEN) throw tooDeep;
    super.onopentag(name, attributes);
  }

  /** An element without an end tag ends before the tag that closes it; the library includes that tag. */
  override onclosetag(_name = '', isImplied = false): void {
    const element = this.tagStack.at(-1);
    super.onclosetag();
    const end = this.#place.startIndex ?? 0;
    if (isImplied && element !== undefined && end > (element.startIndex ?? 0)) element.endIndex = end - 1;
  }
}
