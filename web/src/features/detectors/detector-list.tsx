import { useMutation } from '@tanstack/react-query';
import { account, isAtLeast } from '../../shared/api/account.ts';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { api } from '../../shared/api/api.ts';
import { useObserved } from '../../shared/api/observed-value.ts';
import { problemWords } from '../../shared/api/problem-words.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { EmptyNote } from '../../shared/ui/notes.tsx';
import { sayDone, sayFailed } from '../../shared/ui/toast-queue.ts';
import { definitionWords } from './detector-kinds.ts';
import './detectors.css';

type Detector = AnswerOf<'listDetectors'>['items'][number];

/** The detectors of a project. One that was removed can be put back. */
export function DetectorList({
  project,
  detectors,
}: {
  readonly project: string;
  readonly detectors: readonly Detector[];
}) {
  const role = useObserved(account)?.role ?? 'reader';
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['project', project] });
  const tell = (error: unknown) => sayFailed(problemWords(error).detail);
  const putBack = ({ name, definition }: Detector) =>
    api.addDetector({ project, body: { ...definition, name } }).then(refresh, tell);
  const { mutate } = useMutation({
    mutationFn: ({ name }: Detector) => api.removeDetector({ project, detector: name }),
    onSuccess: (_, detector) => sayDone(`“${detector.name}” was removed.`, () => void putBack(detector)),
    onError: tell,
    onSettled: refresh,
  });
  if (detectors.length === 0)
    return (
      <div className="card">
        <EmptyNote icon="eye" title="No detectors yet">
          <p>Without any, every change is reported. A detector picks out what you look for.</p>
        </EmptyNote>
      </div>
    );
  return (
    <section className="stack tight">
      <h2>Detectors</h2>
      <ul className="card detector-list">
        {detectors.map((detector) => (
          <li key={detector.name}>
            <div>
              <strong dir="auto">{detector.name}</strong>
              <p className="quiet small">{definitionWords(detector.definition)}</p>
            </div>
            {isAtLeast(role, 'editor') && (
              <IconButton icon="bin" name={`Remove ${detector.name}`} onPress={() => mutate(detector)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
