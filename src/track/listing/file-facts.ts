/** What a listing tells of a file before its content. */
export interface FileFacts {
  /** Null when the listing does not tell. */
  readonly size: number | null;
  /** `unit` is how exact it is, in milliseconds: a day for `Dec 11 2023`. */
  readonly modified: { readonly at: number; readonly unit: number } | null;
  /** `algorithm:hex`; null without one. */
  readonly hash: string | null;
}

/** Why a file must be fetched, or null when its facts say that nothing changed. */
export function differenceOf(before: FileFacts, now: FileFacts, listedAt: number): string | null {
  const hashes = before.hash !== null && now.hash !== null && algorithm(before.hash) === algorithm(now.hash);
  if (hashes) return before.hash === now.hash ? null : 'another hash';
  if (before.size !== now.size) return 'another size';
  if (before.modified === null || now.modified === null) return 'the listing tells no time';
  // Servers write old dates without the hour: the coarser of the two decides.
  const unit = Math.max(before.modified.unit, now.modified.unit);
  if (Math.floor(before.modified.at / unit) !== Math.floor(now.modified.at / unit)) return 'another time';
  // It may have changed once more within the unit of time in which we looked (what Git calls racy).
  return before.modified.at + before.modified.unit > listedAt
    ? 'it was changing when it was last listed'
    : null;
}

function algorithm(hash: string): string {
  return hash.slice(0, hash.indexOf(':'));
}
