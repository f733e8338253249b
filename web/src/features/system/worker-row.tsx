import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { api } from '../../shared/api/api.ts';
import { problemWords } from '../../shared/api/problem-words.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { MenuButton } from '../../shared/ui/menu-button.tsx';
import { sayDone, sayFailed } from '../../shared/ui/toast-queue.ts';
import { When } from '../../shared/ui/when.tsx';
import { counted, number, size } from '../../shared/words/counted.ts';

type Node = AnswerOf<'listNodes'>['items'][number];
type Wanted = 'work' | 'pause' | 'drain';

export const nodesKey = ['nodes'];

const done: Readonly<Record<Wanted, string>> = {
  work: 'takes runs again.',
  pause: 'takes no further runs.',
  drain: 'gives its runs to others, and stops.',
};

/** One machine, with the actions of an operator. A drained one has to be started by hand, so it asks first. */
export function WorkerRow({ node }: { readonly node: Node }) {
  const { id, name, kind, version, state, runs, load, seenAt } = node;
  const [isDraining, setDraining] = useState(false);
  const changing = useMutation({
    mutationFn: (wanted: Wanted) => api.changeNode({ node: id, body: { wanted } }),
    onSuccess: (_, wanted) => sayDone(`${name} ${done[wanted]}`),
    onError: (error) => sayFailed(problemWords(error).detail),
    onSettled: () => queryClient.invalidateQueries({ queryKey: nodesKey }),
  });
  return (
    <tr>
      <td>
        {name}
        {kind === 'server' && <span className="quiet"> (the server)</span>}
      </td>
      <td>{state}</td>
      <td className="numbers" aria-label={counted(runs, 'run')}>
        {number(runs)}
      </td>
      <td className="quiet">
        {load.average.toFixed(2)} of {counted(load.processors, 'processor')}
      </td>
      <td className="quiet">{size(load.memory)}</td>
      <td className="quiet">{version}</td>
      <td className="narrow quiet">
        <When at={seenAt} />
      </td>
      <td className="narrow">
        {state !== 'gone' && state !== 'draining' && (
          <MenuButton
            icon="more"
            name={`What to do about ${name}`}
            actions={[
              state === 'paused'
                ? { id: 'work', name: 'Resume', icon: 'play', run: () => changing.mutate('work') }
                : { id: 'pause', name: 'Pause', icon: 'pause', run: () => changing.mutate('pause') },
              {
                id: 'drain',
                name: 'Drain …',
                icon: 'out',
                isDangerous: true,
                run: () => setDraining(true),
              },
            ]}
          />
        )}
        <Dialog title={`Drain ${name}?`} isOpen={isDraining} onClose={() => setDraining(false)}>
          <p>Its runs go on at other workers, or at the server, and its process ends.</p>
          <div className="row">
            <Button
              look="danger"
              onPress={() => {
                setDraining(false);
                changing.mutate('drain');
              }}
            >
              Drain {name}
            </Button>
            <Button onPress={() => setDraining(false)}>Let it work</Button>
          </div>
        </Dialog>
      </td>
    </tr>
  );
}
