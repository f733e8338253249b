import { broder } from '../algorithms/broder.ts';
import { bucketHash } from '../algorithms/bucket-hash.ts';
import { crawlhash } from '../algorithms/crawlhash.ts';
import { minhash, superShingles } from '../algorithms/minhash.ts';
import type { FeatureOptions, NearDuplicates } from '../algorithms/near-duplicates.ts';
import { FingerprintError } from '../errors.ts';
import { anchorFeatures, type FeatureKind, linkFeatures, metadataFeatures } from '../features/feature.ts';
import { shingleFeatures, shingleUnits } from '../features/shingles.ts';
import { englishStopWords, termFeatures } from '../features/terms.ts';

const algorithms: Readonly<Record<string, (options: FeatureOptions) => unknown>> = {
  crawlhash: (options) => crawlhash(options),
  crawlhash64: (options) => crawlhash({ ...options, bits: 64 }),
  broder,
  minhash,
  'super-shingles': superShingles,
  'bucket-hash': bucketHash,
};

export const algorithmNames: readonly string[] = Object.keys(algorithms);

export function namedAlgorithm(name: string, options: FeatureOptions = {}): NearDuplicates<unknown> {
  const make = Object.hasOwn(algorithms, name) ? algorithms[name] : undefined;
  if (make !== undefined) return make(options) as NearDuplicates<unknown>;
  throw new FingerprintError(
    'FINGERPRINT_OPTION_INVALID',
    `there is no algorithm "${name}". Known: ${algorithmNames.join(', ')}.`,
  );
}

interface NamedFeatureOptions {
  /** For `stems`. */
  readonly stem?: (word: string) => string;
}

const example = 'words:3';

/** Features as people write them, joined by commas: `words:3,links`. */
export function namedFeatures(text: string, { stem }: NamedFeatureOptions = {}): readonly FeatureKind[] {
  return text.split(',').map((part) => {
    const [name = '', size = '1', ...rest] = part.trim().split(':');
    const unit = shingleUnits.find((each) => each === name);
    const isSized = /^\d{1,4}$/.test(size) && rest.length === 0;
    if (isSized && unit !== undefined) return shingleFeatures(unit, Number(size));
    if (isSized && name === 'terms') return termFeatures({ size: Number(size), stopWords: englishStopWords });
    if (isSized && name === 'stems' && stem !== undefined) {
      return termFeatures({ size: Number(size), stopWords: englishStopWords, stem });
    }
    const plain = [linkFeatures, anchorFeatures, metadataFeatures].find((kind) => kind.name === part.trim());
    if (plain !== undefined) return plain;
    throw new FingerprintError(
      'FINGERPRINT_OPTION_INVALID',
      `"${part.trim()}" is no kind of features; write one or more of chars:N, words:N, sentences:N, terms:N, stems:N, ` +
        `links, anchors, metadata, such as ${example}`,
    );
  });
}
