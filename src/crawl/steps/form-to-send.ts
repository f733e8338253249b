import type { FillOptions, FormValues, FormWish } from '../../access/index.ts';
import type { FieldValue, FormEntry } from '../../project/index.ts';
import type { ProjectSecrets } from './project-secrets.ts';

type OneValue = Exclude<FieldValue, readonly unknown[]>;

/** A form to fill in and send, once for each of the submissions. */
export interface FormToSend {
  readonly wish: FormWish;
  readonly submissions: readonly FormValues[];
  readonly fill: FillOptions;
}

/** A form of a project, with its secrets in place. */
export function formToSend({ find, fill = {}, submit }: FormEntry, secrets: ProjectSecrets): FormToSend {
  return {
    // What the file does not say is not there, rather than undefined.
    wish: find === undefined ? { fields: Object.keys(fill) } : (find as FormWish),
    submissions: oneByOne(Object.entries(fill)).map(
      (fields): FormValues => Object.fromEntries(fields.map(([name, value]) => [name, secrets.value(value)])),
    ),
    fill: submit === undefined ? {} : { submit },
  };
}

/** A project has at most one list in a form; every value of it makes a submission of its own. */
function oneByOne(
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
