import type { FormField, SubmitField } from './form.ts';

/** A field with what it will send: nothing when it is not ticked, several values for a list. */
export interface FilledField {
  readonly field: FormField;
  readonly values: readonly string[];
}

export interface FormEntry {
  readonly name: string;
  readonly value: string;
  /** A file without a name and contents. */
  readonly isFile: boolean;
}

/** The entry list of HTML 4.10.22.4: what is sent, in the order of the source. */
export function formEntries(
  fields: readonly FilledField[],
  button: SubmitField | null,
  charset: string,
): readonly FormEntry[] {
  const entries: FormEntry[] = [];
  const add = (name: string, value: string, isFile = false) => entries.push({ name, value, isFile });
  for (const { field, values } of fields) {
    if (field.disabled) continue;
    if (field.kind === 'submit') {
      if (field !== button) continue;
      if (field.type === 'image') {
        // Where the picture was clicked: its corner.
        const prefix = field.name === '' ? '' : `${field.name}.`;
        add(`${prefix}x`, '0');
        add(`${prefix}y`, '0');
        continue;
      }
    }
    if (field.name === '') continue;
    if (field.kind === 'text' && field.type === 'hidden' && field.name.toLowerCase() === '_charset_') {
      add(field.name, charset);
      continue;
    }
    for (const value of values) add(field.name, value, field.kind === 'file');
    if (field.kind === 'text' && field.direction !== null) add(field.direction.name, field.direction.value);
  }
  return entries;
}
