import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '../../../shared/api/answers.ts';
import { api } from '../../../shared/api/api.ts';
import { problemWords } from '../../../shared/api/problem-words.ts';
import { queryClient } from '../../../shared/api/query-client.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { aloud, Rows } from '../../../shared/ui/rows.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { sayDone, sayFailed } from '../../../shared/ui/toast-queue.ts';
import '../../../shared/ui/fields-in-row.css';

/** What access to a project allows. */
const accesses = [
  { id: 'read', name: 'see it' },
  { id: 'write', name: 'change and run it' },
  { id: 'own', name: 'also give access to it' },
] as const;

type Access = (typeof accesses)[number]['id'];

type UserAccess = AnswerOf<'listAccess'>['items'][number];

/** Who sees the project, and who changes it. Only its owners and administrators see it. */
export function ProjectAccess({ project }: { readonly project: string }) {
  const queryKey = ['project', project, 'access'];
  const { data } = useQuery({ queryKey, queryFn: () => api.listAccess({ project, limit: 500 }) });
  const settled = {
    onError: (error: unknown) => sayFailed(problemWords(error).detail),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  };
  const giving = useMutation({
    mutationFn: ({ user, access }: UserAccess) => api.setAccess({ project, user, body: { access } }),
    onSuccess: (_, { user }) => sayDone(`This applies from ${user}’s next request on.`),
    ...settled,
  });
  const taking = useMutation({
    mutationFn: ({ user }: UserAccess) => api.removeAccess({ project, user }),
    onSuccess: (_, given) =>
      sayDone(`${given.user} does not see the project any more.`, () => giving.mutate(given)),
    ...settled,
  });
  if (data === undefined) return null;
  return (
    <section className="stack tight">
      <h2>Who sees this project</h2>
      <p className="quiet small">Administrators see every project, and are not listed for that.</p>
      <div className="stack">
        <GiveAccess onAdd={(given) => giving.mutateAsync(given)} />
        {data.items.length > 0 && (
          <div className="card">
            <Rows columns={['User', 'May', aloud('Remove')]}>
              {data.items.map((given) => (
                <tr key={given.user}>
                  <td>{given.user}</td>
                  <td>
                    <Select<Access>
                      label={`What ${given.user} may`}
                      isLabelHidden
                      options={accesses}
                      value={given.access}
                      onChange={(access) => giving.mutate({ user: given.user, access })}
                    />
                  </td>
                  <td className="narrow">
                    <Button
                      look="bare"
                      aria-label={`Remove the access of ${given.user}`}
                      onPress={() => taking.mutate(given)}
                    >
                      Remove
                    </Button>
                  </td>
                </tr>
              ))}
            </Rows>
          </div>
        )}
      </div>
    </section>
  );
}

/** Gives one more user access, by name. */
function GiveAccess({
  onAdd,
}: {
  readonly onAdd: (given: { readonly user: string; readonly access: Access }) => Promise<unknown>;
}) {
  const [user, setUser] = useState('');
  const [access, setAccess] = useState<Access>('read');
  const isReady = user.trim() !== '';
  const add = () =>
    void onAdd({ user: user.trim(), access }).then(
      () => setUser(''),
      // The message about an unknown name is elsewhere; the field keeps the name, so that the user can correct it.
      () => undefined,
    );
  return (
    <form
      className="card padded fields-in-row"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) add();
      }}
    >
      <TextField label="Name of a user" value={user} onChange={setUser} />
      <Select<Access> label="May" options={accesses} value={access} onChange={setAccess} />
      <Button type="submit" look="main" isDisabled={!isReady}>
        Give access
      </Button>
    </form>
  );
}
