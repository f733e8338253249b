import { Link } from '@tanstack/react-router';
import { When } from '../../shared/ui/when.tsx';
import { counted } from '../../shared/words/counted.ts';
import type { HomeNews } from './home-query.ts';
import { MarkRead } from './mark-read.tsx';
import { NewsLine } from './news-line.tsx';
import './unread-news.css';

type Unread = HomeNews['unread'][number];

/** What nobody has read yet, run by run, the newest first. */
export function UnreadNews({ news: { unread, unreadMore, marks } }: { readonly news: HomeNews }) {
  const byRun = [...Map.groupBy(unread, ({ project, run }) => `${run} ${project}`).values()];
  return (
    <section className="stack" aria-label="New changes">
      {byRun.map((lines) => (
        <RunNews key={`${lines[0]?.run} ${lines[0]?.project}`} lines={lines} marks={marks} />
      ))}
      {unreadMore > 0 && (
        <p className="quiet">{counted(unreadMore, 'further change')} in the reports of these runs.</p>
      )}
    </section>
  );
}

function RunNews({ lines, marks }: { readonly lines: readonly Unread[]; readonly marks: HomeNews['marks'] }) {
  const [first] = lines;
  if (first === undefined) return null;
  const { project, run, at } = first;
  const isNewest = marks.some((mark) => mark.project === project && mark.run === run);
  return (
    <article className="card run-news" aria-label={`${project}, run ${run}`}>
      <header className="run-news-head">
        <h2>
          <Link to="/projects/$project" params={{ project }}>
            {project}
          </Link>
        </h2>
        <Link
          to="/projects/$project/runs/$run"
          params={{ project, run: String(run) }}
          className="quiet small"
        >
          run {run}, <When at={at} />
        </Link>
        <span className="run-news-mark">
          {isNewest && <MarkRead marks={[{ project, run }]} name="Mark as read" look="bare" />}
        </span>
      </header>
      <ul className="run-news-lines">
        {lines.map((line) => (
          <li key={`${line.kind} ${line.pages[0]?.file} ${line.change?.path}`}>
            <NewsLine line={line} />
          </li>
        ))}
      </ul>
    </article>
  );
}
