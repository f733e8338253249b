import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { problemWords } from '../../api/problem-words.ts';
import { queryClient } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { sayDone, sayFailed } from '../../ui/toast-queue.ts';
import { useDraft } from '../draft/draft.ts';
import './store-secret.css';

/** Stores the value of a secret on the server, which never shows it again. It is not part of the draft. */
export function StoreSecret({ name }: { readonly name: string }) {
  const { project } = useDraft();
  if (name === '') return null;
  if (project === null)
    return <p className="field-help">Its value can be kept here as soon as the project is made.</p>;
  return <KeepValue project={project} name={name} />;
}

function KeepValue({ project, name }: { readonly project: string; readonly name: string }) {
  const [value, setValue] = useState('');
  const queryKey = ['project', project, 'secrets'];
  const { data } = useQuery({ queryKey, queryFn: () => api.listProjectSecrets({ project, limit: 100 }) });
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.keepProjectSecret({ project, secret: name, body: { value } }),
    onSuccess: () => {
      setValue('');
      sayDone(`The secret ${name} is kept.`);
    },
    onError: (error) => sayFailed(problemWords(error).detail),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const isKept = data?.items.some((each) => each.name === name) === true;
  return (
    <form
      className="store-secret"
      onSubmit={(event) => {
        event.preventDefault();
        if (value !== '') mutate();
      }}
    >
      <TextField
        label={`Value of ${name}`}
        type="password"
        autoComplete="off"
        value={value}
        onChange={setValue}
        help={isKept ? 'A value is kept; it is never shown.' : 'No value is kept yet.'}
      />
      <Button type="submit" isPending={isPending} isDisabled={value === ''}>
        {isKept ? 'Replace it' : 'Keep it'}
      </Button>
    </form>
  );
}
