import type { Link, LinkKind } from '../link.ts';
import { collapseHtmlSpace, trimHtmlSpace } from '../text/white-space.ts';
import { scanXml } from './xml-scanner.ts';

export interface Feed {
  readonly format: 'rss' | 'atom' | 'rdf';
  readonly title: string;
  /** Entries and the feed's own page as `page`, enclosures as `media`, pictures as `image`, other pages of the feed as `next` and `prev`. */
  readonly links: readonly Link[];
  /** `xml:base` of the root, against which the links of Atom are resolved. */
  readonly base: string | null;
}

/** Reads RSS 0.9x and 2.0, Atom and RSS 1.0 (RDF). Never throws; what is broken is left out. */
export function scanFeed(text: string): Feed {
  const links: Link[] = [];
  const parents: string[] = [];
  let format: Feed['format'] = 'rss';
  let title = '';
  let base: string | null = null;
  let guid = '';
  let hasPage = false;
  const add = (kind: LinkKind, url: string | undefined, rel = ''): void => {
    const trimmed = trimHtmlSpace(url ?? '');
    if (trimmed !== '') links.push({ kind, url: trimmed, rel });
  };
  scanXml(text, {
    open(name, attributes, depth) {
      parents.length = depth - 1;
      parents.push(name);
      if (depth === 1) {
        format = name === 'feed' ? 'atom' : name === 'rdf' ? 'rdf' : 'rss';
        base = attributes.get('xml:base') ?? null;
      }
      if (isEntry(name)) {
        guid = '';
        hasPage = false;
      }
      // `atom:link` inside RSS has an href too; RSS's own link has text.
      if (name === 'link' && attributes.has('href')) {
        const rel = attributes.get('rel') ?? 'alternate';
        const kind = kindOfAtomLink(rel);
        if (kind === 'page') hasPage = true;
        if (kind !== null) add(kind, attributes.get('href'), attributes.get('rel'));
      }
      if (name === 'enclosure') add('media', attributes.get('url'));
      if (name === 'thumbnail') add('image', attributes.get('url'));
      if (name === 'content' && attributes.has('url')) add(kindOfMedia(attributes), attributes.get('url'));
      if (name === 'content' && attributes.has('src')) add('page', attributes.get('src'));
      if (name === 'guid' && attributes.get('ispermalink')?.toLowerCase() === 'false') guid = 'no link';
    },
    close(name, content, depth) {
      const parent = parents[depth - 2] ?? '';
      if (name === 'title' && (parent === 'channel' || parent === 'feed') && title === '') {
        title = collapseHtmlSpace(content);
      }
      if (name === 'link' && (isEntry(parent) || parent === 'channel') && trimHtmlSpace(content) !== '') {
        hasPage = true;
        add('page', content);
      }
      if (name === 'guid') guid = guid === '' ? trimHtmlSpace(content) : '';
      if (name === 'url' && parent === 'image') add('image', content);
      if (name === 'logo' || name === 'icon') add('image', content);
      if (name === 'comments' && isEntry(parent)) add('related', content);
      // RSS 2.0: a guid is the permanent link unless it says otherwise.
      if (name === 'item' && !hasPage && /^https?:/i.test(guid)) add('page', guid);
      parents.length = depth - 1;
    },
  });
  return { format, title, links, base };
}

/** `item` of RSS, `entry` of Atom. */
export function isEntry(name: string): boolean {
  return name === 'item' || name === 'entry';
}

/** RFC 4287 4.2.7.2 and RFC 5005; null for a link of the feed to itself or to a service. */
function kindOfAtomLink(rel: string): LinkKind | null {
  switch (rel.toLowerCase()) {
    case 'alternate':
      return 'page';
    case 'enclosure':
      return 'media';
    case 'next':
      return 'next';
    case 'prev':
    case 'previous':
    case 'prev-archive':
      return 'prev';
    case 'related':
    case 'via':
    case 'replies':
      return 'related';
    default:
      return null;
  }
}

function kindOfMedia(attributes: ReadonlyMap<string, string>): LinkKind {
  const type = attributes.get('type') ?? attributes.get('medium') ?? '';
  return type.startsWith('image') ? 'image' : 'media';
}
