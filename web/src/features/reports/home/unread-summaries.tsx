import { memo, useMemo } from 'react';
import { ProjectLink, RunLink } from '../../../shared/ui/quick-links.tsx';
import { useRenderedCount } from '../../../shared/ui/use-rendered-count.ts';
import { When } from '../../../shared/ui/when.tsx';
import { counted } from '../../../shared/words/counted.ts';
import type { HomeSummary } from './home-query.ts';
import { MarkRead } from './mark-read.tsx';
import { SummaryLine } from './summary-line.tsx';
import './unread-summaries.css';

type Unread = HomeSummary['unread'][number];

/** Lines of changes that fill a window. */
const AT_FIRST = 12;

/** The unread summaries, run by run, the newest first. */
export function UnreadSummaries({ news: { unread, unreadMore, marks } }: { readonly news: HomeSummary }) {
  const byRun = useMemo(() => runsWithLines(unread), [unread]);
  const rendered = useRenderedCount(unread.length, AT_FIRST);
  return (
    <section className="stack" aria-label="New changes">
      {byRun
        .filter(({ before }) => before < rendered)
        .map(({ project, run, at, lines, before }) => (
          <ChangeSummary
            key={`${run} ${project}`}
            {...{ project, run, at, lines }}
            rendered={Math.min(lines.length, rendered - before)}
            isNewest={marks.some((mark) => mark.project === project && mark.run === run)}
          />
        ))}
      {unreadMore > 0 && (
        <p className="quiet">{counted(unreadMore, 'further change')} in the reports of these runs.</p>
      )}
    </section>
  );
}

interface RunWithLines extends Pick<Unread, 'project' | 'run' | 'at'> {
  readonly lines: readonly Unread[];
  /** Lines of the runs above it. */
  readonly before: number;
}

function runsWithLines(unread: readonly Unread[]): readonly RunWithLines[] {
  let before = 0;
  return [...Map.groupBy(unread, ({ project, run }) => `${run} ${project}`).values()].flatMap((lines) => {
    const [first] = lines;
    if (first === undefined) return [];
    const { project, run, at } = first;
    before += lines.length;
    return [{ project, run, at, lines, before: before - lines.length }];
  });
}

interface RunSummaryProps extends Omit<RunWithLines, 'before'> {
  readonly rendered: number;
  readonly isNewest: boolean;
}

const ChangeSummary = memo(function ChangeSummary({
  project,
  run,
  at,
  lines,
  rendered,
  isNewest,
}: RunSummaryProps) {
  return (
    <article className="card run-summary" aria-label={`${project}, run ${run}`}>
      <header className="run-summary-head">
        <h2>
          <ProjectLink project={project}>{project}</ProjectLink>
        </h2>
        <RunLink project={project} run={run} className="quiet small">
          run {run}, <When at={at} />
        </RunLink>
        <span className="run-summary-mark">
          {isNewest && <MarkRead marks={[{ project, run }]} name="Mark as read" look="bare" />}
        </span>
      </header>
      <ul className="run-summary-lines">
        {lines.slice(0, rendered).map((line) => (
          <li key={`${line.kind} ${line.pages[0]?.file} ${line.change?.path}`}>
            <SummaryLine line={line} />
          </li>
        ))}
      </ul>
    </article>
  );
}, isSameNews);

/** Whether two summaries are of the same report, which does not change when newer runs move it down. */
function isSameNews(one: RunSummaryProps, other: RunSummaryProps): boolean {
  return (
    one.project === other.project &&
    one.run === other.run &&
    one.lines.length === other.lines.length &&
    one.rendered === other.rendered &&
    one.isNewest === other.isNewest
  );
}
