import type { FillOptions, FormValues, FormWish } from '../../access/index.ts';
import type { FieldValue, FormEntry } from '../../project/index.ts';
import type { ProjectSecrets } from './project-secrets.ts';

type OneValue = Exclude<FieldValue, readonly unknown[]>;

/** A form to fill in and send, once for each submission. */
export interface FormToSend {
  readonly wish: FormWish;
  readonly submissions: readonly FormValues[];
  readonly fill: FillOptions;
}

/** A form of a project, with its secrets filled in. */
export function formToSend({ find, fill = {}, submit }: FormEntry, secrets: ProjectSecrets): FormToSend {
  return {
    // Keys that are not in the file are absent, not undefined.
    wish: find === undefined ? { fields: Object.keys(fill) } : (find as FormWish),
    submissions: submissionsOf(Object.entries(fill)).map(
      (fields): FormValues => Object.fromEntries(fields.map(([name, value]) => [name, secrets.value(value)])),
    ),
    fill: submit === undefined ? {} : { submit },
  };
}

/** A form has at most one list of values, and is sent once for each of them. */
function submissionsOf(
  fields: readonly (readonly [string, FieldValue])[],
): readonly (readonly (readonly [string, OneValue])[])[] {
  let all: (readonly [string, OneValue])[][] = [[]];
  for (const [name, value] of fields) {
    const values: readonly OneValue[] = isList(value) ? value : [value];
    all = all.flatMap((before) => values.map((one) => [...before, [name, one] as const]));
  }
  return all;
}

const isList = (value: FieldValue): value is Extract<FieldValue, readonly unknown[]> => Array.isArray(value);
