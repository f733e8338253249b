import type { ExportedChange } from '../../../src/features/reports/exported-data.ts';
import { ChangedSegment } from '../features/reports/page/changed-segment.tsx';
import { counted } from '../shared/words/counted.ts';

/** The changes that are shown, and the number of the others. */
export function ChangeList({
  changes,
  more,
  isInTitle = false,
}: {
  readonly changes: readonly ExportedChange[];
  readonly more: number;
  /** Whether the title already gives the location of the only change. */
  readonly isInTitle?: boolean;
}) {
  return (
    <>
      {changes.length > 0 && (
        <ol className="change-list">
          {changes.map((change, place) => (
            <li key={place}>
              <ChangedSegment change={change} hasPlace={!isInTitle} />
            </li>
          ))}
        </ol>
      )}
      {more > 0 && <p className="small quiet">And {counted(more, 'more change')}.</p>}
    </>
  );
}
