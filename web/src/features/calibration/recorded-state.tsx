import type { AnswerOf } from '../../shared/api/answers.ts';

type ShownState = NonNullable<AnswerOf<'nextQuestion'>['pair']>['one'];

/** The picture of a recorded state, and its text: what the other one lacks first, then what both have. */
export function RecordedState({
  set,
  site,
  state,
}: {
  readonly set: string;
  readonly site: number;
  readonly state: ShownState;
}) {
  const texts = state.texts.map((text, place) => ({ ...text, key: `${place} ${text.text}` }));
  const only = texts.filter(({ isOnlyHere }) => isOnlyHere);
  const both = texts.filter(({ isOnlyHere }) => !isOnlyHere);
  return (
    <section className="card recorded-state" aria-label={`State ${state.number}`}>
      <h2>
        State {state.number} <small className="quiet">{state.title}</small>
      </h2>
      <StatePicture set={set} site={site} state={state.number} />
      <div className="recorded-texts">
        <p>
          {only.length === 0 && <span className="quiet">Nothing is only here.</span>}
          {only.map(({ text, key }) => (
            <mark key={key}>{text} </mark>
          ))}
        </p>
        <p className="quiet">
          {both.map(({ text, key }) => (
            <span key={key}>{text} </span>
          ))}
        </p>
      </div>
    </section>
  );
}

export function StatePicture({
  set,
  site,
  state,
}: {
  readonly set: string;
  readonly site: number;
  readonly state: number;
}) {
  const address = `/api/calibration/${encodeURIComponent(set)}/sites/${site}/states/${state}/screenshot`;
  return (
    <a href={address} target="_blank" rel="noreferrer" title="See it in its own size">
      <img className="state-picture" src={address} alt={`State ${state} as the browser showed it`} />
    </a>
  );
}
