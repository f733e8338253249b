import { ChangedWords } from '../../shared/ui/changed-words.tsx';
import { counted } from '../../shared/words/counted.ts';
import type { StateNews } from './state-queries.ts';

/** What changed in a state since the exploration before. */
export function StateChanges({ news }: { readonly news: StateNews['states'][number] }) {
  return (
    <section className="stack tight">
      <h3>What changed</h3>
      <p className="small quiet">{news.reason}</p>
      <ul className="stack tight">
        {news.changes.map(({ path, words }) => (
          <li key={path} className="state-change">
            <ChangedWords words={words} isShort />
          </li>
        ))}
      </ul>
      {news.more > 0 && (
        <p className="small quiet">And {counted(news.more, 'more change', 'more changes')}.</p>
      )}
    </section>
  );
}
