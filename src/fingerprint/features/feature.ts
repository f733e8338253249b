import type { ComparableContent } from '../comparable-content.ts';

/** Something that a page has, such as three words in a row, and how much it counts. */
export interface Feature {
  readonly text: string;
  /** Above 0; usually 1. */
  readonly weight: number;
}

/** Reads one kind of features from a page. A feature that occurs several times may be given several times: it counts once. */
export interface FeatureKind {
  /** As in options and messages: `words:3`. */
  readonly name: string;
  of(content: ComparableContent): Iterable<Feature>;
}

/** All kinds together. The features of each have a prefix of their own, so that a link is never taken for a word. */
export function combined(kinds: readonly FeatureKind[]): FeatureKind {
  const [only] = kinds;
  if (only !== undefined && kinds.length === 1) return only;
  return {
    name: kinds.map(({ name }) => name).join('+'),
    *of(content) {
      for (const kind of kinds) {
        for (const { text, weight } of kind.of(content)) yield { text: `${kind.name}\0${text}`, weight };
      }
    },
  };
}

/** The same features, each counting `factor` times as much. */
export function weighted(kind: FeatureKind, factor: number): FeatureKind {
  return {
    name: `${kind.name}*${factor}`,
    *of(content) {
      for (const { text, weight } of kind.of(content)) yield { text, weight: weight * factor };
    },
  };
}

const counted = (text: string): Feature => ({ text, weight: 1 });

/** Where a page leads. Two pages with equal text and other links are not the same to a crawler. */
export const linkFeatures: FeatureKind = {
  name: 'links',
  *of({ links = [] }) {
    for (const link of links) yield counted(link);
  },
};

/** The words of links. */
export const anchorFeatures: FeatureKind = {
  name: 'anchors',
  *of({ anchors = [] }) {
    for (const anchor of anchors) {
      const text = anchor.replace(/\s+/g, ' ').trim();
      if (text !== '') yield counted(text);
    }
  },
};

/** Title, description, language and the like. */
export const metadataFeatures: FeatureKind = {
  name: 'metadata',
  *of({ metadata = {} }) {
    for (const [name, value] of Object.entries(metadata)) yield counted(`${name}=${value}`);
  },
};
