import type { Link } from '../../link.ts';
import { StartTag } from '../html-sink.ts';
import { PageFacts, type RobotsDirectives } from '../page-facts.ts';
import type { PageText } from '../page-text.ts';
import { canonicalOf, type HtmlDocument } from '../scan-html.ts';
import type { KnownLinks } from './known-links.ts';

/** The first number of a record packs the tag, the count of attributes and these bits; the second identifies its contents. See `assembly/records.ts`. */
const IN_SVG = 1 << 16;
const SAYS_FACT = 1 << 17;
const HEAD = 2;
/** Numbers for each attribute: its name, the start and the end of its value. */
const OF_ATTRIBUTE = 3;
/** In place of the name of an attribute: the contents of a `style` element follow. */
const CONTENTS = 0;

/** Limit for `distinctLinks`: on a page with more, nearly all links are its own. */
const MOST_DISTINCT = 10_000;

/** What the page reader returns for a page. */
interface WhatWasRead {
  /** The page itself. */
  readonly bytes: Buffer;
  readonly text: PageText;
  readonly bodyBytes: Buffer;
  readonly records: Uint32Array;
  /** The contents of the first title. */
  readonly titleStart: number;
  readonly titleEnd: number;
  readonly known: KnownLinks;
}

/** A page as the page reader has read it. Strings and links are made when they are asked for. */
export class ReadPage implements HtmlDocument {
  readonly #read: WhatWasRead;
  readonly #records: Uint32Array;
  #head: PageFacts | null = null;
  #all: PageFacts | null = null;
  #distinct: readonly Link[] | null | undefined;

  constructor(read: WhatWasRead) {
    this.#read = read;
    this.#records = read.records;
  }

  get title(): string {
    return this.#facts.title;
  }

  get bodyBytes(): Buffer {
    return this.#read.bodyBytes;
  }

  get bodyText(): string {
    return this.bodyBytes.toString('utf8');
  }

  get base(): string | null {
    return this.#facts.base;
  }

  get robots(): RobotsDirectives {
    return this.#facts.robots;
  }

  get language(): string | null {
    return this.#facts.language;
  }

  get links(): readonly Link[] {
    return this.#allFacts.links.links;
  }

  get moreLinks(): number {
    return this.#allFacts.links.more;
  }

  get canonical(): string | null {
    return canonicalOf(this.links);
  }

  get distinctLinks(): readonly Link[] | null {
    if (this.#distinct === undefined) this.#distinct = this.#findDistinct();
    return this.#distinct;
  }

  /** The facts about the page itself, from the few tags that state them. */
  get #facts(): PageFacts {
    if (this.#head !== null) return this.#head;
    const facts = this.#noFacts();
    const { titleStart, titleEnd } = this.#read;
    facts.openTitle();
    if (titleEnd > titleStart) facts.addTitle(titleStart, titleEnd);
    for (let at = 0; at < this.#records.length; at = this.#next(at))
      if ((this.#number(at) & SAYS_FACT) !== 0) facts.startTag(this.#tagAt(at));
    this.#head = facts;
    return facts;
  }

  get #allFacts(): PageFacts {
    if (this.#all !== null) return this.#all;
    const facts = this.#noFacts();
    for (let at = 0; at < this.#records.length; at = this.#next(at)) this.#addTo(facts, at);
    this.#all = facts;
    return facts;
  }

  #findDistinct(): readonly Link[] | null {
    // The page has a refresh, or a style with an address.
    if (this.#facts.links.links.length > 0) return null;
    const { known } = this.#read;
    const distinct: Link[] = [];
    let count = 0;
    known.beginPage();
    for (let at = 0; at < this.#records.length; at = this.#next(at)) {
      if ((this.#number(at) & SAYS_FACT) !== 0) continue;
      const number = this.#number(at + 1);
      if (number === 0) return null;
      const links = known.find(number) ?? this.#newLinks(number, at);
      count += links.length;
      if (count > MOST_DISTINCT) return null;
      if (!known.isRepeated(number)) for (const link of links) distinct.push(link);
    }
    return distinct;
  }

  #newLinks(number: number, at: number): readonly Link[] {
    const facts = this.#noFacts();
    this.#addTo(facts, at);
    const links = facts.links.links.map((link) => (link.kind === 'page' ? withoutFragment(link) : link));
    this.#read.known.add(number, links);
    return links;
  }

  #addTo(facts: PageFacts, at: number): void {
    if (this.#number(at + HEAD) !== CONTENTS) facts.startTag(this.#tagAt(at));
    else facts.addCss(this.#number(at + HEAD + 1), this.#number(at + HEAD + 2), false);
  }

  #noFacts(): PageFacts {
    return new PageFacts(this.#read.bytes, this.#read.text);
  }

  #number(at: number): number {
    return this.#records[at] as number;
  }

  #next(at: number): number {
    return at + HEAD + OF_ATTRIBUTE * ((this.#number(at) >> 8) & 0xff);
  }

  #tagAt(at: number): StartTag {
    const first = this.#number(at);
    tag.reset(0);
    tag.id = first & 0xff;
    tag.namespace = (first & IN_SVG) === 0 ? 'html' : 'svg';
    const end = this.#next(at);
    for (let value = at + HEAD; value < end; value += OF_ATTRIBUTE)
      tag.setAttribute(this.#number(value), this.#number(value + 1), this.#number(value + 2));
    return tag;
  }
}

/** Reused for all tags: it is read before the next tag fills it. */
const tag = new StartTag();

function withoutFragment(link: Link): Link {
  const hash = link.url.indexOf('#');
  return hash < 0 ? link : { ...link, url: link.url.slice(0, hash) };
}
