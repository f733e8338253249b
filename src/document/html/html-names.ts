/**
 * The element and attribute names that mean something to a crawler, as small numbers. A scanner that compares
 * numbers allocates no string for the thousands of tags a page has. 0 stands for every other name.
 */

export const tagNames: readonly string[] = [
  // Links, text and metadata
  'a area base link meta title html head body frameset frame iframe img image source picture video audio track',
  'embed object script style form input button blockquote q ins del template noscript textarea xmp noembed',
  'noframes plaintext svg math use feimage table thead tbody tfoot tr td th caption colgroup col select option',
  // Elements that separate words
  'address article aside center dd details dialog dir div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6',
  'header hgroup hr br legend li main menu nav ol optgroup p pre listing section summary ul search text desc',
  // Names that decide where svg and math begin and end
  'foreignobject annotation-xml mi mo mn ms mtext mglyph malignmark b big code em font i nobr ruby s small span',
  'strike strong sub sup tt u var param wbr keygen applet marquee label g path defs symbol',
]
  .join(' ')
  .split(' ');

export const attributeNames: readonly string[] = [
  'href src srcset rel content name http-equiv style background action formaction cite data poster lang xml:lang',
  'xlink:href type shadowrootmode longdesc imagesrcset color face size encoding alt value data-src data-srcset',
]
  .join(' ')
  .split(' ');

/** Finds the number of a name by its bytes, ignoring case. */
class NameTable {
  readonly #names: readonly Uint8Array[];
  readonly #slots: Uint8Array;

  constructor(names: readonly string[]) {
    this.#names = [new Uint8Array(0), ...names.map((name) => new TextEncoder().encode(name))];
    this.#slots = new Uint8Array(slotCount);
    for (const [place, name] of names.entries()) {
      let hash = 0;
      for (let i = 0; i < name.length; i++) hash = nameHash(hash, name.charCodeAt(i));
      let slot = hash & (slotCount - 1);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (slotCount - 1);
      this.#slots[slot] = place + 1;
    }
  }

  /** `hash` is `nameHash` folded over the bytes from `start` to `end`. 0 when the name is not in the table. */
  find(bytes: Uint8Array, start: number, end: number, hash: number): number {
    let slot = hash & (slotCount - 1);
    for (;;) {
      const id = this.#slots[slot] as number;
      if (id === 0) return 0;
      if (sameName(bytes, start, end, this.#names[id] as Uint8Array)) return id;
      slot = (slot + 1) & (slotCount - 1);
    }
  }
}

const slotCount = 2048;

/** One step of the hash: letters count in lower case, as HTML compares names. */
export function nameHash(hash: number, byte: number): number {
  return (Math.imul(hash, 31) + (byte | 0x20)) | 0;
}

function sameName(bytes: Uint8Array, start: number, end: number, name: Uint8Array): boolean {
  const length = end - start;
  if (length !== name.length) return false;
  for (let i = 0; i < length; i++) {
    const byte = bytes[start + i] as number;
    const wanted = name[i] as number;
    if (byte !== wanted && !(wanted >= 0x61 && (byte | 0x20) === wanted)) return false;
  }
  return true;
}

export const tags = new NameTable(tagNames);
export const attributes = new NameTable(attributeNames);
export const tagCount = tagNames.length + 1;

/** The number of a tag in the list above. */
function tag(name: string): number {
  const place = tagNames.indexOf(name);
  if (place < 0) throw new RangeError(`"${name}" is missing from the list of tag names`);
  return place + 1;
}

/** The number of an attribute in the list above. */
export function attributeNumber(name: string): number {
  const place = attributeNames.indexOf(name);
  if (place < 0) throw new RangeError(`"${name}" is missing from the list of attribute names`);
  return place + 1;
}

/** A set of tags as a table of flags: membership is one load. */
export function tagSet(names: string): Uint8Array {
  const set = new Uint8Array(tagCount);
  for (const name of names.split(' ')) set[tag(name)] = 1;
  return set;
}

export const A = tag('a');
export const AREA = tag('area');
export const BASE = tag('base');
export const LINK = tag('link');
export const META = tag('meta');
export const TITLE = tag('title');
export const HTML = tag('html');
export const BODY = tag('body');
export const FRAME = tag('frame');
export const IFRAME = tag('iframe');
export const IMG = tag('img');
export const IMAGE = tag('image');
export const SOURCE = tag('source');
export const VIDEO = tag('video');
export const AUDIO = tag('audio');
export const TRACK = tag('track');
export const EMBED = tag('embed');
export const OBJECT = tag('object');
export const SCRIPT = tag('script');
export const STYLE = tag('style');
export const FORM = tag('form');
export const INPUT = tag('input');
export const BUTTON = tag('button');
export const Q = tag('q');
export const TEMPLATE = tag('template');
export const TEXTAREA = tag('textarea');
export const PLAINTEXT = tag('plaintext');
export const XMP = tag('xmp');
export const SVG = tag('svg');
export const MATH = tag('math');
export const USE = tag('use');
export const FEIMAGE = tag('feimage');
export const P = tag('p');
export const BR = tag('br');
export const FONT = tag('font');
export const MGLYPH = tag('mglyph');
export const MALIGNMARK = tag('malignmark');
export const ANNOTATION_XML = tag('annotation-xml');

export const HREF = attributeNumber('href');
export const SRC = attributeNumber('src');
export const SRCSET = attributeNumber('srcset');
export const REL = attributeNumber('rel');
export const CONTENT = attributeNumber('content');
export const NAME = attributeNumber('name');
export const HTTP_EQUIV = attributeNumber('http-equiv');
export const STYLE_ATTRIBUTE = attributeNumber('style');
export const BACKGROUND = attributeNumber('background');
export const ACTION = attributeNumber('action');
export const FORMACTION = attributeNumber('formaction');
export const CITE = attributeNumber('cite');
export const DATA = attributeNumber('data');
export const DATA_SRC = attributeNumber('data-src');
export const DATA_SRCSET = attributeNumber('data-srcset');
export const POSTER = attributeNumber('poster');
export const LANG = attributeNumber('lang');
export const XML_LANG = attributeNumber('xml:lang');
export const XLINK_HREF = attributeNumber('xlink:href');
export const TYPE = attributeNumber('type');
export const SHADOWROOTMODE = attributeNumber('shadowrootmode');
export const LONGDESC = attributeNumber('longdesc');
export const IMAGESRCSET = attributeNumber('imagesrcset');
export const COLOR = attributeNumber('color');
export const FACE = attributeNumber('face');
export const SIZE = attributeNumber('size');
export const ALT = attributeNumber('alt');
export const VALUE = attributeNumber('value');
export const ENCODING = attributeNumber('encoding');
export const attributeCount = attributeNames.length + 1;
