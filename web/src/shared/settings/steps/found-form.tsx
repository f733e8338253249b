import { useState } from 'react';
import type { AnswerOf } from '../../api/answers.ts';
import { api } from '../../api/api.ts';
import { problemWords } from '../../api/problem-words.ts';
import { queryClient } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../draft/draft.ts';
import type { Plain } from '../draft/edit-file.ts';
import '../fields/settings-fields.css';
import { sayDone, sayFailed } from '../../ui/toast-queue.ts';

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
  const find = (form.find ?? {}) as Readonly<Record<string, Plain>>;
  const add = async () => {
    try {
      for (const { name, type } of shown)
        if (
          type === 'password' &&
          draft.project !== null &&
          typeof given[name] === 'string' &&
          given[name] !== ''
        )
          await keepSecret(draft.project, secretFor(name), given[name]);
    } catch (error) {
      sayFailed(problemWords(error).detail);
      return;
    }
    draft.add(['steps'], { form: { ...(Object.keys(find).length > 0 && { find }), fill } }, number);
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
              keepsSecrets={draft.project !== null}
              value={given[field.name]}
              onChange={(value) => setGiven({ ...given, [field.name]: value })}
            />
          ))}
        </div>
      )}
      <div>
        <Button
          icon="plus"
          onPress={() => void add()}
          isDisabled={form.find === null && Object.keys(fill).length === 0}
        >
          Fill it in as step {number + 1}
        </Button>
      </div>
    </section>
  );
}

/** The name under which the password of a field is kept. Names of secrets have letters, digits and hyphens. */
const secretFor = (field: string): string =>
  field
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'password';

async function keepSecret(project: string, secret: string, value: string): Promise<void> {
  await api.keepProjectSecret({ project, secret, body: { value } });
  await queryClient.invalidateQueries({ queryKey: ['project', project, 'secrets'] });
}

function FieldOfForm({
  field: { name, type, value: known, options, isTicked },
  keepsSecrets,
  value,
  onChange,
}: {
  readonly field: FormField;
  /** Whether there is a project that can keep a password. */
  readonly keepsSecrets: boolean;
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
  if (type === 'password')
    return keepsSecrets ? (
      <TextField
        label={name}
        type="password"
        autoComplete="off"
        value={typeof value === 'string' ? value : ''}
        onChange={onChange}
        help={`Stored as the secret “${secretFor(name)}”, never shown again.`}
      />
    ) : (
      <Switch isOn={value === true} onChange={onChange}>
        {`${name}: fill in the secret “${secretFor(name)}”, which you store under Settings once the project is made`}
      </Switch>
    );
  return <TextField label={name} value={typeof value === 'string' ? value : known} onChange={onChange} />;
}

/** Only changed fields are written: all others keep their values. */
function filled(fields: readonly FormField[], given: Readonly<Record<string, string | boolean>>) {
  const entries = fields.flatMap(({ name, type, value: known }): [string, Plain][] => {
    const value = given[name];
    if (value === undefined || value === '') return [];
    if (type === 'password') return value === false ? [] : [[name, { secret: secretFor(name) }]];
    return [[name, type === 'radio' ? known : value]];
  });
  return Object.fromEntries(entries) as Readonly<Record<string, Plain>>;
}
