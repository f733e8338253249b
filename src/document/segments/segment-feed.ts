import type { Link } from '../link.ts';
import { isEntry } from '../xml/scan-feed.ts';
import { scanXml } from '../xml/xml-scanner.ts';
import { nameOfTag } from './block-elements.ts';
import { classOfByte, classOfCodePoint, SIGN } from './character-class.ts';
import type { Segment, SegmentKind } from './segment.ts';
import { endTagOffset, hashOfTokens, signRange, type TokenId, tagRange, wordId } from './segment-hash.ts';
import { segmentHtml } from './segment-html.ts';
import { wordsIn } from './token-store.ts';
import { TokenWriter } from './token-writer.ts';

const titles = new Set(['title']);
const descriptions = new Set(['description', 'subtitle', 'tagline']);
const contents = new Set(['description', 'summary', 'content', 'encoded']);
const addresses = new Set(['link', 'enclosure', 'thumbnail']);

interface Entry {
  id: string;
  link: string;
  title: string;
  content: string;
  readonly links: Link[];
}

const newEntry = (): Entry => ({ id: '', link: '', title: '', content: '', links: [] });

/**
 * The segments of a feed: one for its title, one for its description and one for each entry, whose path is the entry's own id. So an entry
 * that moves down when a newer one arrives stays the same segment. The dates of the feed are left out: they say when it was generated.
 */
export function segmentFeed(text: string): readonly Segment[] {
  const segments: Segment[] = [];
  const channel = newEntry();
  let entry: Entry | null = null;
  let entryDepth = 0;
  scanXml(text, {
    open(name, attributes, depth) {
      if (isEntry(name) && entry === null) {
        entry = newEntry();
        entryDepth = depth;
      }
      const url = attributes.get('href') ?? attributes.get('url');
      if (url === undefined || !addresses.has(name) || entry === null) return;
      if (name === 'link' && /^(?:alternate)?$/i.test(attributes.get('rel') ?? '')) entry.link ||= url;
      entry.links.push({ kind: name === 'link' ? 'page' : 'media', url, rel: attributes.get('rel') ?? '' });
    },
    close(name, content, depth) {
      if (entry !== null && isEntry(name) && depth === entryDepth) {
        segments.push(entrySegment(entry, segments.length));
        entry = null;
        return;
      }
      if (entry !== null && depth === entryDepth + 1) readField(entry, name, content);
      else if (entry === null && titles.has(name)) channel.title ||= content.trim();
      else if (entry === null && descriptions.has(name)) channel.content ||= content.trim();
    },
  });
  return [...aboutFeed('title', channel.title), ...aboutFeed('description', channel.content), ...segments];
}

function aboutFeed(kind: 'title' | 'description', text: string): readonly Segment[] {
  return text === '' ? [] : [composeSegment(kind, kind, splitTokens(text), text)];
}

function readField(entry: Entry, name: string, content: string): void {
  if (name === 'title') entry.title ||= content;
  else if (name === 'guid' || name === 'id') entry.id ||= content.trim();
  else if (contents.has(name) && content.length > entry.content.length) entry.content = content;
  else if (name === 'link' && content.trim() !== '') {
    entry.link ||= content.trim();
    entry.links.push({ kind: 'page', url: content.trim(), rel: '' });
  }
}

/** The content of an entry is often HTML: its leaves are joined, and its pictures and links become those of the entry. */
function entrySegment({ id, link, title, content, links }: Entry, place: number): Segment {
  const { leaves } = segmentHtml(Buffer.from(content, 'utf8'));
  const texts = [title.replace(/\s+/g, ' ').trim(), ...leaves.map((leaf) => leaf.text)];
  const tokens = [...splitTokens(title), ...leaves.flatMap((leaf) => leaf.tokens)];
  const all = [...links, ...leaves.flatMap((leaf) => leaf.links)];
  const name = id || link || String(place + 1);
  return composeSegment(
    'entry',
    `entry[${name}]`,
    tokens,
    texts.filter((part) => part !== '').join(' '),
    all,
  );
}

/** Words and special characters of a text, as the leaves of a page have them. */
export function splitTokens(text: string): readonly string[] {
  const writer = new TokenWriter(Buffer.from(text, 'utf8'));
  writer.addText(text);
  writer.endWord();
  return wordsIn(writer.store().text.toString());
}

/** The id of a token given as text: a word, a sign, `<b>` or `</b>`. */
export function tokenId(token: string): TokenId {
  const tag = /^<(\/?)([a-z0-9]+)>$/.exec(token);
  if (tag !== null) {
    const id = nameOfTag.indexOf(tag[2] ?? '');
    return { high: tagRange, low: tag[1] === '/' ? id + endTagOffset : id };
  }
  const code = token.codePointAt(0) ?? 0;
  const kind = code < 0x80 ? classOfByte[code] : classOfCodePoint(code);
  return kind === SIGN ? { high: signRange, low: code } : wordId(token);
}

/** A leaf with the given tokens, as a page with those words would have it. */
export function composeSegment(
  kind: SegmentKind,
  path: string,
  tokens: readonly string[],
  text: string,
  links: readonly Link[] = [],
): Segment {
  const { high, low } = hashOfTokens(tokens.map(tokenId));
  return { kind, path, text, tokens, high, low, links };
}
