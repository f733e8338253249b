import type { Link, LinkKind } from '../link.ts';
import { isHtmlSpace, trimHtmlSpace } from '../text/white-space.ts';
import { findCssUrls } from './css-urls.ts';
import * as names from './html-names.ts';
import type { StartTag } from './html-sink.ts';
import type { PageText } from './page-text.ts';

/** HTML elements that may hold a link of their own, besides `style` and `background`. */
const bearsLinks = names.tagSet(
  'a area link img image source video audio track iframe frame embed object script input button form blockquote q ins del',
);

/** Further links are only counted: a page with a million links would fill the memory, and no page for people has that many. */
const mostLinks = 250_000;

/** Collects the links of a page in the order of the source. */
export class LinkCollector {
  readonly links: Link[] = [];
  readonly #bytes: Buffer;
  readonly #page: PageText;
  #more = 0;

  constructor(bytes: Buffer, page: PageText) {
    this.#bytes = bytes;
    this.#page = page;
  }

  /** Called for every start tag that has an attribute of `html-names.ts`. */
  startTag(tag: StartTag): void {
    if (tag.namespace !== 'html') this.#foreign(tag);
    else if (bearsLinks[tag.id] === 1) this.#html(tag);
    if (tag.has(names.BACKGROUND) && tag.namespace === 'html') this.#embed('image', tag, names.BACKGROUND);
    if (tag.has(names.STYLE_ATTRIBUTE)) this.#style(tag);
  }

  /** How many links there are beyond `mostLinks`. */
  get more(): number {
    return this.#more;
  }

  #hasRoom(): boolean {
    if (this.links.length < mostLinks) return true;
    this.#more++;
    return false;
  }

  add(kind: LinkKind, url: string): void {
    if (this.#hasRoom()) this.links.push({ kind, url, rel: '' });
  }

  /** The contents of a `style` element, or a whole style sheet. */
  css(text: string): void {
    findCssUrls(text, (kind, url) => this.add(kind, url));
  }

  #html(tag: StartTag): void {
    switch (tag.id) {
      case names.A:
      case names.AREA:
        this.#hyperlink('page', tag, names.HREF);
        break;
      case names.LINK:
        this.#link(tag);
        break;
      case names.IMG:
      case names.IMAGE:
        this.#embed('image', tag, names.SRC);
        this.#srcset(tag, names.SRCSET);
        // Scripts show these when the reader comes near; until then, the source is a placeholder.
        this.#embed('image', tag, names.DATA_SRC);
        this.#srcset(tag, names.DATA_SRCSET);
        this.#embed('related', tag, names.LONGDESC);
        break;
      case names.SOURCE:
        this.#embed('media', tag, names.SRC);
        this.#srcset(tag, names.SRCSET);
        this.#srcset(tag, names.DATA_SRCSET);
        break;
      case names.VIDEO:
        this.#embed('media', tag, names.SRC);
        this.#embed('image', tag, names.POSTER);
        break;
      case names.AUDIO:
      case names.TRACK:
        this.#embed('media', tag, names.SRC);
        break;
      case names.IFRAME:
      case names.FRAME:
        this.#embed('frame', tag, names.SRC);
        this.#embed('related', tag, names.LONGDESC);
        break;
      case names.EMBED:
        this.#embed('object', tag, names.SRC);
        break;
      case names.OBJECT:
        this.#embed('object', tag, names.DATA);
        break;
      case names.SCRIPT:
        this.#embed('script', tag, names.SRC);
        break;
      case names.FORM:
        this.#hyperlink('form', tag, names.ACTION);
        break;
      case names.INPUT:
        if (this.#isImageInput(tag)) this.#embed('image', tag, names.SRC);
        this.#embed('form', tag, names.FORMACTION);
        break;
      case names.BUTTON:
        this.#embed('form', tag, names.FORMACTION);
        break;
      default:
        // blockquote, q, ins, del
        this.#embed('cite', tag, names.CITE);
    }
  }

  /** svg and math: `a` is a hyperlink, other elements are embedded. `href` wins over `xlink:href` (SVG 2, 16.1.5). */
  #foreign(tag: StartTag): void {
    const attribute = tag.has(names.HREF) ? names.HREF : names.XLINK_HREF;
    if (tag.id === names.A) this.#hyperlink('page', tag, attribute);
    else if (tag.id === names.SCRIPT) this.#embed('script', tag, attribute);
    else if (tag.id === names.IMAGE || tag.id === names.USE || tag.id === names.FEIMAGE) {
      this.#embed('image', tag, attribute);
    }
  }

  /** An empty hyperlink leads to the page itself, so it counts. */
  #hyperlink(kind: LinkKind, tag: StartTag, attribute: number): void {
    if (!tag.has(attribute)) return;
    if (this.#hasRoom()) this.links.push({ kind, url: this.#url(tag, attribute), rel: this.#rel(tag) });
  }

  /** An empty `src` loads nothing. */
  #embed(kind: LinkKind, tag: StartTag, attribute: number): void {
    if (!tag.has(attribute)) return;
    const url = this.#url(tag, attribute);
    if (url !== '') this.add(kind, url);
  }

  #srcset(tag: StartTag, attribute: number): void {
    if (!tag.has(attribute)) return;
    for (const url of srcsetUrls(this.#text(tag, attribute))) this.add('image', url);
  }

  #link(tag: StartTag): void {
    const rel = this.#rel(tag);
    const kind = kindOfRel(rel);
    if (kind === null) return;
    if (tag.has(names.HREF)) {
      const url = this.#url(tag, names.HREF);
      if (url !== '' && this.#hasRoom()) this.links.push({ kind, url, rel });
    }
    this.#srcset(tag, names.IMAGESRCSET);
  }

  #style(tag: StartTag): void {
    const bytes = this.#bytes;
    const end = tag.valueEnd(names.STYLE_ATTRIBUTE);
    for (let i = tag.valueStart(names.STYLE_ATTRIBUTE); i < end; i++) {
      // Nearly every style attribute contains neither `(` nor a reference that could stand for one.
      if (bytes[i] === 0x28 || bytes[i] === 0x26) {
        this.css(this.#text(tag, names.STYLE_ATTRIBUTE));
        return;
      }
    }
  }

  #isImageInput(tag: StartTag): boolean {
    return tag.has(names.TYPE) && this.#text(tag, names.TYPE).toLowerCase() === 'image';
  }

  #rel(tag: StartTag): string {
    return tag.has(names.REL) ? trimHtmlSpace(this.#text(tag, names.REL)) : '';
  }

  #url(tag: StartTag, attribute: number): string {
    return this.#page.url(tag.valueStart(attribute), tag.valueEnd(attribute));
  }

  #text(tag: StartTag, attribute: number): string {
    return this.#page.attribute(tag.valueStart(attribute), tag.valueEnd(attribute));
  }
}

const related = new Set([
  'author',
  'help',
  'license',
  'search',
  'shortlink',
  'amphtml',
  'bookmark',
  'me',
  'contents',
]);
/** These values name a server, not a document. */
const serverHints = new Set(['dns-prefetch', 'preconnect']);

/**
 * The kind of a `link` element or header by its `rel`; null when it names nothing to fetch. Of several values the
 * most specific one counts: an alternate style sheet is a style sheet.
 */
function kindOfRel(rel: string): LinkKind | null {
  const values = new Set(rel.toLowerCase().split(/[\t\n\f\r ]+/));
  if (values.has('stylesheet')) return 'stylesheet';
  if (values.has('canonical')) return 'canonical';
  if (values.has('icon') || values.has('apple-touch-icon') || values.has('mask-icon')) return 'icon';
  if (values.has('next')) return 'next';
  if (values.has('prev') || values.has('previous')) return 'prev';
  if (values.has('alternate')) return 'alternate';
  if (values.has('') || !values.isDisjointFrom(related)) return 'related';
  return values.isSubsetOf(serverHints) ? null : 'resource';
}

/** The URLs of a `srcset` (HTML 4.8.4.3.10). Commas separate candidates, but a URL may hold commas itself. */
export function srcsetUrls(srcset: string): readonly string[] {
  const urls: string[] = [];
  const length = srcset.length;
  const isSpaceAt = (place: number): boolean => isHtmlSpace(srcset.charCodeAt(place));
  let position = 0;
  while (position < length) {
    while (position < length && (isSpaceAt(position) || srcset[position] === ',')) position++;
    const start = position;
    while (position < length && !isSpaceAt(position)) position++;
    let end = position;
    while (end > start && srcset[end - 1] === ',') end--;
    if (end > start) urls.push(srcset.slice(start, end));
    if (end === position) position = afterDescriptors(srcset, position);
  }
  return urls;
}

/** A comma inside parentheses belongs to a descriptor that the standard may still define. */
function afterDescriptors(srcset: string, from: number): number {
  let isInParentheses = false;
  let position = from;
  for (; position < srcset.length; position++) {
    const character = srcset[position];
    if (character === '(') isInParentheses = true;
    else if (character === ')') isInParentheses = false;
    else if (character === ',' && !isInParentheses) break;
  }
  return position;
}

/**
 * The URL of `<meta http-equiv=refresh content="5; url='next.html'">`, read as a browser does (HTML 4.2.5.3,
 * shared declarative refresh steps). Null when the page only reloads itself, or when the content is not a refresh.
 */
export function refreshUrl(content: string): string | null {
  const time = /^[\t\n\f\r ]*(?:[0-9]+|(?=\.))[0-9.]*/.exec(content);
  if (time === null) return null;
  const rest = content.slice(time[0].length);
  const separator = /^(?:[\t\n\f\r ]*[;,][\t\n\f\r ]*|[\t\n\f\r ]+)/.exec(rest);
  if (separator === null) return null;
  const target = rest.slice(separator[0].length);
  const named = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i.exec(target);
  const value = named === null ? target : target.slice(named[0].length);
  const quote = value[0];
  if (quote !== '"' && quote !== "'") return orNull(value);
  const end = value.indexOf(quote, 1);
  return orNull(end < 0 ? value.slice(1) : value.slice(1, end));
}

function orNull(url: string): string | null {
  const trimmed = trimHtmlSpace(url);
  return trimmed === '' ? null : trimmed;
}
