import type { LinkKind } from '../link.ts';
import { trimHtmlSpace } from '../text/white-space.ts';
import { scanXml } from './xml-scanner.ts';

/** An entry of a sitemap (sitemaps.org, protocol 0.9). */
interface SitemapEntry {
  /** `page` in a urlset, `sitemap` in an index, `image` and `media` from its extensions, `alternate` for another language. */
  readonly kind: Extract<LinkKind, 'page' | 'sitemap' | 'image' | 'media' | 'alternate'>;
  readonly url: string;
  /** As written, a W3C date; null when the sitemap does not say. */
  readonly lastModified: string | null;
}

export interface Sitemap {
  readonly entries: readonly SitemapEntry[];
  /** Whether it names other sitemaps instead of pages. */
  readonly isIndex: boolean;
}

/** Reads a sitemap, a sitemap index, or a plain list of URLs, one per line. Never throws; broken entries are left out. */
export function scanSitemap(text: string): Sitemap {
  return /^[\s\u{feff}]*</u.test(text) ? scanXmlSitemap(text) : scanTextSitemap(text);
}

function scanXmlSitemap(text: string): Sitemap {
  const entries: SitemapEntry[] = [];
  const parents: string[] = [];
  let isIndex = false;
  let page = '';
  let lastModified: string | null = null;
  let embedded: SitemapEntry[] = [];
  scanXml(text, {
    open(name, attributes, depth) {
      parents.length = depth - 1;
      parents.push(name);
      if (depth === 1) isIndex = name === 'sitemapindex';
      if (name === 'url' || name === 'sitemap') {
        page = '';
        lastModified = null;
        embedded = [];
      }
      const href = attributes.get('href');
      if (name === 'link' && href !== undefined && attributes.get('rel') === 'alternate') {
        embedded.push({ kind: 'alternate', url: trimHtmlSpace(href), lastModified: null });
      }
    },
    close(name, content, depth) {
      const parent = parents[depth - 2];
      const value = trimHtmlSpace(content);
      const isOwn = parent === 'url' || parent === 'sitemap';
      if (name === 'loc' && isOwn) page = value;
      else if (name === 'lastmod' && isOwn) lastModified = value === '' ? null : value;
      else if (name === 'loc' && parent === 'image')
        embedded.push({ kind: 'image', url: value, lastModified: null });
      else if (name === 'thumbnail_loc') embedded.push({ kind: 'image', url: value, lastModified: null });
      else if (name === 'content_loc') embedded.push({ kind: 'media', url: value, lastModified: null });
      else if (name === 'url' || name === 'sitemap') {
        if (page !== '') entries.push({ kind: name === 'url' ? 'page' : 'sitemap', url: page, lastModified });
        for (const entry of embedded) if (entry.url !== '') entries.push(entry);
        page = '';
        embedded = [];
      }
      parents.length = depth - 1;
    },
  });
  return { entries, isIndex };
}

function scanTextSitemap(text: string): Sitemap {
  const lines = text.replace(/^\u{feff}/u, '').split(/[\r\n]+/);
  const urls = lines.map(trimHtmlSpace).filter((line) => /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(line));
  return { entries: urls.map((url) => ({ kind: 'page', url, lastModified: null })), isIndex: false };
}
