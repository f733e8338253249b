import type { ComparedVersions } from '../../track/index.ts';
import { type JudgedChange, judgeVersions, type ToldPage, tellChanges } from '../../track/index.ts';

/**
 * What changed over several versions, by what the runs between them told: a difference counts when a run told a change of its
 * text before or after, and was noise to all of them otherwise. Rules that are known now play no part.
 */
export function changesOverRuns(versions: ComparedVersions, told: readonly ToldPage[]): ToldPage {
  const texts = new Set(
    told.flatMap(({ changes }) =>
      changes.flatMap(({ isNoise, before, after }) => (isNoise ? [] : [before, after])),
    ),
  );
  const isPartOnly = told.some(({ changes, more }) => more > 0 || changes.some(({ isCut }) => isCut));
  const wasTold = ({ change: { before, after } }: JudgedChange): boolean =>
    isPartOnly || (before !== null && texts.has(before.text)) || (after !== null && texts.has(after.text));
  const { last, now, identity } = versions;
  const judged = judgeVersions(last, now, [], identity).map((one) => {
    if (wasTold(one)) return { ...one, isNoise: false };
    return { ...one, isNoise: true, reason: 'noise to the runs in between' };
  });
  return tellChanges(judged, versions);
}
