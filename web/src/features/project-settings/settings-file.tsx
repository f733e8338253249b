import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { account, isAtLeast } from '../../shared/api/account.ts';
import { api } from '../../shared/api/api.ts';
import { useObserved } from '../../shared/api/observed-value.ts';
import { codeOf } from '../../shared/api/problem-words.ts';
import { projectQuery } from '../../shared/api/project-queries.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { FileEditor } from '../../shared/project-file/file-editor.tsx';
import { useCheckedFile } from '../../shared/project-file/use-checked-file.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ProblemNote } from '../../shared/ui/notes.tsx';
import { sayDone } from '../../shared/ui/toasts.tsx';
import './settings-file.css';

/**
 * The project file, to edit. What was read is sent along: when somebody else has changed the file meanwhile, nothing is overwritten, and
 * both texts are there to choose from.
 */
export function SettingsFile({
  project,
  url,
  stored,
}: {
  readonly project: string;
  readonly url: string;
  readonly stored: string | null;
}) {
  const shortest = `name: ${JSON.stringify(project)}\nsource: ${JSON.stringify(url)}\n`;
  const [base, setBase] = useState(stored);
  const [mine, setMine] = useState<string | null>(null);
  const role = useObserved(account)?.role ?? 'reader';
  const text = mine ?? stored ?? shortest;
  const { problems } = useCheckedFile(text);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () =>
      api.changeProject({ project, body: { file: text, ...(base !== null && { was: base }) } }),
    onSuccess: async (changed) => {
      setBase(changed.file);
      setMine(null);
      queryClient.setQueryData(projectQuery(project).queryKey, changed);
      sayDone('Saved. It counts from the next run on.');
    },
    onError: () => queryClient.invalidateQueries({ queryKey: ['project', project] }),
  });
  const hasConflict = codeOf(error) === 'APP_PROJECT_CHANGED';
  const isBroken = problems.some(({ severity }) => severity === 'error');
  return (
    <section className="card padded stack" aria-label="Project file">
      <FileEditor
        text={text}
        problems={problems}
        onChange={(typed) => {
          if (mine === null) setBase(stored);
          setMine(typed);
          if (!hasConflict) reset();
        }}
      />
      {error !== null && <ProblemNote error={error} />}
      {hasConflict && stored !== null && (
        <section className="stack tight" aria-label="The other text">
          <h2>What the other person saved</h2>
          <pre className="card padded other-text">{stored}</pre>
        </section>
      )}
      {isAtLeast(role, 'editor') && (
        <div className="row">
          <Button
            look="main"
            isPending={isPending}
            isDisabled={mine === null || isBroken || hasConflict}
            onPress={() => mutate()}
          >
            Save
          </Button>
          {hasConflict && (
            <Button
              onPress={() => {
                setBase(stored);
                reset();
              }}
            >
              Keep my text, and save over the other
            </Button>
          )}
          {mine !== null && (
            <Button
              look="bare"
              onPress={() => {
                setMine(null);
                setBase(stored);
                reset();
              }}
            >
              Throw my changes away
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
