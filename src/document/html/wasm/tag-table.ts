import { separatesWords } from '../body-text.ts';
import { breaksOut } from '../foreign-content.ts';
import * as names from '../html-names.ts';
import { rawTextElement } from '../html-scanner.ts';
import * as is from './assembly/properties.ts';

/** What the page reader needs to know about a tag. */
interface TagEntry {
  readonly name: string;
  readonly number: number;
  /** Bits of `assembly/properties.ts`. */
  readonly properties: number;
  /** A bit for each attribute that is reported, by its number. */
  readonly wanted: number;
  /** The same inside svg. */
  readonly wantedInSvg: number;
}

/** The attributes that `PageFacts` and `LinkCollector` read, besides those of all tags. */
const attributesOfTags: Readonly<Record<string, string>> = {
  'a area': 'href rel',
  base: 'href',
  'blockquote q ins del': 'cite',
  button: 'formaction',
  embed: 'src',
  form: 'action rel',
  html: 'lang xml:lang',
  'iframe frame': 'src longdesc',
  'img image': 'src srcset data-src data-srcset longdesc',
  input: 'src type formaction',
  link: 'href rel imagesrcset',
  meta: 'content name http-equiv',
  object: 'data',
  script: 'src',
  source: 'src srcset data-srcset',
  video: 'src poster',
  'audio track': 'src',
};
const ofAllTags = 'style background';
const ofAllTagsInSvg = 'style';
const attributesOfLinksInSvg = 'href xlink:href rel';
const linksInSvg = 'a image use feimage';

/** The properties of tags, besides those that other modules have as sets. */
const propertiesOfTags: Readonly<Record<string, number>> = {
  'a area': is.HYPERLINK,
  a: is.ANCHOR,
  img: is.PICTURE,
  'iframe frame object embed video audio textarea select input': is.SHOWS,
  'base html meta': is.FACT | is.REFUSED_IN_SVG,
  meta: is.META,
  script: is.SCRIPT,
  style: is.STYLE,
  title: is.TITLE,
  textarea: is.TEXTAREA,
  noscript: is.NOSCRIPT | is.REFUSED_IN_SVG,
  svg: is.SVG,
  'title desc': is.TEXT_IN_SVG,
  'math template plaintext xmp': is.REFUSED,
  'font foreignobject script style textarea iframe noembed noframes': is.REFUSED_IN_SVG,
};

/** All tags of `html-names.ts`. */
export function tagTable(): readonly TagEntry[] {
  return names.tagNames.map((name, place) => {
    const number = place + 1;
    const listed = (table: Readonly<Record<string, number>>): number =>
      Object.entries(table).reduce(
        (all, [tags, bits]) => (tags.split(' ').includes(name) ? all | bits : all),
        0,
      );
    const own = Object.entries(attributesOfTags).find(([tags]) => tags.split(' ').includes(name))?.[1];
    return {
      name,
      number,
      properties:
        listed(propertiesOfTags) |
        (separatesWords[number] === 1 ? is.SEPARATES : 0) |
        (rawTextElement[number] === 1 ? is.RAW : 0) |
        (breaksOut[number] === 1 ? is.REFUSED_IN_SVG : 0),
      wanted: attributeBits(own === undefined ? ofAllTags : `${own} ${ofAllTags}`),
      wantedInSvg: attributeBits(
        linksInSvg.split(' ').includes(name) ? `${attributesOfLinksInSvg} ${ofAllTagsInSvg}` : ofAllTagsInSvg,
      ),
    };
  });
}

/** A tag without a number. */
export const otherTags = {
  wanted: attributeBits(ofAllTags),
  wantedInSvg: attributeBits(ofAllTagsInSvg),
};

function attributeBits(list: string): number {
  return list.split(' ').reduce((bits, name) => bits | (1 << names.attributeNumber(name)), 0);
}

/** References that pages have often. The reader asks JavaScript about all others. */
export const commonReferences: Readonly<Record<string, number>> = {
  amp: 0x26,
  lt: 0x3c,
  gt: 0x3e,
  quot: 0x22,
  apos: 0x27,
  nbsp: 0xa0,
  copy: 0xa9,
  reg: 0xae,
  trade: 0x2122,
  ndash: 0x2013,
  mdash: 0x2014,
  hellip: 0x2026,
  lsquo: 0x2018,
  rsquo: 0x2019,
  ldquo: 0x201c,
  rdquo: 0x201d,
  laquo: 0xab,
  raquo: 0xbb,
  bull: 0x2022,
  middot: 0xb7,
  times: 0xd7,
  deg: 0xb0,
  euro: 0x20ac,
  para: 0xb6,
  sect: 0xa7,
  larr: 0x2190,
  rarr: 0x2192,
  auml: 0xe4,
  ouml: 0xf6,
  uuml: 0xfc,
  Auml: 0xc4,
  Ouml: 0xd6,
  Uuml: 0xdc,
  szlig: 0xdf,
  eacute: 0xe9,
  egrave: 0xe8,
  agrave: 0xe0,
  ccedil: 0xe7,
};
