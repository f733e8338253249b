import { AccessError } from '../errors.ts';
import { Secret } from '../secrets/secret.ts';
import { describeForm, type Form, type FormField, type TickField } from './form.ts';
import { initialValue } from './read-field.ts';

export type FormText = string | Secret;

/** True and false tick and untick a checkbox; a list is for several boxes, options or fields with one name. */
export type FormValue = FormText | boolean | readonly FormText[];

export type FormValues = Readonly<Record<string, FormValue>>;

/** A field with what it will send: nothing when it is not ticked, several values for a list. */
export interface FilledField {
  readonly field: FormField;
  readonly values: readonly string[];
}

/** A hidden field beside a checkbox of the same name is what "not ticked" sends: the value is for the checkbox. */
function fillable(form: Form, name: string): readonly FormField[] {
  const named = form.fields.filter((field) => field.kind !== 'submit' && field.name === name);
  const visible = named.filter((field) => !(field.kind === 'text' && field.type === 'hidden'));
  return visible.length > 0 ? visible : named;
}

/** Puts a value into the fields with this name. Throws ACCESS_FORM_VALUE when they cannot take it. */
export function fillField(form: Form, name: string, value: FormValue): readonly FilledField[] {
  const fields = fillable(form, name);
  const open = fields.filter(({ disabled }) => !disabled);
  const [first] = open;
  if (first === undefined) throw wrongValue(form, name, 'is disabled, so a browser would not send it');
  switch (first.kind) {
    case 'checkbox':
    case 'radio':
      return fillTicks(form, name, value, open);
    case 'select':
      return fillSelect(form, name, value, open);
    case 'file':
      throw wrongValue(form, name, 'is a file field, and files are always sent empty: leave it out');
    default:
      return fillTexts(form, name, value, open);
  }
}

function fillTexts(
  form: Form,
  name: string,
  value: FormValue,
  fields: readonly FormField[],
): readonly FilledField[] {
  if (typeof value === 'boolean') throw wrongValue(form, name, `takes a text, not "${value}"`);
  const texts = textsOf(value);
  if (texts.length !== fields.length) {
    const count = fields.length;
    throw wrongValue(
      form,
      name,
      count === 1 ? 'is one field: give one value' : `is the name of ${count} fields: give ${count} values`,
    );
  }
  return fields.map((field, i) => {
    const text = texts[i] ?? '';
    // A browser keeps line breaks only where a user can type them.
    const isOneLine = field.kind === 'text' && field.type !== 'textarea' && field.type !== 'hidden';
    const typed = isOneLine ? initialValue('text', text, {}) : text;
    return { field, values: [typed] };
  });
}

const isTick = (field: FormField): field is TickField => field.kind === 'checkbox' || field.kind === 'radio';

function fillTicks(
  form: Form,
  name: string,
  value: FormValue,
  fields: readonly FormField[],
): readonly FilledField[] {
  const ticks = fields.filter(isTick);
  const offered = ticks.map((tick) => `"${tick.value}"`).join(', ');
  if (typeof value === 'boolean') {
    if (value && ticks.length > 1) throw wrongValue(form, name, `offers ${offered}: say which`);
    return ticks.map((field) => ({ field, values: value ? [field.value] : [] }));
  }
  const wanted = new Map(listOf(value).map((text) => [reveal(text), text]));
  for (const [text, given] of wanted) {
    if (!ticks.some((tick) => tick.value === text)) {
      throw wrongValue(form, name, `has no choice "${given}"; it offers ${offered}`);
    }
  }
  if (ticks.some(({ kind }) => kind === 'radio') && wanted.size !== 1) {
    throw wrongValue(form, name, `takes exactly one of ${offered}`);
  }
  return ticks.map((field) => ({ field, values: wanted.has(field.value) ? [field.value] : [] }));
}

function fillSelect(
  form: Form,
  name: string,
  value: FormValue,
  fields: readonly FormField[],
): readonly FilledField[] {
  if (typeof value === 'boolean') throw wrongValue(form, name, `takes one of its options, not "${value}"`);
  const [field, another] = fields;
  if (field?.kind !== 'select' || another !== undefined) {
    throw wrongValue(form, name, 'is the name of several fields that cannot be told apart');
  }
  const given = listOf(value);
  const chosen = given.map((text) => {
    const wanted = reveal(text);
    const enabled = field.options.filter(({ disabled }) => !disabled);
    const option =
      enabled.find((candidate) => candidate.value === wanted) ??
      enabled.find((candidate) => candidate.label === wanted.trim());
    if (option !== undefined) return option.value;
    const offered = enabled.slice(0, 20).map((each) => describeOption(each.value, each.label));
    const more = enabled.length > 20 ? `, and ${enabled.length - 20} more` : '';
    throw wrongValue(form, name, `has no option "${text}"; it offers ${offered.join(', ')}${more}`);
  });
  if (!field.multiple && chosen.length !== 1) throw wrongValue(form, name, 'takes exactly one option');
  return [{ field, values: chosen }];
}

const describeOption = (value: string, label: string): string =>
  label === value || label === '' ? `"${value}"` : `"${value}" (${label})`;

/** The field with the value it has on the page. */
export function asOnPage(field: FormField): FilledField {
  switch (field.kind) {
    case 'checkbox':
    case 'radio':
      return { field, values: field.checked ? [field.value] : [] };
    case 'select': {
      const chosen = field.options.filter(({ selected, disabled }) => selected && !disabled);
      return { field, values: chosen.map(({ value }) => value) };
    }
    case 'file':
      return { field, values: [''] };
    default:
      return { field, values: [field.value] };
  }
}

function wrongValue(form: Form, name: string, what: string): AccessError {
  return new AccessError('ACCESS_FORM_VALUE', `"${name}" of ${describeForm(form)} ${what}`);
}

const listOf = (value: FormText | readonly FormText[]): readonly FormText[] =>
  typeof value === 'string' || value instanceof Secret ? [value] : value;

const reveal = (text: FormText): string => (text instanceof Secret ? text.reveal() : text);

export function textsOf(value: FormValue): readonly string[] {
  if (typeof value === 'boolean') return value ? ['on'] : [];
  return listOf(value).map(reveal);
}
