import { type ReactNode, useEffect, useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type {
  StateGraphView,
  StateView,
  TransitionView,
} from '../../../../src/features/states/graph-view/graph-view.ts';
import { Address } from '../../shared/ui/address.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Flag } from '../../shared/ui/flag.tsx';
import type { ShownGraph } from './state-list.tsx';
import './state-panel.css';
import { ChangedWords } from '../../shared/ui/changed-words.tsx';
import { counted } from '../../shared/words/counted.ts';
import { stateName } from './state-name.ts';
import type { StateSummary } from './state-queries.ts';

/** One state: what it looked like, how it is reached, where it leads, and what changed in it. */
export function StatePanel({
  graph,
  shown,
  state,
  news,
  pictureOf,
  document,
  onChoose,
}: {
  readonly graph: StateGraphView;
  readonly shown: ShownGraph;
  readonly state: StateView;
  readonly news: StateSummary['states'][number] | null;
  /** The address of the picture of a state, in this width. */
  readonly pictureOf: (state: number, width: number) => string;
  /** Its document, or where it is. */
  readonly document: ReactNode;
  readonly onChoose: (state: number | null) => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The pressed row is gone: the focus moves here.
    void state.number;
    heading.current?.focus({ preventScroll: true });
  }, [state.number]);
  const there = new Set(shown.states.map(({ number }) => number));
  const next = graph.transitions.filter(({ from, to }) => from === state.number && there.has(to));
  const before = graph.transitions.filter(
    ({ from, to }) => to === state.number && from !== state.number && there.has(from),
  );
  const held = graph.held.filter(({ from }) => from === state.number);
  const row = (transition: TransitionView, other: number) => (
    <li key={`${transition.from} ${transition.to} ${transition.says}`}>
      <span>{transition.says}</span>{' '}
      <AriaButton className="state-link" onPress={() => onChoose(other)}>
        {other === state.number ? 'stays here' : `${other} ${stateName(graph.states[other])}`}
      </AriaButton>
      {transition.distance > 0 && (
        <span className="quiet"> (like it: {Number(transition.distance.toPrecision(2))} apart)</span>
      )}
    </li>
  );
  return (
    <aside className="card padded state-side state-panel stack" aria-label={`State ${state.number}`}>
      <div className="state-back">
        <Button look="bare" icon="left" onPress={() => onChoose(null)}>
          All states
        </Button>
      </div>
      <div className="stack tight">
        <p className="row">
          <span className="small quiet">State {state.number}</span>
          {news !== null && news.flag !== null && <Flag flag={news.flag} />}
        </p>
        <h2 ref={heading} tabIndex={-1}>
          <bdi>{stateName(state)}</bdi>
        </h2>
        <p className="small">
          {/^https?:/i.test(state.url) ? (
            <a href={state.url} target="_blank" rel="noreferrer noopener">
              <Address url={state.url} />
            </a>
          ) : (
            <Address url={state.url} />
          )}
        </p>
      </div>
      {graph.pictured.includes(state.number) && <StatePicture state={state.number} pictureOf={pictureOf} />}
      {news !== null && news.flag !== null && news.flag !== 'SAM' && <StateChanges news={news} />}
      <section className="stack tight">
        <h3>How it is reached</h3>
        <ol className="state-way small">
          {wayTo(state.number, shown).map((says, place) => (
            <li key={place}>{says}</li>
          ))}
        </ol>
      </section>
      {next.length > 0 && (
        <section className="stack tight">
          <h3>What can be done here</h3>
          <ul className="state-ways small">{next.map((each) => row(each, each.to))}</ul>
        </section>
      )}
      {held.length > 0 && (
        <section className="stack tight">
          <h3>What was held back here</h3>
          <p className="small quiet">
            These requests may change something on the server, so they were not sent.
          </p>
          <ul className="state-ways small">
            {held.map(({ says, requests }) => (
              <li key={says}>
                <span>{says}</span> <code>{requests.join(', ')}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
      {before.length > 0 && (
        <section className="stack tight">
          <h3>What leads here</h3>
          <ul className="state-ways small">{before.map((each) => row(each, each.from))}</ul>
        </section>
      )}
      {document}
    </aside>
  );
}

function StatePicture({
  state,
  pictureOf,
}: {
  readonly state: number;
  readonly pictureOf: (state: number, width: number) => string;
}) {
  const picture = <img src={pictureOf(state, 640)} alt={`What state ${state} looked like`} />;
  const large = pictureOf(state, 2000);
  // Browsers open no page at a data: address.
  if (large.startsWith('data:')) return <span className="state-picture">{picture}</span>;
  return (
    <a className="state-picture" href={large} target="_blank" rel="noreferrer noopener">
      {picture}
    </a>
  );
}

function wayTo(target: number, { states, ways }: ShownGraph): readonly string[] {
  const steps: string[] = [];
  for (let way = ways.get(target); way !== undefined; way = ways.get(way.from)) steps.unshift(way.says);
  return [`open ${states[0]?.url ?? ''}`, ...steps];
}

/** What changed in a state since the exploration before. */
function StateChanges({ news }: { readonly news: StateSummary['states'][number] }) {
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
