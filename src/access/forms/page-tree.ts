import { DomHandler, Parser, type parseDocument } from 'htmlparser2';
import { parseToEnd, refuseDeeper, selection } from '../../document/index.ts';
import { AccessError } from '../errors.ts';

type Document = ReturnType<typeof parseDocument>;
type ChildNode = Document['children'][number];
export type Element = Extract<ChildNode, { readonly attribs: unknown }>;

/** As in browsers, deeper elements become siblings: this bounds the depth of every walk on a hostile page. */
const maxDepth = 512;
/** Real pages nest forms this deeply; reading stops when a page opens more elements. */
const maxOpen = 3000;

/** A page as a tree, for forms and selectors, which few pages need. The crawl itself uses `scanHtml`. */
export interface PageTree {
  /** The URL that links are relative to: the page's own, or its `base`. */
  readonly baseUrl: string;
  readonly url: string;
  readonly root: Document;
  /** In the order of the source, without those inside a `template`. */
  readonly elements: readonly Element[];
  /** The form that each control belongs to (HTML 4.10.18.3), without regard to `form` attributes. */
  readonly formOf: ReadonlyMap<Element, Element>;
}

export function parsePage(html: string, url: string): PageTree {
  const builder = new TreeBuilder();
  parseToEnd(new FormAwareParser(html, builder), html);
  const href = builder.elements.find(({ name, attribs }) => name === 'base' && attribs['href'] !== undefined)
    ?.attribs['href'];
  const base = href === undefined ? null : URL.parse(href, url);
  const isWeb = base !== null && (base.protocol === 'http:' || base.protocol === 'https:');
  return {
    baseUrl: isWeb ? base.href : url,
    url,
    root: builder.root,
    elements: builder.elements,
    formOf: builder.formOf,
  };
}

/** The elements that match, in the order of the source, without those inside a `template`. Throws ACCESS_SELECTOR_COSTLY. */
export function select({ root, url }: PageTree, selector: string): readonly Element[] {
  const found = selectorCalled(selector)(root);
  if (found !== null) return found;
  throw new AccessError(
    'ACCESS_SELECTOR_COSTLY',
    `"${selector}" takes too long on ${url}: write it with fewer ancestors, or without :has() and counting.`,
  );
}

function selectorCalled(selector: string): ReturnType<typeof selection> {
  try {
    return selection([selector]);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new AccessError('ACCESS_SELECTOR_INVALID', cause.message, { cause });
  }
}

const invisible: ReadonlySet<string> = new Set(['script', 'style', 'template']);

/** Most characters of the name of a link or a button: a page may put all its text into each of 500 nested ones. */
const LONGEST_NAME = 2000;

/** The beginning of the text inside an element as a reader sees it: white space collapsed. */
export function visibleText(element: Element): string {
  return rawText(element, LONGEST_NAME)
    .replace(/[\t\n\f\r ]+/g, ' ')
    .trim();
}

/** The text inside an element as written; `most` limits the nodes and characters that are read. */
export function rawText(element: Element, most = Number.POSITIVE_INFINITY): string {
  let text = '';
  let nodes = 0;
  const open = [{ children: [element] as readonly ChildNode[], at: 0 }];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const node = level.children[level.at++];
    if (node === undefined) open.pop();
    else if (node.type === 'text') text += node.data;
    else if ('children' in node && !('name' in node && invisible.has(node.name)))
      open.push({ children: node.children, at: 0 });
    if (++nodes > most || text.length > most) break;
  }
  return text;
}

/** The nearest element of that name around this one, or null. */
export function ancestor(element: Element, name: string): Element | null {
  for (let around = element.parent; around !== null; around = around.parent) {
    if ('name' in around && around.name === name) return around as Element;
  }
  return null;
}

const controls: ReadonlySet<string> = new Set(['input', 'select', 'textarea', 'button', 'object', 'output']);

/** Builds the tree, and records which form is open at each control: the "form element pointer" of HTML 13.2.4.4. */
class TreeBuilder extends DomHandler {
  readonly elements: Element[] = [];
  readonly formOf = new Map<Element, Element>();
  readonly #openTemplates: number[] = [];
  #form: Element | null = null;

  override onopentag(name: string, attributes: { [key: string]: string }): void {
    refuseDeeper(this.tagStack.length, maxOpen);
    super.onopentag(name, attributes);
    const element = this.tagStack.at(-1) as Element;
    if (this.#openTemplates.length === 0) this.#record(element, name);
    if (name === 'template') this.#openTemplates.push(this.tagStack.length);
    const parent = this.tagStack.at(-2);
    if (this.tagStack.length > maxDepth && parent !== undefined)
      this.tagStack[this.tagStack.length - 1] = parent;
  }

  override onclosetag(): void {
    if (this.#openTemplates.at(-1) === this.tagStack.length) this.#openTemplates.pop();
    super.onclosetag();
  }

  endForm(): void {
    if (this.#openTemplates.length === 0) this.#form = null;
  }

  #record(element: Element, name: string): void {
    if (name === 'form') {
      // A form inside a form is ignored, even when a stray end tag has already closed the outer element.
      if (this.#form !== null) return;
      this.#form = element;
    } else if (this.#form !== null && controls.has(name)) {
      this.formOf.set(element, this.#form);
    }
    this.elements.push(element);
  }
}

/**
 * The parser drops end tags that close no open element. `</form>` still ends the form: in `<div><form></div>
 * <input></form>` the input belongs to the form, and what follows does not.
 */
class FormAwareParser extends Parser {
  readonly #html: string;
  readonly #builder: TreeBuilder;

  constructor(html: string, builder: TreeBuilder) {
    super(builder);
    this.#html = html;
    this.#builder = builder;
  }

  override onclosetag(start: number, end: number): void {
    super.onclosetag(start, end);
    if (end - start === 4 && this.#html.slice(start, end).toLowerCase() === 'form') this.#builder.endForm();
  }
}
