import { type NearDuplicates, nearDuplicates } from '../algorithms/near-duplicates.ts';
import { asComparable } from '../comparable-content.ts';

/** Pages are the same only to the letter, mark-up included: every change makes another state, as in section 8.2.4 of the paper of D. */
export function equalitySetting(): NearDuplicates<string> {
  return nearDuplicates({
    name: 'equality',
    threshold: 0,
    farthest: 1,
    fingerprint(content) {
      const { text, tree } = asComparable(content);
      return tree === undefined ? text : JSON.stringify(tree);
    },
    distance: (a, b) => (a === b ? 0 : 1),
  });
}
