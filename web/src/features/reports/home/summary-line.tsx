import { memo } from 'react';
import { Address } from '../../../shared/ui/address.tsx';
import { ChangedWords } from '../../../shared/ui/changed-words.tsx';
import { PageLink, RunLink } from '../../../shared/ui/quick-links.tsx';
import { counted, number } from '../../../shared/words/counted.ts';
import type { HomeSummary } from './home-query.ts';
import './summary-line.css';

type Unread = HomeSummary['unread'][number];

const kinds = { changed: 'Changed', new: 'New', gone: 'Gone' } as const;

/** One line: what happened, in the words of the page, and where; the same change on many pages is one line. */
export const SummaryLine = memo(function SummaryLine({ line }: { readonly line: Unread }) {
  const { project, run, kind, change, more, pages, pageCount, reason } = line;
  const [first] = pages;
  return (
    <div className="summary-line">
      <span className={`summary-line-kind ${kind}`}>{kinds[kind]}</span>
      <div className="summary-line-body">
        <p className="summary-line-words">
          {change !== null && change.words.length > 0 ? (
            <ChangedWords words={change.words} isShort />
          ) : (
            wordless(kind, pageCount, reason)
          )}
          {more > 0 && <span className="quiet"> and {counted(more, 'more change')}</span>}
        </p>
        <p className="summary-line-pages">
          {first !== undefined && (
            <PageLink
              project={project}
              file={first.file}
              to={kind === 'changed' ? run : undefined}
              className="summary-line-page"
            >
              <Address url={first.identity} withHost={false} />
            </PageLink>
          )}
          {pageCount > 1 && (
            <RunLink
              project={project}
              run={run}
              flag={kind === 'changed' ? 'UPD' : kind === 'new' ? 'NEW' : 'MIS'}
              className="summary-line-more"
            >
              and {pageCount === 2 ? 'one more page' : `${number(pageCount - 1)} more pages`}
            </RunLink>
          )}
        </p>
      </div>
    </div>
  );
});

function wordless(kind: Unread['kind'], count: number, reason: string): string {
  if (kind === 'new') return count === 1 ? 'A new page' : `${number(count)} new pages`;
  if (kind === 'gone')
    return `${count === 1 ? 'A page is gone' : `${number(count)} pages are gone`}${because(reason)}`;
  return reason === '' ? 'Its content changed, but not its words.' : reason;
}

const because = (reason: string): string => (reason === '' ? '' : `: ${reason}`);
