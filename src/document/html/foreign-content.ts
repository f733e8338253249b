import * as names from './html-names.ts';
import type { Namespace, StartTag } from './html-sink.ts';

/** Start tags that end svg and math, because old pages never close them (HTML 13.2.6.5). */
export const breaksOut = names.tagSet(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
);
const svgIntegrationPoint = names.tagSet('foreignobject desc title');
const mathTextPoint = names.tagSet('mi mo mn ms mtext');
const voidElement = names.tagSet(
  'area base br col embed frame hr image img input keygen link meta param source track wbr',
);
const closesParagraph = names.tagSet(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre listing section summary table ul li dd dt form plaintext xmp search',
);
/** The search for the element that an inline end tag closes stops at these. */
const special = names.tagSet(
  'address applet article aside blockquote body button caption center col colgroup dd details dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup html iframe li listing main marquee menu nav noembed noframes noscript object ol p plaintext pre script section select style summary table tbody td template textarea tfoot th thead title tr ul xmp search',
);
/** Outside a table these tags open nothing. */
const tableParts = names.tagSet('caption col colgroup frame head body html tbody td tfoot th thead tr');
const neverCloses = names.tagSet('html body');

/** Blink builds no deeper tree either. The bound limits the search for the element that an end tag closes. */
const deepest = 512;

const none = new Int32Array(0);

/** Counters for names without a number. */
const unknownNames = 256;

function counterOf(tag: number, hash: number): number {
  return tag !== 0 ? tag : names.tagCount + (hash & (unknownNames - 1));
}

/** How the direct contents of an open element are read. */
const FOREIGN = 0;
/** foreignObject, desc, title, annotation-xml of HTML: all content is HTML. */
const HTML_POINT = 1;
/** mi, mo...: all content except mglyph and malignmark is HTML. */
const MATH_TEXT_POINT = 2;
const HTML_ELEMENT = 3;

/**
 * Which namespace the scanner is in. Outside svg and math (`depth` 0) only the open elements of each name are
 * counted. Inside, the open elements form a stack, because only there do they decide whether `<style>` is raw text
 * and `<![CDATA[` is text.
 *
 * This is less than a tree builder knows. An end tag for an HTML element opened before the svg ends the svg; a tree
 * builder ignores it when a block that is still open stands between the two, as in `<i><p><svg></i>`.
 */
export class ForeignContent {
  readonly #bytes: Uint8Array;
  /**
   * How many HTML elements of a name were opened and not closed: an end tag for one of them ends svg. Names without
   * a number are counted by their hash.
   */
  readonly #openHtml = new Int32Array(names.tagCount + unknownNames);
  // The stack is made at the first svg or math: most pages have none.
  #tags = none;
  #roles = none;
  #isSvg = none;
  #nameStarts = none;
  #nameEnds = none;
  /** Elements beyond `deepest` are only counted. */
  #beyond = 0;
  #inert = 0;
  depth = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Whether the current element belongs to svg or math, so that CDATA is text. */
  get isForeign(): boolean {
    return this.depth > 0 && this.#roles[this.depth - 1] !== HTML_ELEMENT;
  }

  /** The namespace whose rules apply to text here. */
  get textNamespace(): Namespace {
    return this.depth > 0 && this.#roles[this.depth - 1] === FOREIGN ? this.#namespaceOfTop() : 'html';
  }

  /** Whether an svg or math script or style is open: its text is not text of the page. */
  get isInert(): boolean {
    return this.#inert > 0;
  }

  /** Counts an HTML element outside svg and math. */
  openHtml(tag: number, hash: number): void {
    (this.#openHtml[counterOf(tag, hash)] as number)++;
  }

  closeHtml(tag: number, hash: number): void {
    const counter = counterOf(tag, hash);
    if ((this.#openHtml[counter] as number) > 0) (this.#openHtml[counter] as number)--;
  }

  /** Called for every start tag while `depth` is not 0, and for `svg` and `math`. Returns the element's namespace. */
  open(tag: StartTag, hash: number): Namespace {
    if (this.#followsHtmlRules(tag)) return this.#openByHtmlRules(tag, hash);
    if (breaksOut[tag.id] === 1 || (tag.id === names.FONT && hasFontAttribute(tag))) {
      this.#breakOut();
      return this.#openByHtmlRules(tag, hash);
    }
    const namespace = this.#namespaceOfTop();
    if (!tag.selfClosing) this.#push(tag, namespace);
    return namespace;
  }

  /** Called for every end tag while `depth` is not 0. The name runs from `start` to `end`. */
  close(tag: number, hash: number, start: number, end: number): void {
    if (this.#beyond > 0) {
      this.#beyond--;
      return;
    }
    if (this.#roles[this.depth - 1] === HTML_ELEMENT) {
      this.#closeByHtmlRules(tag, hash);
      return;
    }
    if (tag === names.P || tag === names.BR) {
      this.#breakOut();
      return;
    }
    for (let i = this.depth - 1; i >= 0 && this.#roles[i] !== HTML_ELEMENT; i--) {
      if (this.#tags[i] === tag && (tag !== 0 || this.#isSameName(i, start, end))) {
        this.#cutTo(i);
        return;
      }
    }
    this.#closeByHtmlRules(tag, hash);
  }

  #followsHtmlRules(tag: StartTag): boolean {
    if (this.depth === 0) return true;
    const top = this.depth - 1;
    const role = this.#roles[top];
    if (role === HTML_ELEMENT || role === HTML_POINT) return true;
    if (role === MATH_TEXT_POINT) return tag.id !== names.MGLYPH && tag.id !== names.MALIGNMARK;
    return this.#tags[top] === names.ANNOTATION_XML && this.#isSvg[top] === 0 && tag.id === names.SVG;
  }

  #openByHtmlRules(tag: StartTag, hash: number): Namespace {
    if (tag.id === names.SVG || tag.id === names.MATH) {
      const namespace = tag.id === names.SVG ? 'svg' : 'math';
      if (!tag.selfClosing) this.#push(tag, namespace);
      return namespace;
    }
    if (this.depth === 0) {
      this.openHtml(tag.id, hash);
      return 'html';
    }
    if (voidElement[tag.id] === 1) return 'html';
    const top = this.depth - 1;
    if (this.#roles[top] === HTML_ELEMENT) {
      const open = this.#tags[top] as number;
      if (open === names.P ? closesParagraph[tag.id] === 1 : open === tag.id && !canNest(open))
        this.#cutTo(top);
    } else if (tableParts[tag.id] === 1) return 'html';
    this.#push(tag, 'html');
    return 'html';
  }

  /** An HTML end tag reaches through svg, but not past a point where HTML starts again inside svg or math. */
  #closeByHtmlRules(tag: number, hash: number): void {
    if (neverCloses[tag] === 1) return;
    for (let i = this.depth - 1; i >= 0; i--) {
      const role = this.#roles[i];
      if (role === HTML_POINT || role === MATH_TEXT_POINT) return;
      if (role !== HTML_ELEMENT) {
        if (this.#tags[i] === names.ANNOTATION_XML && this.#isSvg[i] === 0) return;
        continue;
      }
      if (this.#tags[i] === tag && tag !== 0) {
        this.#cutTo(i);
        return;
      }
      if (special[tag] !== 1 && special[this.#tags[i] as number] === 1) return;
    }
    const counter = counterOf(tag, hash);
    if ((this.#openHtml[counter] as number) > 0) {
      (this.#openHtml[counter] as number)--;
      this.#cutTo(0);
    }
  }

  #breakOut(): void {
    let i = this.depth;
    while (i > 0 && this.#roles[i - 1] === FOREIGN) i--;
    this.#cutTo(i);
  }

  #push(tag: StartTag, namespace: Namespace): void {
    const at = this.depth;
    if (at === deepest) {
      this.#beyond++;
      return;
    }
    if (this.#tags === none) this.#makeStack();
    this.#tags[at] = tag.id;
    this.#isSvg[at] = namespace === 'svg' ? 1 : 0;
    this.#nameStarts[at] = tag.nameStart;
    this.#nameEnds[at] = tag.nameEnd;
    this.#roles[at] = this.#roleOf(tag, namespace);
    this.depth++;
    if (isInertElement(tag.id) && namespace !== 'html') this.#inert++;
  }

  #makeStack(): void {
    this.#tags = new Int32Array(deepest);
    this.#roles = new Int32Array(deepest);
    this.#isSvg = new Int32Array(deepest);
    this.#nameStarts = new Int32Array(deepest);
    this.#nameEnds = new Int32Array(deepest);
  }

  #roleOf(tag: StartTag, namespace: Namespace): number {
    if (namespace === 'html') return HTML_ELEMENT;
    if (namespace === 'svg') return svgIntegrationPoint[tag.id] === 1 ? HTML_POINT : FOREIGN;
    if (mathTextPoint[tag.id] === 1) return MATH_TEXT_POINT;
    return tag.id === names.ANNOTATION_XML && this.#saysHtml(tag) ? HTML_POINT : FOREIGN;
  }

  #saysHtml(tag: StartTag): boolean {
    if (!tag.has(names.ENCODING)) return false;
    const [start, end] = [tag.valueStart(names.ENCODING), tag.valueEnd(names.ENCODING)];
    if (end - start > 30) return false;
    const value = String.fromCharCode(...this.#bytes.subarray(start, end)).toLowerCase();
    return value === 'text/html' || value === 'application/xhtml+xml';
  }

  #cutTo(depth: number): void {
    while (this.depth > depth) {
      this.depth--;
      if (this.#roles[this.depth] !== HTML_ELEMENT && isInertElement(this.#tags[this.depth] as number))
        this.#inert--;
    }
    this.#beyond = 0;
  }

  #namespaceOfTop(): Namespace {
    return this.#isSvg[this.depth - 1] === 1 ? 'svg' : 'math';
  }

  #isSameName(place: number, start: number, end: number): boolean {
    const from = this.#nameStarts[place] as number;
    if ((this.#nameEnds[place] as number) - from !== end - start) return false;
    for (let i = 0; i < end - start; i++) {
      if (lower(this.#bytes[from + i] as number) !== lower(this.#bytes[start + i] as number)) return false;
    }
    return true;
  }
}

function isInertElement(tag: number): boolean {
  return tag === names.SCRIPT || tag === names.STYLE;
}

function hasFontAttribute(tag: StartTag): boolean {
  return tag.has(names.COLOR) || tag.has(names.FACE) || tag.has(names.SIZE);
}

function lower(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
}

const siblingsOnly = names.tagSet('li dd dt option optgroup tr td th a button');

/** Whether an element may be the direct child of one with its own name. */
function canNest(tag: number): boolean {
  return siblingsOnly[tag] !== 1;
}
