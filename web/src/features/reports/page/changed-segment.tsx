import type { ReactNode } from 'react';
import type { ExportedChange } from '../../../../../src/features/reports/exported-data.ts';
import { placeInWords } from '../../../../../src/presentation/place-in-words.ts';
import type { AnswerOf } from '../../../shared/api/answers.ts';
import { ChangedWords } from '../../../shared/ui/changed-words.tsx';
import { counted } from '../../../shared/words/counted.ts';
import './changed-segment.css';

type SegmentChange = AnswerOf<'diffPage'>['changes'][number];
/** A change from the server, or from an exported file, in which some are joined and shortened. */
type ShownChange = SegmentChange & Partial<Pick<ExportedChange, 'parts' | 'section' | 'moreLinks'>>;

const flags = { changed: 'Changed', new: 'New', gone: 'Gone', moved: 'Moved' } as const;

/** One part of the page that changed: where it is, and its words. Noise is grey, with the reason. */
export function ChangedSegment({
  change,
  look = 'inline',
  hasPlace = true,
  tools,
  children,
}: {
  readonly change: ShownChange;
  readonly look?: 'inline' | 'sides';
  /** Whether the location is shown; a title may have it already. */
  readonly hasPlace?: boolean;
  /** Buttons for actions on the change. */
  readonly tools?: ReactNode;
  readonly children?: ReactNode;
}) {
  const { flag, words, links, pictures, isNoise, isCut, movedFrom, moreLinks = 0, section = null } = change;
  const from = movedFrom === null ? '' : placeInWords(movedFrom);
  return (
    <article className={`segment ${isNoise ? 'noise' : ''}`}>
      {hasPlace && (
        <div className="segment-head">
          <p className="segment-place" title={change.path}>
            <span className={`segment-flag ${flag}`}>{flags[flag]}</span> {whatWords(change)}
            {from !== '' && from !== placeInWords(change) && `, before ${from}`}
          </p>
          {tools}
        </div>
      )}
      {section === null && <Words {...{ flag, words, look }} />}
      {(links.added.length > 0 || links.removed.length > 0) && (
        <ul className="segment-links small">
          {links.removed.map((link) => (
            <li key={`- ${link}`}>
              Link gone: <del>{link}</del>
            </li>
          ))}
          {links.added.map((link) => (
            <li key={`+ ${link}`}>
              New link: <ins>{link}</ins>
            </li>
          ))}
          {moreLinks > 0 && <li>and {moreLinks} more</li>}
        </ul>
      )}
      {pictures !== undefined && (
        <ul className="segment-links small">
          {pictures.removed.map((picture) => (
            <li key={`- ${picture}`}>
              Picture gone: <del>{picture}</del>
            </li>
          ))}
          {pictures.added.map((picture) => (
            <li key={`+ ${picture}`}>
              New picture: <ins>{picture}</ins>
            </li>
          ))}
          {pictures.replaced.map((picture) => (
            <li key={`~ ${picture}`}>New content, the same address: {picture}</li>
          ))}
        </ul>
      )}
      {isCut && <p className="small quiet">Only the part of this long text is kept in which it differs.</p>}
      {isNoise && <p className="small quiet">Noise: {change.reason}</p>}
      {children}
    </article>
  );
}

function Words({
  flag,
  words,
  look,
}: Pick<SegmentChange, 'flag' | 'words'> & { readonly look: 'inline' | 'sides' }) {
  if (look === 'inline')
    return (
      <p>
        <ChangedWords words={words} />
      </p>
    );
  return (
    <div className="segment-sides">
      <p>
        <span className="visually-hidden">Before: </span>
        {flag !== 'new' && <ChangedWords words={words} side="before" />}
      </p>
      <p>
        <span className="visually-hidden">After: </span>
        {flag !== 'gone' && <ChangedWords words={words} side="after" />}
      </p>
    </div>
  );
}

/** `paragraph in the footer under “Opening hours”`, in the words of the terminal. */
function whatWords(change: ShownChange): string {
  const { kind, parts = 1, section = null } = change;
  const what = section !== null ? `section “${section}” (${counted(parts, 'part')})` : kind;
  return `${parts > 1 && section === null ? counted(parts, 'part') : what} ${placeInWords(change)}`.trim();
}
