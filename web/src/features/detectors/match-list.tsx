import type { AnswerOf } from '../../shared/api/answers.ts';
import { Address } from '../../shared/ui/address.tsx';
import { PageLink } from '../../shared/ui/quick-links.tsx';
import './match-list.css';

type Match = AnswerOf<'listMatches'>['items'][number];

/** What detectors found, each with the sentence that is its evidence. */
export function MatchList({
  project,
  matches,
}: {
  readonly project: string;
  readonly matches: readonly Match[];
}) {
  return (
    <ul className="match-list">
      {matches.map(({ detector, file, url, title, sentence, reason, in: where }, place) => (
        // A detector may find the same sentence on a page twice.
        <li key={`${place} ${file}`}>
          <p className="small quiet match-place">
            <strong>{detector}</strong>
            {where === 'removed' && <span>in text that is gone</span>}
            <PageLink project={project} file={file}>
              {title === '' ? <Address url={url} /> : title}
            </PageLink>
          </p>
          <p dir="auto">{sentence ?? reason}</p>
        </li>
      ))}
    </ul>
  );
}
