import { decodeHTMLStrict } from 'entities/decode';

/** Receives the elements of an XML document. Names come without prefix: `atom:link` is `link`. */
interface XmlSink {
  /** `depth` is 1 for the root. */
  open(name: string, attributes: ReadonlyMap<string, string>, depth: number): void;
  /** `text` is the element's own text, without that of its children. */
  close(name: string, text: string, depth: number): void;
}

/** Deeper elements are skipped: no sitemap or feed has them, and an attack must not fill the memory. */
const deepest = 64;

/**
 * Reads XML leniently, in one pass and without recursion: many feeds are not well-formed, and must still give the links before and after the fault.
 * Entities are those of XML and HTML; a DTD cannot declare more.
 */
export function scanXml(text: string, sink: XmlSink): void {
  const length = text.length;
  const names: string[] = [];
  const texts: string[] = [];
  let beyond = 0;
  let position = 0;
  const addText = (piece: string): void => {
    if (beyond === 0 && texts.length > 0) texts[texts.length - 1] += piece;
  };
  const close = (): void => {
    const depth = names.length;
    sink.close(names.pop() ?? '', texts.pop() ?? '', depth);
  };
  while (position < length) {
    const at = text.indexOf('<', position);
    const textEnd = at < 0 ? length : at;
    if (textEnd > position && names.length > 0) addText(decodeHTMLStrict(text.slice(position, textEnd)));
    if (at < 0) break;
    if (text.startsWith('<!--', at)) {
      position = after(text, '-->', at + 4);
    } else if (text.startsWith('<![CDATA[', at)) {
      const end = text.indexOf(']]>', at + 9);
      addText(text.slice(at + 9, end < 0 ? length : end));
      position = end < 0 ? length : end + 3;
    } else if (text.startsWith('<?', at)) {
      position = after(text, '?>', at + 2);
    } else if (text.startsWith('<!', at)) {
      position = afterDoctype(text, at + 2);
    } else {
      const end = tagEnd(text, at + 1);
      position = Math.min(end + 1, length);
      if (end >= length) break;
      if (text[at + 1] === '/') {
        if (beyond > 0) beyond--;
        else if (names.length > 0) closeTo(names, localName(text, at + 2), close);
        continue;
      }
      const isEmpty = text[end - 1] === '/';
      if (names.length >= deepest || beyond > 0) {
        if (!isEmpty) beyond++;
        continue;
      }
      const name = localName(text, at + 1);
      names.push(name);
      texts.push('');
      sink.open(name, readAttributes(text.slice(at + 1, isEmpty ? end - 1 : end)), names.length);
      if (isEmpty) close();
    }
  }
  while (names.length > 0) close();
}

/** An end tag also closes elements that are still open inside its element; an end tag that closes nothing is ignored. */
function closeTo(names: readonly string[], name: string, close: () => void): void {
  const place = names.lastIndexOf(name);
  if (place < 0) return;
  for (let open = names.length; open > place; open--) close();
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? text.length : at + end.length;
}

/** A DOCTYPE may hold declarations in brackets. */
function afterDoctype(text: string, from: number): number {
  const close = text.indexOf('>', from);
  if (close < 0) return text.length;
  const bracket = text.slice(from, close).indexOf('[');
  return bracket < 0 ? close + 1 : after(text, ']>', from + bracket);
}

/** The `>` of a tag; one inside quotes does not count. */
function tagEnd(text: string, from: number): number {
  let quote = 0;
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 0x3e) return i;
    else if (code === 0x22 || code === 0x27) quote = code;
  }
  return text.length;
}

/** The name at `start`, without prefix, in lower case: feeds write `pubDate` and `pubdate`. */
function localName(text: string, start: number): string {
  let end = start;
  let from = start;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code <= 0x20 || code === 0x2f || code === 0x3e) break;
    if (code === 0x3a) from = end + 1;
  }
  return text.slice(from, end).toLowerCase();
}

const noAttributes: ReadonlyMap<string, string> = new Map();

/** One attribute at `lastIndex`. Sticky, so that a long run of any characters is read once. */
const attribute = /\s*([^\s=/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/y;

function readAttributes(tag: string): ReadonlyMap<string, string> {
  if (!tag.includes('=')) return noAttributes;
  const values = new Map<string, string>();
  for (let position = 0; position < tag.length; ) {
    attribute.lastIndex = position;
    const found = attribute.exec(tag);
    const value = found?.[2] ?? found?.[3];
    const name = value === undefined ? '' : (found?.[1] ?? '').toLowerCase();
    if (value !== undefined && !values.has(name)) values.set(name, decodeHTMLStrict(value));
    position = found === null ? position + 1 : attribute.lastIndex;
  }
  return values;
}
