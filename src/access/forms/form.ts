/** An option of a `select`. */
export interface FieldOption {
  readonly value: string;
  readonly label: string;
  readonly selected: boolean;
  readonly disabled: boolean;
}

interface FieldFacts {
  /** Empty when the field has none: it is then never sent. */
  readonly name: string;
  readonly id: string;
  readonly disabled: boolean;
}

/** `text`, `password`, `hidden`, `textarea` and all others that hold one text. */
interface TextField extends FieldFacts {
  readonly kind: 'text';
  /** The `type` attribute, or `textarea`. */
  readonly type: string;
  readonly value: string;
  /** Set when the direction of the text is sent too (`dirname`): the name it is sent under, and its value. */
  readonly direction: { readonly name: string; readonly value: 'ltr' | 'rtl' } | null;
}

/** A checkbox or a radio button. */
export interface TickField extends FieldFacts {
  readonly kind: 'checkbox' | 'radio';
  /** Sent when it is ticked. */
  readonly value: string;
  readonly checked: boolean;
}

export interface SelectField extends FieldFacts {
  readonly kind: 'select';
  readonly multiple: boolean;
  readonly options: readonly FieldOption[];
}

interface FileField extends FieldFacts {
  readonly kind: 'file';
}

/** A button that sends the form. */
export interface SubmitField extends FieldFacts {
  readonly kind: 'submit';
  readonly type: 'submit' | 'image';
  readonly value: string;
  /** The text on it. */
  readonly label: string;
  /** These three overrule the form's own; null where the button has none. */
  readonly action: string | null;
  readonly method: FormMethod | null;
  readonly enctype: FormEnctype | null;
}

export type FormField = TextField | TickField | SelectField | FileField | SubmitField;

export type FormMethod = 'get' | 'post' | 'dialog';

export type FormEnctype = 'application/x-www-form-urlencoded' | 'multipart/form-data' | 'text/plain';

/** A form of a page, before it is filled in. */
export interface Form {
  /** Its index among the forms of the page, from 0. */
  readonly index: number;
  readonly id: string;
  readonly name: string;
  /** The URL of its page. */
  readonly page: string;
  /** Absolute. */
  readonly action: string;
  readonly method: FormMethod;
  readonly enctype: FormEnctype;
  /** The encoding it is sent in, by its WHATWG name. */
  readonly charset: string;
  /** In the order of the source, buttons included. */
  readonly fields: readonly FormField[];
}

/** In one line, for messages: `form 2 (id "search", POST https://a.test/find) with q, board`. */
export function describeForm(form: Form): string {
  const facts = [
    form.id === '' ? '' : `id "${form.id}", `,
    form.name === '' ? '' : `name "${form.name}", `,
    `${form.method.toUpperCase()} ${form.action}`,
  ].join('');
  const fields = fieldNames(form);
  const list = fields.length === 0 ? 'no fields' : fields.slice(0, 12).join(', ');
  return `form ${form.index + 1} (${facts}) with ${list}${fields.length > 12 ? ', ...' : ''}`;
}

/** The names of the fields without the buttons, each once. */
export function fieldNames({ fields }: Form): readonly string[] {
  const named = fields.filter(({ kind, name }) => kind !== 'submit' && name !== '');
  return [...new Set(named.map(({ name }) => name))];
}

/** A field with the values that it sends: none when it is not ticked, several for a list. */
export interface FilledField {
  readonly field: FormField;
  readonly values: readonly string[];
}
