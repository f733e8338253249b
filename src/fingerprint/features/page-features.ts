import type { Feature, FeatureKind } from './feature.ts';

const counted = (text: string): Feature => ({ text, weight: 1 });

/** D11, section 14.1: where a page leads. Two pages with equal text and other links are not the same to a crawler. */
export const linkFeatures: FeatureKind = {
  name: 'links',
  *of({ links = [] }) {
    for (const link of links) yield counted(link);
  },
};

/** D10: the words of links. */
export const anchorFeatures: FeatureKind = {
  name: 'anchors',
  *of({ anchors = [] }) {
    for (const anchor of anchors) {
      const text = anchor.replace(/\s+/g, ' ').trim();
      if (text !== '') yield counted(text);
    }
  },
};

/** D10: title, description, language and the like. */
export const metadataFeatures: FeatureKind = {
  name: 'metadata',
  *of({ metadata = {} }) {
    for (const [name, value] of Object.entries(metadata)) yield counted(`${name}=${value}`);
  },
};
