import { Parser } from 'htmlparser2';
import { scanHtml } from '../html/scan-html.ts';
import { decodeText, detectCharset } from '../text/charset.ts';
import { collapseHtmlSpace } from '../text/white-space.ts';

/** An element of a page, with its attributes by their names in lower case. */
export interface PageNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (PageNode | string)[];
}

interface OpenElement extends PageNode {
  readonly children: (PageNode | string)[];
}

const tooDeep = new Error('too many open elements');

/** Ends `parseToEnd` when more elements are open. For each tag, the parser takes time in proportion to the number of open elements. */
export function refuseDeeper(open: number, most = 1000): void {
  if (open > most) throw tooDeep;
}

/** Parses a page. False when its handler refused an element that is nested too deeply: then the handler has seen everything before it. */
export function parseToEnd(parser: Parser, html: string): boolean {
  try {
    parser.end(html);
    return true;
  } catch (error) {
    if (error === tooDeep) return false;
    throw error;
  }
}

/** A page as a tree under an element without a name, cut where it is nested too deeply. Comments are left out; any text is a page. */
export function pageTree(html: string): PageNode {
  const root: OpenElement = { name: '', attributes: {}, children: [] };
  const open: OpenElement[] = [root];
  const inner = () => open[open.length - 1] as OpenElement;
  const parser = new Parser({
    onopentag(name, attributes) {
      refuseDeeper(open.length);
      const element: OpenElement = { name, attributes, children: [] };
      inner().children.push(element);
      open.push(element);
    },
    ontext(text) {
      const { children } = inner();
      const last = children.length - 1;
      // The parser emits a text in pieces where it has character references.
      if (typeof children[last] === 'string') children[last] += text;
      else children.push(text);
    },
    onclosetag: () => void open.pop(),
  });
  parseToEnd(parser, html);
  return root;
}

/** An element and everything in it, in the order of the page. */
function* nodesIn(element: PageNode): Iterable<PageNode | string> {
  const waiting: (PageNode | string)[] = [element];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    if (typeof next === 'string') continue;
    for (let i = next.children.length - 1; i >= 0; i--) waiting.push(next.children[i] as PageNode | string);
  }
}

/** The texts of a page in order, without those that are only white space. */
export function textsIn(html: string): readonly string[] {
  const texts: string[] = [];
  for (const node of nodesIn(pageTree(html)))
    if (typeof node === 'string' && node.trim() !== '') texts.push(node.replace(/\s+/g, ' ').trim());
  return texts;
}

/** A link as written in the page. */
interface WrittenLink {
  readonly href: string;
  readonly text: string;
  /** Empty when it has none. */
  readonly title: string;
}

/**
 * All links of a page. `most`: how many nodes and characters of each link are read, because a page may put all of its content into each of
 * a thousand nested links.
 */
export function linksIn(tree: PageNode, most = Number.POSITIVE_INFINITY): readonly WrittenLink[] {
  const links: WrittenLink[] = [];
  for (const node of nodesIn(tree)) {
    if (typeof node === 'string' || node.name !== 'a') continue;
    const { href, title = '' } = node.attributes;
    if (href !== undefined) links.push({ href, text: textIn(node, most), title });
  }
  return links;
}

function textIn(element: PageNode, most: number): string {
  let text = '';
  let nodes = 0;
  for (const node of nodesIn(element)) {
    if (typeof node === 'string') text += node;
    if (++nodes > most || text.length > most) break;
  }
  return text;
}

/** What two pages are compared by: text, links, the words of links, metadata, and elements. */
interface PageForComparison {
  /** As `HtmlDocument.bodyText`. */
  readonly text: string;
  /** Addresses of links to other pages, as written. */
  readonly links: readonly string[];
  /** The words of these links. */
  readonly anchors: readonly string[];
  /** Title, language, and `meta` elements by their name or property. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly tree: PageNode;
}

/** Reads a page of HTML in any encoding. Any bytes are a page. */
export function readForComparison(bytes: Uint8Array, contentType: string | null = null): PageForComparison {
  const { charset } = detectCharset(bytes, contentType);
  const { title, bodyText, language } = scanHtml(bytes, charset);
  const tree = pageTree(decodeText(bytes, charset));
  const links = linksIn(tree);
  const metadata: Record<string, string> = { title, ...(language !== null && { language }) };
  for (const node of nodesIn(tree)) {
    if (typeof node === 'string' || node.name !== 'meta') continue;
    const called = node.attributes['name'] ?? node.attributes['property'];
    if (called !== undefined) metadata[called] = node.attributes['content'] ?? '';
  }
  return {
    text: bodyText,
    links: links.map(({ href }) => href.trim()),
    anchors: links.map(({ text }) => collapseHtmlSpace(text)),
    metadata,
    tree,
  };
}
