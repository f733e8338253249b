import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { account, isAtLeast } from '../../../shared/api/account.ts';
import { api } from '../../../shared/api/api.ts';
import { useObserved } from '../../../shared/api/observed-value.ts';
import { codeOf } from '../../../shared/api/problem-words.ts';
import { projectQuery } from '../../../shared/api/project-queries.ts';
import { queryClient } from '../../../shared/api/query-client.ts';
import { useCheckedFile } from '../../../shared/project-file/use-checked-file.ts';
import { keepAfterSaving, useKeptDraft } from '../../../shared/settings/kept-drafts.ts';
import { SettingsEditor } from '../../../shared/settings/settings-editor.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ProblemNote } from '../../../shared/ui/notes.tsx';
import { sayDone } from '../../../shared/ui/toast-queue.ts';
import './settings-file.css';

/**
 * Edits the settings of a project. The text that was read is sent along: when another user has changed the file meanwhile, nothing is overwritten,
 * and the user chooses one of the two texts.
 */
export function SettingsFile({
  project,
  url,
  stored,
  part,
}: {
  readonly project: string;
  readonly url: string;
  readonly stored: string | null;
  readonly part: string | undefined;
}) {
  const navigate = useNavigate();
  const shortest = `name: ${JSON.stringify(project)}\nsource: ${JSON.stringify(url)}\n`;
  const [mine, keep] = useKeptDraft(project);
  const role = useObserved(account)?.role ?? 'reader';
  const text = mine?.text ?? stored ?? shortest;
  const check = useCheckedFile(text);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (file: string) => {
      const was = mine?.base ?? stored;
      return api.changeProject({ project, body: { file, ...(was !== null && { was }) } });
    },
    onSuccess: (changed, sent) => {
      keepAfterSaving(project, sent);
      queryClient.setQueryData(projectQuery(project).queryKey, changed);
      sayDone('Saved. It applies from the next run on.');
    },
    onError: () => queryClient.invalidateQueries({ queryKey: ['project', project] }),
  });
  const hasConflict = codeOf(error) === 'APP_PROJECT_CHANGED';
  const isBroken = check.problems.some(({ severity }) => severity === 'error');
  return (
    <section className="stack" aria-label="Settings of the project">
      <SettingsEditor
        project={project}
        text={text}
        check={check}
        part={part}
        onPart={(next) =>
          void navigate({
            to: '/projects/$project/file',
            params: { project },
            search: { part: next },
            replace: true,
            resetScroll: false,
          })
        }
        onChange={(typed) => {
          keep({ text: typed, base: mine?.base ?? stored });
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
        <div className={mine === null ? 'row' : 'row save-bar'}>
          <Button
            look="main"
            isPending={isPending}
            isDisabled={mine === null || isBroken || hasConflict}
            onPress={() => mutate(text)}
          >
            Save
          </Button>
          {hasConflict && mine !== null && (
            <Button
              onPress={() => {
                keep({ ...mine, base: stored });
                reset();
              }}
            >
              Keep my text, and save over the other
            </Button>
          )}
          {mine !== null && (
            <>
              <Button
                look="bare"
                onPress={() => {
                  keep(null);
                  reset();
                }}
              >
                Throw my changes away
              </Button>
              <span className="quiet small">
                {isBroken ? 'Correct the mistakes first.' : 'Not saved yet.'}
              </span>
            </>
          )}
        </div>
      )}
    </section>
  );
}
