import type { PageNode } from '../document/index.ts';

export type PageElement = PageNode;

/** What fingerprints are made of. Only the text is needed by all; what is left out has no features. */
export interface ComparableContent {
  readonly text: string;
  /** Addresses that the page links to. */
  readonly links?: readonly string[];
  /** The words of these links. */
  readonly anchors?: readonly string[];
  /** Title, description, language and the like, by name. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly tree?: PageElement;
}

/** A plain text is a page with nothing but text. */
export function asComparable(content: string | ComparableContent): ComparableContent {
  return typeof content === 'string' ? { text: content } : content;
}
