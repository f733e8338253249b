import { type NearDuplicates, nearDuplicates } from '../algorithms/near-duplicates.ts';
import { FingerprintError } from '../errors.ts';
import type { StructurePrint } from '../structure/part.ts';
import { readParts } from '../structure/read-parts.ts';
import { structureDistance } from '../structure/structure-distance.ts';
import { structureWeights } from '../structure/weights.ts';

/**
 * Pages with the same functions are the same, whatever data they show: a list or a record of one template with other data. An
 * empty list, a form with messages about its input, an open dialog or an error page is another state. The threshold was
 * chosen on labelled pages of many applications: docs/decisions/near-duplicates.md.
 */
export function structureSetting(threshold = 0.24): NearDuplicates<StructurePrint> {
  return nearDuplicates({
    name: 'structure',
    threshold,
    farthest: 1,
    fingerprint(content) {
      const tree = typeof content === 'string' ? undefined : content.tree;
      if (tree !== undefined) return readParts(tree);
      throw new FingerprintError(
        'FINGERPRINT_OPTION_INVALID',
        'the setting structure compares trees of elements, and a plain text has none: give `tree`',
      );
    },
    distance: (a, b) => structureDistance(a, b, structureWeights),
  });
}
