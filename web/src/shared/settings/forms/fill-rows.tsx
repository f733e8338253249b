import { useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { asMap, useDraft } from '../draft/draft.ts';
import type { Place } from '../draft/edit-file.ts';
import './fill-rows.css';
import { FillValue } from './fill-value.tsx';

/** Fields, each with the value for it. */
export function FillRows({ place }: { readonly place: Place }) {
  const draft = useDraft();
  const fill = asMap(draft.read(place));
  const names = Object.keys(fill);
  return (
    <div className="stack">
      {names.length > 0 && (
        <ul className="fill-rows">
          {names.map((name) => (
            <li key={name} className="fill-row">
              <FillValue place={[...place, name]} name={name} />
              <IconButton
                icon="bin"
                name={`Remove the field ${name}`}
                onPress={() => draft.set([...place, name], undefined)}
              />
            </li>
          ))}
        </ul>
      )}
      <NewField known={names} onAdd={(name, value) => draft.set([...place, name], value)} />
    </div>
  );
}

function NewField({
  known,
  onAdd,
}: {
  readonly known: readonly string[];
  readonly onAdd: (name: string, value: string) => void;
}) {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const isReady = name.trim() !== '' && !known.includes(name.trim());
  const add = () => {
    if (!isReady) return;
    onAdd(name.trim(), value);
    setName('');
    setValue('');
  };
  return (
    <form
      className="fill-new"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextField
        label="Name of a field"
        value={name}
        onChange={setName}
        placeholder="q"
        error={known.includes(name.trim()) ? 'This field is there already.' : null}
      />
      <TextField label="What to write into it" value={value} onChange={setValue} />
      <Button type="submit" isDisabled={!isReady}>
        Add the field
      </Button>
    </form>
  );
}
