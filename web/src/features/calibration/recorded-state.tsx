import type { AnswerOf } from '../../shared/api/answers.ts';

type ShownState = NonNullable<AnswerOf<'nextPair'>['pair']>['one'];

/** The picture of a recorded state, and its text: first what the other state lacks, then what both have. */
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
      <StatePicture state={state.number} address={recordedPicture(set, site, state.number)} />
      <div className="recorded-texts">
        <p>
          {only.length === 0 && <span className="quiet">The other state has all of this, too.</span>}
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

/** Where the server has the picture of a recorded state. */
export const recordedPicture = (set: string, site: number, state: number): string =>
  `/api/calibration/${encodeURIComponent(set)}/sites/${site}/states/${state}/screenshot`;

export function StatePicture({
  state,
  address,
}: {
  readonly state: number;
  readonly address: string | null;
}) {
  if (address === null) return <p className="quiet">There is no picture of state {state} in this file.</p>;
  const picture = (
    <img className="state-picture" src={address} alt={`State ${state} as the browser showed it`} />
  );
  // Browsers open no page at a data: address.
  if (address.startsWith('data:')) return picture;
  return (
    <a href={address} target="_blank" rel="noreferrer" title="See it in its own size">
      {picture}
    </a>
  );
}
