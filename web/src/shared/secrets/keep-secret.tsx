import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { problemWords } from '../api/problem-words.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { sayDone } from '../ui/toast-queue.ts';
import '../ui/fields-in-row.css';

/** A name and a value, which is encrypted and never shown again. */
export function KeepSecret({
  known,
  keep,
  onKept,
}: {
  readonly known: readonly string[];
  readonly keep: (name: string, value: string) => Promise<unknown>;
  readonly onKept: () => unknown;
}) {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () => keep(name.trim(), value),
    onSuccess: () => {
      sayDone(`The secret ${name.trim()} is kept.`);
      setName('');
      setValue('');
    },
    onSettled: () => onKept(),
  });
  const isReady = name.trim() !== '' && value !== '';
  return (
    <form
      className="card padded fields-in-row"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) mutate();
      }}
    >
      <TextField
        label="Name of the secret"
        value={name}
        onChange={(typed) => {
          setName(typed);
          reset();
        }}
        error={error === null ? null : problemWords(error).detail}
      />
      <TextField label="Its value" type="password" autoComplete="off" value={value} onChange={setValue} />
      <Button type="submit" look="main" isPending={isPending} isDisabled={!isReady}>
        {known.includes(name.trim()) ? 'Replace it' : 'Keep it'}
      </Button>
    </form>
  );
}
