import type { Segment } from '../../document/index.ts';
import type { SegmentChange } from '../compare/compare-segments.ts';
import { isAtPlace, isInList, surroundingsOf } from './rule-place.ts';
import type { VolatileRule } from './volatile-rule.ts';

/**
 * The segments of a page that has no version to compare with, except those whose words differ at every fetch of other pages
 * at the same place.
 */
export function quietSegments(
  segments: readonly Segment[],
  rules: readonly VolatileRule[],
): readonly Segment[] {
  const active = rules.filter(({ isOff, kind }) => !isOff && (kind === 'segment' || kind === 'value'));
  if (active.length === 0) return segments;
  const exact = Map.groupBy(active, ({ place }) => place.path);
  const inLists = active.filter(({ place }) => place.path.includes('[*]'));
  const rulesOn = ({ path }: Segment): readonly VolatileRule[] => [
    ...(exact.get(path) ?? []),
    ...inLists.filter(({ place }) => isInList(path, place.path)),
  ];
  const suspects = segments.map(rulesOn);
  // A segment that may be noise cannot be a neighbour that identifies a location.
  const changes = segments.map(
    (after, i): SegmentChange =>
      suspects[i]?.length === 0
        ? { flag: 'same', before: after, after }
        : { flag: 'new', before: null, after },
  );
  const surroundings = surroundingsOf(changes);
  return segments.filter((segment, i) => {
    const around = surroundings[i] ?? { before: null, after: null };
    return !suspects[i]?.some(({ place }) =>
      isAtPlace({ ...place, path: segment.path }, [segment.path], around),
    );
  });
}
