import { finished } from '../../../../src/base/index.ts';
import { readInPieces } from '../../../../src/document/index.ts';
import {
  asWritten,
  comparableVersion,
  compareInBulk,
  judgeChanges,
  partsInBulk,
  SeenMemory,
  type Snapshot,
  snapshotOf,
  tellChanges,
  visitBudget,
} from '../../../../src/track/index.ts';
import { type HeavyKind, heavyType } from './heavy-pages.ts';

/** All that a second visit does with two versions, with a further fetch that shows the same. */
export function compareHeavy(kind: HeavyKind, before: Buffer, after: Buffer): void {
  const read = (page: Buffer): Snapshot =>
    snapshotOf(finished(readInPieces(page, heavyType(kind))).leaves, null);
  const [last, now] = [read(before), read(after)];
  const comparable = finished(comparableVersion(last, now, asWritten, visitBudget));
  const twinParts = () => {
    const twin = read(after);
    const parts = partsInBulk(twin, asWritten);
    twin.leaves?.release();
    return parts;
  };
  const judged =
    comparable === null
      ? finished(compareInBulk(last, now, twinParts()))
      : { level: 'changed' as const, judged: judgeChanges(comparable, now, []) };
  if (judged.level !== 'changed' || judged.judged === undefined) throw new Error('nothing has changed');
  tellChanges(judged.judged, { last, now, identity: asWritten });
  if (now.leaves !== undefined) SeenMemory.empty.withLeaves(now.leaves).toBytes();
}
