import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { api } from '../../shared/api/api.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyNote, ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { readableUrl } from '../../shared/words/address.ts';
import { RecordedState } from './recorded-state.tsx';
import './calibration.css';

type Question = AnswerOf<'nextPair'>;
type Verdict = 'duplicate' | 'different' | 'unsure';

const verdictOf: Readonly<Record<string, Verdict>> = { d: 'duplicate', f: 'different', s: 'unsure' };

/** Shows two states side by side; one key gives a verdict. */
export function JudgeView() {
  const { set } = useParams({ from: '/calibration/$set/judge' });
  const client = useQueryClient();
  const key = ['calibration', set, 'question'];
  const { data, error } = useQuery({ queryKey: key, queryFn: () => api.nextPair({ set }) });
  const asked = (next: Question) => client.setQueryData(key, next);
  const judge = useMutation({
    mutationFn: (verdict: Verdict) => {
      const pair = data?.pair;
      if (pair === null || pair === undefined) return api.nextPair({ set });
      const { site, one, other } = pair;
      return api.giveVerdict({ set, body: { site, one: one.number, other: other.number, verdict } });
    },
    onSuccess: asked,
  });
  const undo = useMutation({ mutationFn: () => api.takeBackVerdict({ set }), onSuccess: asked });
  const isBusy = judge.isPending || undo.isPending;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isBusy || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const verdict = verdictOf[event.key.toLowerCase()];
      if (verdict !== undefined) judge.mutate(verdict);
      else if (event.key.toLowerCase() === 'z') undo.mutate();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
  const failure = error ?? judge.error ?? undo.error;
  return (
    <>
      <PageHeader
        title="Are these two the same?"
        tabTitle={`Judge ${set}`}
        above={
          <Link to="/calibration/$set" params={{ set }}>
            {set}
          </Link>
        }
        below={data?.pair != null && <bdi>{readableUrl(data.pair.siteUrl)}</bdi>}
      />
      {failure !== null && <ProblemNote error={failure} />}
      {failure === null && data === undefined && <Waiting what="two states" lines={6} />}
      {data !== undefined && (
        <>
          <Progress {...data.progress} />
          <div className="row verdicts">
            <Button
              look="main"
              isDisabled={isBusy || data.pair === null}
              onPress={() => judge.mutate('duplicate')}
            >
              Duplicate <kbd>D</kbd>
            </Button>
            <Button
              look="main"
              isDisabled={isBusy || data.pair === null}
              onPress={() => judge.mutate('different')}
            >
              Different <kbd>F</kbd>
            </Button>
            <Button isDisabled={isBusy || data.pair === null} onPress={() => judge.mutate('unsure')}>
              Cannot tell <kbd>S</kbd>
            </Button>
            <Button
              look="bare"
              isDisabled={isBusy || data.progress.said + data.progress.unsure === 0}
              onPress={() => undo.mutate()}
            >
              Undo <kbd>Z</kbd>
            </Button>
          </div>
          {data.pair === null ? (
            <div className="card">
              <EmptyNote icon="check" title="Everything is judged">
                <p>
                  <Link to="/calibration/$set" params={{ set }}>
                    See which setting fits
                  </Link>
                </p>
              </EmptyNote>
            </div>
          ) : (
            <>
              <p className="quiet">
                Two states are duplicates when their content is the same, whatever adverts, clocks and menus
                show.
              </p>
              <div className="state-pair">
                <RecordedState set={set} site={data.pair.site} state={data.pair.one} />
                <RecordedState set={set} site={data.pair.site} state={data.pair.other} />
              </div>
            </>
          )}
        </>
      )}
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

function Progress({ pairs, said, follows, agreed, unsure, open }: Question['progress']) {
  const known = pairs - open;
  return (
    <div className="judge-progress">
      <progress value={known} max={Math.max(pairs, 1)} aria-label="Pairs that are known" />
      <p className="quiet" role="status">
        {known} of {pairs} pairs known: {said} judged, {follows} follow from them, {agreed} by agreement of
        all settings{unsure > 0 ? `, ${unsure} undecided` : ''}. {open === 0 ? '' : `At most ${open} to go.`}
      </p>
    </div>
  );
}
