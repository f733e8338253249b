import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { account, isAtLeast } from '../../shared/api/account.ts';
import { api } from '../../shared/api/api.ts';
import { useObserved } from '../../shared/api/observed-value.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ProblemNote } from '../../shared/ui/notes.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { sayDone } from '../../shared/ui/toast-queue.ts';
import { counted } from '../../shared/words/counted.ts';
import { type DetectorKind, detectorKinds, writtenDetector } from './detector-kinds.ts';
import './detectors.css';
import { MatchList } from './match-list.tsx';

/** A new detector. Before it is saved, it shows what it would have found in the stored versions. */
export function DetectorBuilder({ project }: { readonly project: string }) {
  const [kind, setKind] = useState<DetectorKind>('stems');
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const role = useObserved(account)?.role ?? 'reader';
  const written = writtenDetector(kind, text, name);
  const { example } = detectorKinds.find(({ id }) => id === kind) ?? detectorKinds[0];
  const trial = useMutation({ mutationFn: () => api.tryDetector({ project, limit: 20, body: written }) });
  const keeping = useMutation({
    mutationFn: () => api.addDetector({ project, body: written }),
    onSuccess: ({ name: kept }) => {
      sayDone(`“${kept}” is kept. It applies from the next run on.`);
      setText('');
      setName('');
      trial.reset();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['project', project] }),
  });
  const change = (set: () => void) => {
    set();
    trial.reset();
    keeping.reset();
  };
  const isReady = kind === 'change' || text.trim() !== '';
  return (
    <section className="stack tight">
      <h2>A new detector</h2>
      <form
        className="card padded stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) trial.mutate();
        }}
      >
        <div className="detector-fields">
          <Select
            label="It finds"
            options={detectorKinds}
            value={kind}
            onChange={(next) => change(() => setKind(next))}
          />
          {kind !== 'change' && (
            <TextField
              label="What"
              value={text}
              placeholder={example}
              onChange={(typed) => change(() => setText(typed))}
            />
          )}
          <TextField
            label="Its name (optional)"
            value={name}
            onChange={(typed) => change(() => setName(typed))}
          />
        </div>
        <div className="row">
          <Button type="submit" isPending={trial.isPending} isDisabled={!isReady}>
            {trial.isPending ? 'Trying …' : 'Try it on what is stored'}
          </Button>
          {isAtLeast(role, 'editor') && (
            <Button
              look="main"
              isPending={keeping.isPending}
              isDisabled={!isReady}
              onPress={() => keeping.mutate()}
            >
              Keep it
            </Button>
          )}
        </div>
        {(trial.error ?? keeping.error) !== null && <ProblemNote error={trial.error ?? keeping.error} />}
        <div role="status">
          {trial.data !== undefined && (
            <p>
              {trial.data.items.length === 0
                ? 'It would have found nothing so far.'
                : `It would have found ${trial.data.next === null ? counted(trial.data.items.length, 'match', 'matches') : `more than ${trial.data.items.length} matches; these are the first`}.`}
            </p>
          )}
        </div>
        {trial.data !== undefined && trial.data.items.length > 0 && (
          <MatchList project={project} matches={trial.data.items} />
        )}
      </form>
    </section>
  );
}
