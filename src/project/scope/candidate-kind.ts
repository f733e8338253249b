import type { LinkKind } from '../../document/index.ts';
import type { CandidateKind } from './candidate.ts';

// Complete by its type: a new kind of link does not compile until someone decides what it is here.
const kinds: Readonly<Record<LinkKind, CandidateKind | null>> = {
  page: 'page',
  frame: 'page',
  refresh: 'page',
  next: 'page',
  prev: 'page',
  alternate: 'page',
  canonical: 'canonical',
  sitemap: 'listed',
  image: 'image',
  icon: 'image',
  media: 'asset',
  script: 'asset',
  stylesheet: 'asset',
  object: 'asset',
  css: 'asset',
  resource: 'asset',
  // Forms are sent only when a project says so (B4).
  form: null,
  related: null,
  cite: null,
};

/** What a link of a document is to the scope rules; null when it does not lead anywhere by itself. */
export const candidateKind = (kind: LinkKind): CandidateKind | null => kinds[kind];
