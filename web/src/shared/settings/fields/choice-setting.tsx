import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { asText, isYes, useDraft } from '../draft/draft.ts';
import type { Place } from '../draft/edit-file.ts';
import { helpBeside } from './help-beside.ts';
import './settings-fields.css';

/** One of a few choices; the first one writes nothing, which means the default. */
export function ChoiceSetting({
  place,
  label,
  usual,
  choices,
}: {
  readonly place: Place;
  readonly label: string;
  /** The default. */
  readonly usual: string;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
}) {
  const draft = useDraft();
  const help = helpBeside(label, draft.help(place));
  const problem = draft.problem(place);
  return (
    <div className="setting">
      <Select
        label={label}
        options={[{ id: '', name: `${usual} (default)` }, ...choices]}
        value={asText(draft.read(place))}
        onChange={(chosen) => draft.set(place, chosen === '' ? undefined : chosen)}
      />
      {help !== undefined && <p className="field-help">{help}</p>}
      {problem !== null && <p className="field-error">{problem}</p>}
    </div>
  );
}

/** Yes or no; the usual answer is not written down. */
export function YesNoSetting({
  place,
  label,
  isUsuallyOn = false,
}: {
  readonly place: Place;
  readonly label: string;
  readonly isUsuallyOn?: boolean;
}) {
  const draft = useDraft();
  const value = draft.read(place);
  const isOn = value === undefined ? isUsuallyOn : isYes(value);
  return (
    <Switch
      isOn={isOn}
      onChange={(next) => draft.set(place, next === isUsuallyOn ? undefined : next ? 'yes' : 'no')}
    >
      {label}
    </Switch>
  );
}
