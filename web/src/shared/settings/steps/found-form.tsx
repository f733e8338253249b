import { useState } from 'react';
import type { AnswerOf } from '../../api/answers.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../draft/draft.ts';
import type { Plain } from '../draft/edit-file.ts';
import '../fields/settings-fields.css';
import { sayDone } from '../../ui/toast-queue.ts';

type PageForm = AnswerOf<'tryDraftStep'>['pages'][number]['forms'][number];
type FormField = PageForm['fields'][number];

const names = {
  'log-in': 'Log-in form',
  'log-out': 'Log-out form',
  search: 'Search form',
  other: 'Form',
} as const;

/** A form of the page that a step leads to. Filled in, it becomes the next step. */
export function FoundForm({ form, number }: { readonly form: PageForm; readonly number: number }) {
  const draft = useDraft();
  const [given, setGiven] = useState<Readonly<Record<string, string | boolean>>>({});
  const shown = form.fields.filter(
    ({ name, type, isDisabled }) => name !== '' && type !== 'hidden' && !isDisabled,
  );
  const fill = filled(shown, given);
  const add = () => {
    const find = form.find === null ? {} : { find: form.find as Plain };
    draft.add(['steps'], { form: { ...find, fill } }, number);
    sayDone(`Step ${number + 1} fills in this form.`);
  };
  return (
    <section className="found-form" aria-label={`${names[form.kind]} to ${form.action}`}>
      <h5>
        {names[form.kind]} <span className="quiet">to {form.action}</span>
      </h5>
      {shown.length > 0 && (
        <div className="settings-grid">
          {shown.map((field) => (
            <FieldOfForm
              key={`${field.name} ${field.value}`}
              field={field}
              value={given[field.name]}
              onChange={(value) => setGiven({ ...given, [field.name]: value })}
            />
          ))}
        </div>
      )}
      <div>
        <Button icon="plus" onPress={add} isDisabled={form.find === null && Object.keys(fill).length === 0}>
          Fill it in as step {number + 1}
        </Button>
      </div>
    </section>
  );
}

function FieldOfForm({
  field: { name, type, value: known, options, isTicked },
  value,
  onChange,
}: {
  readonly field: FormField;
  readonly value: string | boolean | undefined;
  readonly onChange: (value: string | boolean) => void;
}) {
  if (type === 'checkbox' || type === 'radio')
    return (
      <Switch isOn={value === undefined ? isTicked : value === true} onChange={onChange}>
        {type === 'radio' ? `${name}: ${known}` : name}
      </Switch>
    );
  if (options.length > 0)
    return (
      <Select
        label={name}
        options={options.map((option) => ({ id: option.value, name: option.label }))}
        value={typeof value === 'string' ? value : (options.find(({ isChosen }) => isChosen)?.value ?? '')}
        onChange={onChange}
      />
    );
  return (
    <TextField
      label={type === 'password' ? `${name}: name of a stored secret` : name}
      value={typeof value === 'string' ? value : known}
      onChange={onChange}
    />
  );
}

/** Only changed fields are written: all others keep their values. */
function filled(fields: readonly FormField[], given: Readonly<Record<string, string | boolean>>) {
  const entries = fields.flatMap(({ name, type, value: known }): [string, Plain][] => {
    const value = given[name];
    if (value === undefined || value === '') return [];
    if (type === 'password') return [[name, { secret: String(value) }]];
    return [[name, type === 'radio' ? known : value]];
  });
  return Object.fromEntries(entries) as Readonly<Record<string, Plain>>;
}
