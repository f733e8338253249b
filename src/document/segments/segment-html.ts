import * as names from '../html/html-names.ts';
import { type HtmlScanOptions, scanTags } from '../html/html-scanner.ts';
import type { HtmlSink, Namespace, StartTag, TextKind } from '../html/html-sink.ts';
import { LinkCollector } from '../html/link-collector.ts';
import { OpenTemplates } from '../html/open-templates.ts';
import { PageText } from '../html/page-text.ts';
import type { Link, LinkKind } from '../link.ts';
import { asUtf8 } from '../text/charset.ts';
import { isBlock, isInlineToken, kindOfElement, nameOfTag } from './block-elements.ts';
import {
  END_LINK,
  LeafColumns,
  NODE,
  packRun,
  RUN_AND_KIND,
  scratchPage,
  segmentKinds,
} from './leaf-columns.ts';
import { LeafList } from './leaf-list.ts';
import { nodeStride, OpenBlocks, ORDINAL, PARENT, TAG } from './open-blocks.ts';
import type { Segment, SegmentKind } from './segment.ts';
import { endTagOffset } from './segment-hash.ts';
import type { TokenStore } from './token-store.ts';
import { TokenWriter } from './token-writer.ts';

/** The segments of a page. Never throws; time and memory are linear in the size of the page. */
export function segmentHtml(
  bytes: Uint8Array,
  charset = 'utf-8',
  options: HtmlScanOptions = {},
): SegmentTree {
  const utf8 = asUtf8(bytes, charset);
  const sink = new SegmentSink(utf8);
  scanTags(utf8, sink, options);
  return sink.tree();
}

/** Links that a reader follows or sees. Icons, scripts and style sheets come and go with every release of a site. */
const shownKinds: ReadonlySet<LinkKind> = new Set([
  'page',
  'frame',
  'form',
  'image',
  'media',
  'object',
  'css',
]);

const bearsNoLink = names.tagSet('link meta script style base title html head');

/** Builds the segments of a page from its tags and texts, in one pass and without a tree of elements. */
export class SegmentSink implements HtmlSink {
  readonly #blocks: OpenBlocks;
  readonly #page: PageText;
  readonly #writer: TokenWriter;
  /** Null when another sink of the same pass collects the links. */
  readonly #collector: LinkCollector | null;
  readonly #links: readonly Link[];
  readonly #leaves: LeafColumns;
  /** How many links of the page were processed, and those of them that a reader sees. */
  #readLinks = 0;
  readonly #shownLinks: Link[] = [];
  /** Whether a link of the leaf has ended, how many words there were then, and whether some words are outside links. */
  #hasLink = false;
  #wordsInLinks = 0;
  #hasOtherWords = false;
  readonly #bytes: Buffer;
  readonly #templates: OpenTemplates;
  #hasTitle = false;

  /**
   * `links`: the list that another sink fills in the same pass. This sink must receive every tag before that one does,
   * so that a leaf has ended before the links of the next one arrive.
   */
  constructor(bytes: Buffer, links: readonly Link[] | null = null) {
    this.#bytes = bytes;
    this.#blocks = new OpenBlocks(bytes.length <= scratchPage);
    this.#page = new PageText(bytes);
    this.#templates = new OpenTemplates(this.#page);
    this.#writer = new TokenWriter(bytes);
    this.#leaves = new LeafColumns(bytes.length);
    this.#collector = links === null ? new LinkCollector(bytes, this.#page) : null;
    this.#links = links ?? this.#collector?.links ?? [];
  }

  tree(): SegmentTree {
    this.#endLeaf();
    const records = { rows: this.#leaves.taken(), nodes: this.#blocks.nodes(), store: this.#writer.store() };
    return new SegmentTree(records, this.#shownLinks);
  }

  startTag(tag: StartTag): void {
    const { id } = tag;
    if (id === names.TEMPLATE && tag.namespace === 'html') this.#templates.open(tag);
    if (this.#templates.isInert) return;
    if (tag.namespace === 'html') {
      if (isBlock[id] === 1) {
        this.#endLeaf();
        this.#blocks.open(id);
      } else if (id === names.BR) {
        this.#endLeaf();
      } else if (isInlineToken[id] === 1) {
        if (id === names.A) this.#startLink();
        this.#writer.tag(id);
        if (tag.hasKnownAttributes && (id === names.IMG || id === names.INPUT)) this.#shownAttribute(tag);
      } else if (id === hr) {
        this.#endLeaf();
      } else if (id === names.META && tag.hasKnownAttributes) {
        this.#meta(tag);
      } else {
        this.#writer.seam();
      }
    }
    if (tag.hasKnownAttributes && bearsNoLink[id] === 0) this.#collector?.startTag(tag);
  }

  endTag(tag: number): void {
    if (tag === names.TEMPLATE) this.#templates.close();
    if (this.#templates.isInert) return;
    if (isBlock[tag] === 1) {
      this.#endLeaf();
      this.#blocks.close(tag);
    } else if (isInlineToken[tag] === 1) {
      this.#writer.tag(tag + endTagOffset);
      if (tag === names.A) this.#endLink();
    } else {
      this.#writer.seam();
    }
  }

  #endLink(): void {
    this.#hasLink = true;
    this.#wordsInLinks = this.#writer.words;
  }

  /** Links with nothing but signs and numbers between them are a list: each is a leaf of its own. */
  #startLink(): void {
    this.#writer.endWord();
    const { words } = this.#writer;
    if (words > this.#wordsInLinks) this.#hasOtherWords = true;
    if (this.#hasLink && !this.#hasOtherWords) this.#endLeaf();
  }

  text(start: number, end: number, kind: TextKind, _namespace: Namespace, inert: boolean): void {
    if (this.#templates.isInert || inert) return;
    if (this.#blocks.tag === pre) this.#lines(start, end, kind === 'data');
    else this.#writer.add(start, end, kind === 'data');
  }

  /** Each line of a preformatted text is a leaf. */
  #lines(start: number, end: number, decodes: boolean): void {
    let from = start;
    for (let i = start; i < end; i++) {
      if (this.#bytes[i] !== NEWLINE) continue;
      this.#writer.add(from, i, decodes);
      this.#endLeaf();
      from = i + 1;
    }
    this.#writer.add(from, end, decodes);
  }

  rawText(element: number, start: number, end: number, inert: boolean): void {
    if (this.#templates.isInert || inert) return;
    if (element === names.TITLE) {
      if (this.#hasTitle) return;
      this.#hasTitle = true;
      this.#apart(title, () => this.#writer.add(start, end, true));
    } else if (element === names.TEXTAREA) {
      this.#writer.add(start, end, true);
    } else if (element === names.XMP || element === names.PLAINTEXT) {
      this.#writer.add(start, end, false);
    }
  }

  /** Writes a leaf outside the tree. */
  #apart(kind: number, write: () => void): void {
    this.#endLeaf();
    write();
    this.#endLeaf(kind);
  }

  /** `kind`: the kind of a leaf outside the tree; -1 for all others. */
  #endLeaf(kind = -1): void {
    this.#hasLink = false;
    this.#wordsInLinks = 0;
    this.#hasOtherWords = false;
    const hasLinks = this.#links.length > this.#readLinks && this.#takeLinks();
    if (!hasLinks && this.#writer.isEmpty) return;
    this.#writer.endWord();
    const isKept = hasLinks || this.#writer.hasWords;
    if (isKept) this.#addLeaf(kind);
    this.#writer.endLeaf(isKept);
  }

  #addLeaf(kind: number): void {
    const row = this.#leaves.next();
    const { rows } = this.#leaves;
    this.#writer.describeLeaf(rows, row);
    rows[row + END_LINK] = this.#shownLinks.length;
    rows[row + NODE] = this.#blocks.node;
    rows[row + RUN_AND_KIND] =
      kind < 0 ? packRun(this.#blocks.nextLeaf(), kindOfElement(this.#blocks.tag)) : packRun(1, kind);
  }

  /** Processes the new links. Returns whether a reader sees one of them. */
  #takeLinks(): boolean {
    const links = this.#links;
    const before = this.#shownLinks.length;
    for (; this.#readLinks < links.length; this.#readLinks++) {
      const link = links[this.#readLinks] as Link;
      if (shownKinds.has(link.kind)) this.#shownLinks.push(link);
    }
    return this.#shownLinks.length > before;
  }

  /** Words in an attribute: the description of a picture, the label of a button. */
  #shownAttribute(tag: StartTag): void {
    const name = tag.id === names.IMG ? names.ALT : this.#buttonText(tag);
    if (name === null || !tag.has(name)) return;
    this.#writer.separate();
    this.#writer.add(tag.valueStart(name), tag.valueEnd(name), true);
    this.#writer.separate();
  }

  #buttonText(tag: StartTag): number | null {
    if (!tag.has(names.TYPE)) return null;
    const type = this.#page.attribute(tag.valueStart(names.TYPE), tag.valueEnd(names.TYPE)).toLowerCase();
    if (type === 'image') return names.ALT;
    return type === 'submit' || type === 'button' || type === 'reset' ? names.VALUE : null;
  }

  #meta(tag: StartTag): void {
    if (!tag.has(names.NAME) || !tag.has(names.CONTENT)) return;
    const name = this.#page.attribute(tag.valueStart(names.NAME), tag.valueEnd(names.NAME)).toLowerCase();
    if (name !== 'description') return;
    const content = this.#page.attribute(tag.valueStart(names.CONTENT), tag.valueEnd(names.CONTENT));
    this.#apart(description, () => this.#writer.addText(content));
  }
}

const title = segmentKinds.indexOf('title');
const description = segmentKinds.indexOf('description');
const NEWLINE = 0x0a;
const pre = names.tagSet('pre').indexOf(1);
const hr = names.tagSet('hr').indexOf(1);

/** The segments of a page as numbers and bytes, without an object for each leaf. */
interface SegmentRecords {
  /** As `leaf-columns.ts` describes them. */
  readonly rows: Int32Array;
  /** As `open-blocks.ts` writes them. */
  readonly nodes: Int32Array;
  readonly store: TokenStore;
}

/** The segments of a page. Text, tokens and paths are made on demand. */
export class SegmentTree {
  readonly list: LeafList;
  readonly #nodes: Int32Array;
  readonly #paths: string[] = [''];

  constructor({ rows, nodes, store }: SegmentRecords, links: readonly Link[]) {
    this.#nodes = nodes;
    const pathOf = (node: number, run: number, kind: SegmentKind): string => this.#leafPath(node, run, kind);
    this.list = new LeafList({ rows, store, links, pathOf });
  }

  get leaves(): readonly Segment[] {
    return this.list.segments;
  }

  /** Title and description are outside the tree. */
  #leafPath(node: number, run: number, kind: SegmentKind): string {
    if (kind === 'title') return 'title';
    if (kind === 'description') return 'meta[description]';
    const path = this.#pathOf(node);
    return run > 1 ? `${path}#${run}` : path;
  }

  /** The recursion is at most as deep as the open blocks were. */
  #pathOf(node: number): string {
    const known = this.#paths[node];
    if (known !== undefined) return known;
    const ordinal = this.#about(node, ORDINAL);
    const name = `${nameOfTag[this.#about(node, TAG)]}${ordinal > 1 ? `[${ordinal}]` : ''}`;
    const outer = this.#pathOf(this.#about(node, PARENT));
    const path = outer === '' ? name : `${outer}/${name}`;
    this.#paths[node] = path;
    return path;
  }

  #about(node: number, what: number): number {
    return this.#nodes[node * nodeStride + what] as number;
  }
}
