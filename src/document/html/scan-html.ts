import type { Link } from '../link.ts';
import { asUtf8 } from '../text/charset.ts';
import { collapseHtmlSpace } from '../text/white-space.ts';
import { BodyText, separatesWords } from './body-text.ts';
import * as names from './html-names.ts';
import { type HtmlScanOptions, scanTags } from './html-scanner.ts';
import type { HtmlSink, Namespace, StartTag, TextKind } from './html-sink.ts';
import { LinkCollector, refreshUrl } from './link-collector.ts';
import { OpenTemplates } from './open-templates.ts';
import { PageText } from './page-text.ts';

/** What a page, or its server, asks of robots. */
export interface RobotsDirectives {
  readonly noindex: boolean;
  readonly nofollow: boolean;
}

const noDirectives: RobotsDirectives = { noindex: false, nofollow: false };

/** Most bytes of a title that are read: no browser shows more, and 16 MB of it took seconds. */
const MOST_TITLE = 65_536;

/** What a crawler needs to know about a page. */
export interface HtmlDocument {
  /** Text of the first `title`, white space collapsed; empty when there is none. */
  readonly title: string;
  /** See `BodyText` for the exact definition. */
  readonly bodyText: string;
  readonly links: readonly Link[];
  /** How many further links there are; left out when there are none, as on nearly every page. */
  readonly moreLinks?: number;
  /** The `href` of the first `base` that has one. */
  readonly base: string | null;
  /** The first canonical link, also among `links`. */
  readonly canonical: string | null;
  /** From `meta name=robots` and `meta name=tidemark`. */
  readonly robots: RobotsDirectives;
  /** From `html lang`, else from `meta http-equiv=content-language`. */
  readonly language: string | null;
}

/**
 * Reads a page in one pass. Any bytes are a page: nothing is thrown, and time and memory are linear in its size.
 * UTF-8 is read as it is; any other encoding is converted to UTF-8 first.
 */
export function scanHtml(bytes: Uint8Array, charset = 'utf-8', options: HtmlScanOptions = {}): HtmlDocument {
  const utf8 = asUtf8(bytes, charset);
  const reader = new HtmlReader(utf8);
  scanTags(utf8, reader, options);
  return reader.document();
}

/** Turns tags and text into an `HtmlDocument`. */
export class HtmlReader implements HtmlSink {
  readonly #page: PageText;
  readonly #text: BodyText;
  readonly #links: LinkCollector;
  readonly #templates: OpenTemplates;
  #title: string | null = null;
  #isFirstTitle = false;
  #base: string | null = null;
  #robots = noDirectives;
  #language: string | null = null;
  #metaLanguage: string | null = null;

  constructor(bytes: Buffer) {
    this.#page = new PageText(bytes);
    this.#text = new BodyText(bytes);
    this.#links = new LinkCollector(bytes, this.#page);
    this.#templates = new OpenTemplates(this.#page);
  }

  /** The links found so far. */
  get links(): readonly Link[] {
    return this.#links.links;
  }

  /** The body text so far, as UTF-8. */
  get bodyBytes(): Uint8Array {
    return this.#text.written;
  }

  /** `mostText`: most bytes of the body text that are kept. */
  document(mostText = Number.POSITIVE_INFINITY): HtmlDocument {
    return {
      title: this.#title ?? '',
      bodyText: this.#text.beginning(mostText),
      links: this.#links.links,
      ...(this.#links.more > 0 && { moreLinks: this.#links.more }),
      base: this.#base,
      canonical: this.#links.links.find((link) => link.kind === 'canonical')?.url ?? null,
      robots: this.#robots,
      language: this.#language ?? this.#metaLanguage,
    };
  }

  startTag(tag: StartTag): void {
    const { id } = tag;
    if (id === names.TEMPLATE && tag.namespace === 'html') this.#templates.open(tag);
    if (this.#templates.isInert) return;
    if (separatesWords[id] === 1) this.#text.separate();
    if (id === names.TITLE && tag.namespace === 'html') this.#openTitle();
    if (!tag.hasKnownAttributes) return;
    if (tag.namespace === 'html') {
      if (id === names.META) this.#meta(tag);
      else if (id === names.BASE) this.#base ??= this.#urlOf(tag, names.HREF);
      else if (id === names.HTML)
        this.#language ??= this.#textOf(tag, names.LANG) ?? this.#textOf(tag, names.XML_LANG);
    }
    this.#links.startTag(tag);
  }

  endTag(tag: number): void {
    if (tag === names.TEMPLATE) this.#templates.close();
    if (!this.#templates.isInert && separatesWords[tag] === 1) this.#text.separate();
  }

  text(start: number, end: number, kind: TextKind, namespace: Namespace, inert: boolean): void {
    if (this.#templates.isInert) return;
    if (!inert) this.#text.add(start, end, kind === 'data', namespace !== 'html');
    else if (namespace === 'svg') this.#css(start, end, kind === 'data');
  }

  rawText(element: number, start: number, end: number, inert: boolean): void {
    if (this.#templates.isInert) return;
    switch (element) {
      case names.TITLE:
        if (this.#isFirstTitle)
          this.#title = collapseHtmlSpace(this.#page.escapable(start, Math.min(end, start + MOST_TITLE)));
        break;
      case names.STYLE:
        this.#css(start, end, false);
        break;
      case names.TEXTAREA:
        if (!inert) this.#text.add(start, end, true, true);
        break;
      case names.XMP:
      case names.PLAINTEXT:
        if (!inert) this.#text.add(start, end, false, true);
    }
  }

  /** The first title counts, even an empty one. */
  #openTitle(): void {
    this.#isFirstTitle = this.#title === null;
    this.#title ??= '';
  }

  #meta(tag: StartTag): void {
    const content = this.#textOf(tag, names.CONTENT);
    if (content === null) return;
    const name = this.#textOf(tag, names.NAME)?.toLowerCase();
    if (name === 'robots' || name === robotName) {
      this.#robots = mergeDirectives(this.#robots, parseDirectives(content));
    }
    const equivalent = this.#textOf(tag, names.HTTP_EQUIV)?.toLowerCase();
    if (equivalent === 'refresh') {
      const url = refreshUrl(content);
      if (url !== null) this.#links.add('refresh', url);
    }
    if (equivalent === 'content-language' && !content.includes(',')) {
      this.#metaLanguage ??= collapseHtmlSpace(content).split(' ', 1)[0] || null;
    }
  }

  #css(start: number, end: number, isEscaped: boolean): void {
    const css = isEscaped ? this.#page.escapable(start, end) : this.#page.verbatim(start, end);
    if (/url\(|@import/i.test(css)) this.#links.css(css);
  }

  #textOf(tag: StartTag, attribute: number): string | null {
    if (!tag.has(attribute)) return null;
    return this.#page.attribute(tag.valueStart(attribute), tag.valueEnd(attribute));
  }

  #urlOf(tag: StartTag, attribute: number): string | null {
    if (!tag.has(attribute)) return null;
    return this.#page.url(tag.valueStart(attribute), tag.valueEnd(attribute));
  }
}

/** The name by which pages can address this crawler alone. */
const robotName = 'tidemark';

/** Reads a list of directives: the `content` of `meta name=robots`. Unknown ones are ignored. */
function parseDirectives(content: string): RobotsDirectives {
  let noindex = false;
  let nofollow = false;
  for (const part of content.toLowerCase().split(',')) {
    const directive = part.trim();
    if (directive === 'noindex' || directive === 'none') noindex = true;
    if (directive === 'nofollow' || directive === 'none') nofollow = true;
  }
  return { noindex, nofollow };
}

/** Where two directives of a page differ, the stricter one holds. */
export function mergeDirectives(a: RobotsDirectives, b: RobotsDirectives): RobotsDirectives {
  return { noindex: a.noindex || b.noindex, nofollow: a.nofollow || b.nofollow };
}

/**
 * Reads one `X-Robots-Tag` header. Directives after `name:` are for that robot only, up to the next name.
 */
export function parseRobotsHeader(value: string): RobotsDirectives {
  let isForUs = true;
  let directives = noDirectives;
  for (const part of value.split(',')) {
    const named = /^\s*([\w-]+)\s*:(.*)$/s.exec(part);
    // `unavailable_after:` and `max-snippet:` are directives with a value, not names of robots.
    const isName = named !== null && !/^(?:unavailable_after|max-[a-z-]+)$/i.test(named[1] ?? '');
    if (isName) isForUs = /^(?:robots|\*)$/i.test(named[1] ?? '') || named[1]?.toLowerCase() === robotName;
    if (isForUs) directives = mergeDirectives(directives, parseDirectives(isName ? (named[2] ?? '') : part));
  }
  return directives;
}
