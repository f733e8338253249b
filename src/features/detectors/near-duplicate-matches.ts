import type { PageVersion } from '../../crawl/track/page-version.ts';
import type { Detector, DetectorDefinition, Match } from '../../detect/index.ts';
import { readForComparison } from '../../document/index.ts';
import { contentSetting, type FeatureSet } from '../../fingerprint/index.ts';

/** Pages that one detector matched and that others are compared with. */
const MOST_COMPARED = 500;

/**
 * Who looks for texts like a given one wants to read each of them once. So a match of a similarity detector (C11) is left out when another
 * page of the run, with nearly the same text as a whole, was matched before: a print view, an archive, a mirror.
 */
export class NearDuplicateMatches {
  readonly #method = contentSetting();
  /** By the name of the detector. */
  readonly #told: ReadonlyMap<string, FeatureSet[]>;

  /** Detectors in the order of their definitions. */
  constructor(definitions: readonly DetectorDefinition[], detectors: readonly Detector[]) {
    const similar = detectors.filter((_, place) => 'similar' in (definitions[place] ?? {}));
    this.#told = new Map(similar.map(({ name }) => [name, []]));
  }

  without(matches: readonly Match[], version: PageVersion | null): readonly Match[] {
    if (version?.document.type !== 'html' || !matches.some(({ detector }) => this.#told.has(detector)))
      return matches;
    const text = this.#method.fingerprint(readForComparison(version.body, version.contentType));
    const repeated = new Set(
      [...this.#told].flatMap(([detector, told]) => (this.#isNear(text, told) ? [detector] : [])),
    );
    for (const [detector, told] of this.#told) {
      const isNew = !repeated.has(detector) && matches.some((match) => match.detector === detector);
      if (isNew && told.length < MOST_COMPARED) told.push(text);
    }
    return matches.filter(({ detector }) => !repeated.has(detector));
  }

  #isNear(text: FeatureSet, told: readonly FeatureSet[]): boolean {
    return told.some((other) => this.#method.isNearDuplicate(text, other));
  }
}
