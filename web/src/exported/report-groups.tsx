import type { ExportedGroup } from '../../../src/features/reports/exported-data.ts';
import { counted, number } from '../shared/words/counted.ts';
import { ChangeList } from './change-list.tsx';
import { PageLink } from './page-link.tsx';

/** The number of groups that are open at first; the others open with a click. */
const OPEN = 12;
/** The longest list of pages that is open at first. */
const OPEN_PAGES = 4;

/** The changes of a run, each once, with the pages that have it. */
export function ReportGroups({
  groups,
  left,
  project,
}: {
  readonly groups: readonly ExportedGroup[];
  readonly left: number;
  readonly project: string;
}) {
  return (
    <>
      {groups.map((group, place) => (
        <Group key={`${group.title} ${group.pages[0]?.file} ${place}`} group={group} isOpen={place < OPEN} />
      ))}
      {left > 0 && (
        <p className="small quiet">
          And {counted(left, 'more change')}; <code>tidemark report {project} --all</code> prints them.
        </p>
      )}
    </>
  );
}

/** Not all screen readers reach a link inside a `summary`, so the address is repeated as a link below it. */
function Group({ group, isOpen }: { readonly group: ExportedGroup; readonly isOpen: boolean }) {
  const { title, changes, more, reason, pages, pageCount } = group;
  const [page] = pages;
  if (page === undefined) return null;
  const inner = (
    <>
      {changes.length === 0 && (
        <p className="quiet" dir="auto">
          {reason}
        </p>
      )}
      <ChangeList
        changes={changes}
        more={more}
        isInTitle={title !== null && changes.length === 1 && changes[0]?.section === null}
      />
      {title !== null && <Pages pages={pages} pageCount={pageCount} />}
    </>
  );
  if (isOpen)
    return (
      <article className="card padded stack tight report-group">
        <h3>{title ?? <PageLink page={page} />}</h3>
        {inner}
      </article>
    );
  return (
    <details className="card padded report-group">
      <summary>
        <h3>{title ?? <bdi>{page.address}</bdi>}</h3>
        <span className="small quiet">
          {changes.length === 0 || title === null ? reason : counted(changes.length + more, 'change')}
        </span>
      </summary>
      {title === null && (
        <p className="small">
          <PageLink page={page} text="Open the page" />
        </p>
      )}
      {inner}
    </details>
  );
}

function Pages({ pages, pageCount }: Pick<ExportedGroup, 'pages' | 'pageCount'>) {
  const list = (
    <ul className="report-pages small">
      {pages.map((page) => (
        <li key={page.file}>
          <PageLink page={page} />
        </li>
      ))}
      {pageCount > pages.length && <li>and {number(pageCount - pages.length)} more</li>}
    </ul>
  );
  if (pageCount <= OPEN_PAGES) return list;
  return (
    <details className="small">
      <summary>The {counted(pageCount, 'page')}</summary>
      {list}
    </details>
  );
}
