import './flag.css';

export type FlagName = 'NEW' | 'SAM' | 'UPD' | 'MIS' | 'ERR';

export const flagWords: Readonly<Record<FlagName, string>> = {
  UPD: 'Changed',
  NEW: 'New',
  MIS: 'Gone',
  ERR: 'Failing',
  SAM: 'The same',
};

/** What a visit reported about a page. The short form of reports is there for those who know it. */
export function Flag({ flag }: { readonly flag: FlagName }) {
  return (
    <span className={`flag ${flag}`} title={flag}>
      {flagWords[flag]}
    </span>
  );
}
