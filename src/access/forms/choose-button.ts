import { AccessError } from '../errors.ts';
import { describeForm, type Form, type FormEnctype, type FormMethod, type SubmitField } from './form.ts';

/** The button that sends the form, and what it says instead of the form. */
export interface ChosenButton {
  readonly field: SubmitField;
  readonly action: string | null;
  readonly method: FormMethod | null;
  readonly enctype: FormEnctype | null;
}

/**
 * The button of that name, value, id or label. Without a wish it is the first one, as when Enter is pressed (HTML
 * 4.10.22.2); null when the form has none, or none is wished for.
 */
export function chooseButton(form: Form, wish: string | null | undefined): ChosenButton | null {
  if (wish === null) return null;
  const buttons = form.fields.filter((field) => field.kind === 'submit');
  if (wish === undefined) return pressed(buttons.find(({ disabled }) => !disabled));
  const folded = wish.trim().toLowerCase();
  const [first, another] = firstOf(
    buttons.filter(({ name, value }) => `${name}=${value}` === wish),
    buttons.filter(({ id }) => id === wish),
    buttons.filter(({ name }) => name === wish),
    buttons.filter(({ value }) => value === wish),
    buttons.filter(({ label }) => label.toLowerCase() === folded),
  );
  if (first !== undefined && another === undefined) return pressed(first);
  const found = buttons.map(describeButton).join(', ') || 'none';
  const problem = first === undefined ? 'has no button' : 'has more than one button';
  throw new AccessError(
    'ACCESS_FORM_BUTTON',
    `${describeForm(form)} ${problem} "${wish}". Its buttons: ${found}. Give a name, a label, or name=value.`,
  );
}

/** The first list that has anything. */
function firstOf(...lists: readonly (readonly SubmitField[])[]): readonly SubmitField[] {
  return lists.find(({ length }) => length > 0) ?? [];
}

function pressed(field: SubmitField | undefined): ChosenButton | null {
  if (field === undefined) return null;
  return { field, action: field.action, method: field.method, enctype: field.enctype };
}

function describeButton({ name, value, label }: SubmitField): string {
  return name === '' ? `"${label}"` : `"${label}" (${name}=${value})`;
}
