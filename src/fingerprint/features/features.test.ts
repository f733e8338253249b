import { describe, expect, it } from 'vitest';
import { broder } from '../algorithms/broder.ts';
import { FingerprintError } from '../errors.ts';
import { namedFeatures } from '../settings/named-algorithms.ts';
import {
  anchorFeatures,
  combined,
  type FeatureKind,
  linkFeatures,
  metadataFeatures,
  weighted,
} from './feature.ts';
import { shingleFeatures, shingles } from './shingles.ts';
import { englishStopWords, inverseDocumentFrequency, termFeatures } from './terms.ts';

const textsOf = (kind: FeatureKind, text: string) => Array.from(kind.of({ text }), (feature) => feature.text);

describe('shingles', () => {
  it('of characters are of whole characters', () => {
    expect(shingles('a👍🏽b', 'chars', 2)).toEqual(['a👍', '👍🏽', '🏽b']);
  });

  it('of sentences end where sentences end', () => {
    expect(shingles('High water at 6.30. Is it? Yes!', 'sentences', 1)).toEqual([
      'High water at 6.30.',
      'Is it?',
      'Yes!',
    ]);
    expect(shingles('满潮。退潮。', 'sentences', 2)).toEqual(['满潮。退潮。']);
  });

  it('a text of n units has n - (size - 1) of them', () => {
    for (let size = 1; size <= 7; size++)
      expect(shingles('a b c d e f g', 'words', size)).toHaveLength(7 - (size - 1));
  });

  it('a text that is too short for one is one as a whole', () => {
    expect(textsOf(shingleFeatures('words', 3), 'Log in')).toEqual(['Login']);
    expect(textsOf(shingleFeatures('words', 3), ' ')).toEqual([]);
  });

  it.each([0, 1.5, -1, Number.NaN])('have no size of %d', (size) => {
    expect(() => shingleFeatures('words', size)).toThrow(FingerprintError);
  });
});

describe('terms', () => {
  it('have no signs, case or stop words, and are stems', () => {
    const terms = termFeatures({ stopWords: englishStopWords, stem: (word) => word.replace(/s$/, '') });
    expect(textsOf(terms, 'The Tides, and the moon’s waters!')).toEqual(['tide', 'moon’', 'water']);
  });

  it('weigh as much as they are rare', () => {
    const pages = ['tide high', 'tide low', 'tide high'].map((text) => ({ text }));
    const weightOf = inverseDocumentFrequency(pages, termFeatures());
    expect(weightOf('tide')).toBe(0);
    expect(weightOf('high')).toBeLessThan(weightOf('low'));
    expect(weightOf('low')).toBeLessThan(weightOf('unheard'));
    const found = Array.from(termFeatures({ weightOf }).of({ text: 'Tide low' }));
    expect(found).toEqual([{ text: 'low', weight: Math.log(2) }]);
  });
});

describe('features of pages', () => {
  const page = { text: 'Same', links: ['/a', '/b'], anchors: ['To  a', ''], metadata: { title: 'T' } };

  it('are links, words of links and metadata', () => {
    expect(Array.from(linkFeatures.of(page), ({ text }) => text)).toEqual(['/a', '/b']);
    expect(Array.from(anchorFeatures.of(page), ({ text }) => text)).toEqual(['To a']);
    expect(Array.from(metadataFeatures.of(page), ({ text }) => text)).toEqual(['title=T']);
  });

  it('D11: pages with equal text and other links differ when links count', () => {
    const other = { ...page, links: ['/a', '/c'] };
    const byText = broder({ features: shingleFeatures('words', 1) });
    const byBoth = broder({ features: [shingleFeatures('words', 1), linkFeatures] });
    expect(byText.distance(byText.fingerprint(page), byText.fingerprint(other))).toBe(0);
    expect(byBoth.distance(byBoth.fingerprint(page), byBoth.fingerprint(other))).toBe(0.5);
  });

  it('a link is never taken for a word', () => {
    const both = combined([shingleFeatures('words', 1), linkFeatures]);
    const found = Array.from(both.of({ text: '/a', links: ['/a'] }), ({ text }) => text);
    expect(new Set(found).size).toBe(2);
  });

  it('weights: what both have counts by the smaller weight', () => {
    const method = broder({ features: [shingleFeatures('words', 1), weighted(linkFeatures, 3)] });
    const a = method.fingerprint({ text: 'x', links: ['/a'] });
    const b = method.fingerprint({ text: 'y', links: ['/a'] });
    expect(method.distance(a, b)).toBeCloseTo(1 - 3 / 5, 12);
  });
});

describe('features as people write them', () => {
  it('are read with their sizes', () => {
    const stem = (word: string) => word;
    const names = namedFeatures('words:3, links,terms,stems:2', { stem }).map(({ name }) => name);
    expect(names).toEqual(['words:3', 'links', 'terms:1', 'terms:2']);
  });

  it.each(['', 'wrods:3', 'words:0', 'words:x', 'words:1:2', 'stems:1'])('%j is refused', (text) => {
    expect(() => namedFeatures(text)).toThrow(FingerprintError);
  });
});
