import { isNofollow, type Link, type ReadDocument } from '../document/index.ts';
import { type CandidateKind, candidateKind } from '../project/index.ts';
import { normalizeUrl, UrlError } from '../url/index.ts';

/** A link of a document, made absolute. */
export interface DocumentLink {
  /** Normalised. */
  readonly url: string;
  readonly kind: CandidateKind;
  readonly nofollow: boolean;
}

/** All links of a document that lead somewhere, each URL once, and how many could not be understood. */
export interface DocumentLinks {
  readonly links: readonly DocumentLink[];
  readonly invalid: readonly string[];
}

/** Resolves a document's links against where it was found, or its own `base`. */
export function documentLinks(document: ReadDocument, url: string): DocumentLinks {
  const { links, base } = linksOf(document);
  const resolveAgainst = base === null ? url : (absolute(base, url) ?? url);
  const found = new Map<string, DocumentLink>();
  const invalid: string[] = [];
  for (const link of links) {
    const kind = document.type === 'sitemap' && link.kind === 'page' ? 'listed' : candidateKind(link.kind);
    if (kind === null) continue;
    const target = absolute(link.url, resolveAgainst);
    if (target === null) invalid.push(link.url);
    else if (isStronger(kind, found.get(target)?.kind)) {
      found.set(target, { url: target, kind, nofollow: isNofollow(link) });
    }
  }
  return { links: [...found.values()], invalid };
}

/** The same address as picture and as link is a link. */
function isStronger(kind: CandidateKind, known: CandidateKind | undefined): boolean {
  return (
    known === undefined || ((known === 'image' || known === 'asset') && kind !== 'image' && kind !== 'asset')
  );
}

function linksOf(document: ReadDocument): { links: readonly Link[]; base: string | null } {
  switch (document.type) {
    case 'html':
      return { links: document.html.links, base: document.html.base };
    case 'feed':
      return { links: document.feed.links, base: document.feed.base };
    case 'sitemap':
      return { links: document.sitemap.entries.map(({ kind, url }) => ({ kind, url, rel: '' })), base: null };
    case 'css':
      return { links: document.links, base: null };
    default:
      return { links: [], base: null };
  }
}

function absolute(link: string, base: string): string | null {
  try {
    return normalizeUrl(link, { base });
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}
