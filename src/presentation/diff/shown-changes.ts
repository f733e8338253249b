import type { Change } from './page-diff.ts';

/** A change as it is shown. If several are shown as one, this is the first of them. */
export interface JoinedChange extends Change {
  readonly parts: number;
  /** The heading of a section that moved as a whole. */
  readonly section: string | null;
}

/** Segments that moved together are shown as one: a section that changes its place is one edit. */
export function joinMoves(changes: readonly Change[]): readonly JoinedChange[] {
  const shown: JoinedChange[] = [];
  for (const change of changes) {
    const last = shown.at(-1);
    if (last !== undefined && movesWith(last, change))
      shown[shown.length - 1] = { ...last, parts: last.parts + 1 };
    else shown.push({ ...change, parts: 1, section: headingText(change) });
  }
  // A heading that moved alone is a heading.
  return shown.map((one) => (one.parts === 1 ? { ...one, section: null } : one));
}

function headingText({ flag, kind, words }: Change): string | null {
  return flag === 'moved' && kind === 'heading' ? words.map(({ text }) => text).join('') : null;
}

function movesWith(first: JoinedChange, change: Change): boolean {
  if (first.flag !== 'moved' || change.flag !== 'moved' || first.isNoise !== change.isNoise) return false;
  if (first.area !== change.area) return false;
  if (first.section !== null) return change.heading === first.section;
  return first.heading === change.heading && first.movedFrom?.heading === change.movedFrom?.heading;
}
