import { Checkboxes } from '../../ui/checkboxes.tsx';
import { asList, asText, useDraft } from '../draft/draft.ts';
import type { Place } from '../draft/edit-file.ts';

/** Any of a few choices; none of them means the default. */
export function CheckboxSetting({
  place,
  label,
  choices,
  help,
}: {
  readonly place: Place;
  readonly label: string;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  /** Instead of what the schema says. */
  readonly help?: string;
}) {
  const draft = useDraft();
  return (
    <Checkboxes
      label={label}
      choices={choices}
      value={asList(draft.read(place)).map(asText)}
      onChange={(chosen) => draft.set(place, chosen.length === 0 ? undefined : [...chosen])}
      help={help ?? draft.help(place)}
    />
  );
}
