import { collapseHtmlSpace } from '../text/white-space.ts';
import * as names from './html-names.ts';
import type { StartTag } from './html-sink.ts';
import { LinkCollector, refreshUrl } from './link-collector.ts';
import { PageText } from './page-text.ts';

/** What a page, or its server, asks of robots. */
export interface RobotsDirectives {
  readonly noindex: boolean;
  readonly nofollow: boolean;
}

const noDirectives: RobotsDirectives = { noindex: false, nofollow: false };

/** Most bytes of a title that are read: no browser shows more, and 16 MB of it took seconds. */
const MOST_TITLE = 65_536;

/** What tags say about a page, besides its text. */
export class PageFacts {
  readonly text: PageText;
  readonly links: LinkCollector;
  /** The first title counts, even an empty one. */
  #title: string | null = null;
  #isFirstTitle = false;
  #base: string | null = null;
  #robots = noDirectives;
  #language: string | null = null;
  #metaLanguage: string | null = null;

  constructor(bytes: Buffer, text: PageText = new PageText(bytes)) {
    this.text = text;
    this.links = new LinkCollector(bytes, this.text);
  }

  get title(): string {
    return this.#title ?? '';
  }

  get base(): string | null {
    return this.#base;
  }

  get robots(): RobotsDirectives {
    return this.#robots;
  }

  get language(): string | null {
    return this.#language ?? this.#metaLanguage;
  }

  openTitle(): void {
    this.#isFirstTitle = this.#title === null;
    this.#title ??= '';
  }

  /** The contents of the title that was opened last. */
  addTitle(start: number, end: number): void {
    if (!this.#isFirstTitle) return;
    this.#title = collapseHtmlSpace(this.text.escapable(start, Math.min(end, start + MOST_TITLE)));
  }

  /** Called for every start tag that has an attribute of `html-names.ts`. */
  startTag(tag: StartTag): void {
    const { id } = tag;
    if (tag.namespace === 'html') {
      if (id === names.META) this.#meta(tag);
      else if (id === names.BASE) this.#base ??= this.#urlOf(tag, names.HREF);
      else if (id === names.HTML)
        this.#language ??= this.#textOf(tag, names.LANG) ?? this.#textOf(tag, names.XML_LANG);
    }
    this.links.startTag(tag);
  }

  /** The contents of a `style` element. */
  addCss(start: number, end: number, isEscaped: boolean): void {
    const css = isEscaped ? this.text.escapable(start, end) : this.text.verbatim(start, end);
    if (/url\(|@import/i.test(css)) this.links.css(css);
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
      if (url !== null) this.links.add('refresh', url);
    }
    if (equivalent === 'content-language' && !content.includes(',')) {
      this.#metaLanguage ??= collapseHtmlSpace(content).split(' ', 1)[0] || null;
    }
  }

  #textOf(tag: StartTag, attribute: number): string | null {
    if (!tag.has(attribute)) return null;
    return this.text.attribute(tag.valueStart(attribute), tag.valueEnd(attribute));
  }

  #urlOf(tag: StartTag, attribute: number): string | null {
    if (!tag.has(attribute)) return null;
    return this.text.url(tag.valueStart(attribute), tag.valueEnd(attribute));
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
