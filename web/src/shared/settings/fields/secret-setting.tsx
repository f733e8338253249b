import { useState } from 'react';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { asMap, asText, useDraft } from '../draft/draft.ts';
import type { Place } from '../draft/edit-file.ts';
import './settings-fields.css';
import { StoreSecret } from './store-secret.tsx';

const kinds = [
  { id: 'none', name: 'None' },
  { id: 'secret', name: 'A stored secret' },
  { id: 'env', name: 'An environment variable' },
  { id: 'file', name: 'A file' },
] as const;

type Kind = (typeof kinds)[number]['id'];

const nameLabels = {
  secret: 'Name of the secret',
  env: 'Name of the variable',
  file: 'Path of the file',
} as const;

/** Where a secret is stored; it is never in the file itself. */
export function SecretSetting({ place, label }: { readonly place: Place; readonly label: string }) {
  const draft = useDraft();
  const reference = asMap(draft.read(place));
  const written = kinds.find(({ id }) => reference[id] !== undefined)?.id;
  const [chosen, setChosen] = useState<Kind>('none');
  const kind = written ?? chosen;
  const choose = (next: Kind) => {
    setChosen(next);
    const name = written === undefined ? '' : asText(reference[written]);
    draft.set(place, next === 'none' || name === '' ? undefined : { [next]: name });
  };
  return (
    <div className="stack">
      <div className="setting-pair">
        <Select label={label} options={kinds} value={kind} onChange={choose} />
        {kind !== 'none' && (
          <TextField
            label={nameLabels[kind]}
            value={asText(reference[kind])}
            onChange={(name) => draft.set(place, name === '' ? undefined : { [kind]: name })}
            error={draft.problem(place)}
          />
        )}
      </div>
      {kind === 'secret' && <StoreSecret name={asText(reference['secret'])} />}
    </div>
  );
}
