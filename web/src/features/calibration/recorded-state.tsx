import type { AnswerOf } from '../../shared/api/answers.ts';

type ShownState = NonNullable<AnswerOf<'nextQuestion'>['pair']>['one'];

/** The picture of a recorded state, and its text with what the other one lacks marked. */
export function RecordedState({
  set,
  site,
  state,
}: {
  readonly set: string;
  readonly site: number;
  readonly state: ShownState;
}) {
  const texts = state.texts.map(({ text, isOnlyHere }, place) => ({
    text,
    isOnlyHere,
    key: `${place} ${text}`,
  }));
  return (
    <section className="card recorded-state" aria-label={`State ${state.number}`}>
      <h2>
        State {state.number} <small className="quiet">{state.title}</small>
      </h2>
      <StatePicture set={set} site={site} state={state.number} />
      <p className="recorded-texts">
        {texts.map(({ text, isOnlyHere, key }) =>
          isOnlyHere ? <mark key={key}>{text} </mark> : <span key={key}>{text} </span>,
        )}
      </p>
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
