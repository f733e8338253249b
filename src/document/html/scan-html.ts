import type { Link } from '../link.ts';
import { asUtf8 } from '../text/charset.ts';
import { BodyText, separatesWords } from './body-text.ts';
import * as names from './html-names.ts';
import { type HtmlScanOptions, scanTags } from './html-scanner.ts';
import type { HtmlSink, Namespace, StartTag, TextKind } from './html-sink.ts';
import { OpenTemplates } from './open-templates.ts';
import { PageFacts, type RobotsDirectives } from './page-facts.ts';

/** What a crawler needs to know about a page. */
export interface HtmlDocument {
  /** Text of the first `title`, white space collapsed; empty when there is none. */
  readonly title: string;
  /** See `BodyText` for the exact definition. */
  readonly bodyText: string;
  /** The same as UTF-8, where nothing has to be encoded for it. */
  readonly bodyBytes?: Uint8Array;
  readonly links: readonly Link[];
  /**
   * The same links, each once; links to pages have no fragment. Equal links of all pages are one object, so that results for a link can be cached.
   * Null or left out where only `links` are known.
   */
  readonly distinctLinks?: readonly Link[] | null;
  /** How many further links there are; 0 or left out when there are none, as on nearly every page. */
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
  return scanUtf8(asUtf8(bytes, charset), options);
}

/** The same for valid UTF-8 without a byte order mark. */
export function scanUtf8(utf8: Buffer, options: HtmlScanOptions = {}): HtmlDocument {
  const reader = new HtmlReader(utf8);
  scanTags(utf8, reader, options);
  return reader.document();
}

/** Turns tags and text into an `HtmlDocument`. */
export class HtmlReader implements HtmlSink {
  readonly #facts: PageFacts;
  readonly #text: BodyText;
  readonly #templates: OpenTemplates;

  constructor(bytes: Buffer) {
    this.#facts = new PageFacts(bytes);
    this.#text = new BodyText(bytes);
    this.#templates = new OpenTemplates(this.#facts.text);
  }

  /** The links found so far. */
  get links(): readonly Link[] {
    return this.#facts.links.links;
  }

  /** The body text so far, as UTF-8. */
  get bodyBytes(): Uint8Array {
    return this.#text.written;
  }

  /** `mostText`: most bytes of the body text that are kept. */
  document(mostText = Number.POSITIVE_INFINITY): HtmlDocument {
    const { title, links, base, robots, language } = this.#facts;
    return {
      title,
      bodyText: this.#text.beginning(mostText),
      links: links.links,
      ...(links.more > 0 && { moreLinks: links.more }),
      base,
      canonical: canonicalOf(links.links),
      robots,
      language,
    };
  }

  startTag(tag: StartTag): void {
    const { id } = tag;
    if (id === names.TEMPLATE && tag.namespace === 'html') this.#templates.open(tag);
    if (this.#templates.isInert) return;
    if (separatesWords[id] === 1) this.#text.separate();
    if (id === names.TITLE && tag.namespace === 'html') this.#facts.openTitle();
    if (tag.hasKnownAttributes) this.#facts.startTag(tag);
  }

  endTag(tag: number): void {
    if (tag === names.TEMPLATE) this.#templates.close();
    if (!this.#templates.isInert && separatesWords[tag] === 1) this.#text.separate();
  }

  text(start: number, end: number, kind: TextKind, namespace: Namespace, inert: boolean): void {
    if (this.#templates.isInert) return;
    if (!inert) this.#text.add(start, end, kind === 'data', namespace !== 'html');
    else if (namespace === 'svg') this.#facts.addCss(start, end, kind === 'data');
  }

  rawText(element: number, start: number, end: number, inert: boolean): void {
    if (this.#templates.isInert) return;
    switch (element) {
      case names.TITLE:
        this.#facts.addTitle(start, end);
        break;
      case names.STYLE:
        this.#facts.addCss(start, end, false);
        break;
      case names.TEXTAREA:
        if (!inert) this.#text.add(start, end, true, true);
        break;
      case names.XMP:
      case names.PLAINTEXT:
        if (!inert) this.#text.add(start, end, false, true);
    }
  }
}

/** The first canonical link. */
export function canonicalOf(links: readonly Link[]): string | null {
  return links.find((link) => link.kind === 'canonical')?.url ?? null;
}
