import { useEffect, useRef } from 'react';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { StatePicture } from './recorded-state.tsx';

type Mistake = AnswerOf<'listMistakes'>['mistakes'][number];

/** The mistakes of one setting, with pictures of the two states. It scrolls into view, because the pressed cell may be far above it. */
export function Mistakes({
  setting,
  mistakes,
  urlOf,
  pictureOf,
}: {
  readonly setting: string;
  readonly mistakes: readonly Mistake[];
  readonly urlOf: (site: number) => string;
  /** The address of the picture of a state; null where there is none. */
  readonly pictureOf: (site: number, state: number) => string | null;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Another setting has other mistakes under the same title.
    void setting;
    title.current?.scrollIntoView({ block: 'center' });
  }, [setting]);
  return (
    <section className="stack mistakes" aria-label={`What ${setting} gets wrong`}>
      <h3 ref={title}>
        What <code>{setting}</code> gets wrong
      </h3>
      {mistakes.length === 0 && <p>Nothing: it sees these sites as people do.</p>}
      {mistakes.map(({ kind, site, state, other }) => (
        <div key={`${kind} ${site} ${state}`} className="stack tight">
          <p>
            {urlOf(site)}:{' '}
            {kind === 'duplicate'
              ? `state ${state} is the same as state ${other} to people, and is kept beside it.`
              : other === null
                ? `state ${state} is missed: nothing leads to it any more.`
                : `state ${state} is missed: it is taken for state ${other}.`}
          </p>
          <div className="state-pair">
            {other !== null && <StatePicture state={other} address={pictureOf(site, other)} />}
            <StatePicture state={state} address={pictureOf(site, state)} />
          </div>
        </div>
      ))}
    </section>
  );
}
