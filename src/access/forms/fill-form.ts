import type { FetchRequest } from '../../fetch/index.ts';
import { AccessError } from '../errors.ts';
import { Secret } from '../secrets/resolve-secret.ts';
import { encodeForm, type FormDataEntry, formDataEntries } from './encode-form.ts';
import {
  describeForm,
  type FilledField,
  type Form,
  type FormField,
  fieldNames,
  type SubmitField,
  type TickField,
} from './form.ts';
import { didYouMean } from './nearest-names.ts';
import { initialValue } from './read-field.ts';

export interface FillOptions {
  /** The button to press: its name, value, id or label. The default is the first one; null presses none. */
  readonly submit?: string | null;
  /** Whether names that the form does not have are sent after its own, as scripts on a page may do. Default false. */
  readonly allowUnknown?: boolean;
}

/** What a browser would send. */
interface FormRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** Null when there is no body. */
  readonly contentType: string | null;
  readonly body: Uint8Array | null;
}

/** Fetches a URL as one visitor: with a session, and with the politeness of the crawl. Follows redirects. */
export type VisitorFetch = (
  request: Pick<FetchRequest, 'url' | 'method' | 'headers' | 'body'>,
) => Promise<VisitorAnswer>;

/** The parts of an answer that forms, links and log-ins need. */
export interface VisitorAnswer {
  readonly url: string;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: Uint8Array;
}

/** Fills a form in and sends it. */
export function submitForm(
  form: Form,
  values: FormValues,
  fetch: VisitorFetch,
  options: FillOptions = {},
): Promise<VisitorAnswer> {
  const { url, method, contentType, body } = fillForm(form, values, options);
  return fetch({
    url,
    method,
    headers: {
      ...originHeaders(form, url, method),
      ...(contentType === null ? {} : { 'content-type': contentType }),
    },
    ...(body === null ? {} : { body }),
  });
}

/**
 * The headers that say where a form was filled in. Sites that guard against forged forms check the host; the query, which
 * may contain a token, is left out.
 */
function originHeaders(form: Form, url: string, method: string): Readonly<Record<string, string>> {
  const page = URL.parse(form.page);
  if (page === null || page.origin !== URL.parse(url)?.origin) return {};
  const referer = `${page.origin}${page.pathname}`;
  return method === 'POST' ? { referer, origin: page.origin } : { referer };
}

/**
 * Fills a form in and presses a button (HTML 4.10.22.3). Hidden fields and all fields without a new value keep the value
 * they have on the page; files are sent empty.
 */
export function fillForm(form: Form, values: FormValues, options: FillOptions = {}): FormRequest {
  const unknown = unknownNames(form, values, options.allowUnknown === true);
  const filled = new Map<FormField, FilledField>();
  for (const [name, value] of Object.entries(values)) {
    if (unknown.includes(name)) continue;
    for (const field of fillField(form, name, value)) filled.set(field.field, field);
  }
  const button = chooseButton(form, options.submit);
  const fields = form.fields.map((field) => filled.get(field) ?? asOnPage(field));
  const entries: FormDataEntry[] = [...formDataEntries(fields, button, form.charset)];
  for (const name of unknown) {
    for (const text of textsOf(values[name] ?? '')) entries.push({ name, value: text, isFile: false });
  }
  return formRequest(form, button, entries);
}

function formRequest(form: Form, button: SubmitField | null, entries: readonly FormDataEntry[]): FormRequest {
  const method = button?.method ?? form.method;
  const action = URL.parse(button?.action ?? form.action);
  if (method === 'dialog' || action === null || !/^https?:$/.test(action.protocol)) {
    const problem =
      method === 'dialog'
        ? 'only closes a dialog'
        : `is sent to ${button?.action ?? form.action}, not to a web address`;
    throw new AccessError('ACCESS_FORM_UNSENDABLE', `${describeForm(form)} ${problem}`);
  }
  if (method === 'get') {
    const { body } = encodeForm(entries, 'application/x-www-form-urlencoded', form.charset);
    // This replaces the query of the action (HTML 4.10.22.3, "mutate action URL").
    action.search = body.toString('latin1');
    return { url: action.href, method: 'GET', contentType: null, body: null };
  }
  const { body, contentType } = encodeForm(entries, button?.enctype ?? form.enctype, form.charset);
  return { url: action.href, method: 'POST', contentType, body };
}

/** The names that the form does not have. Throws when there are any, unless they are allowed. */
function unknownNames(form: Form, values: FormValues, allowed: boolean): readonly string[] {
  const known = new Set(fieldNames(form));
  const unknown = Object.keys(values).filter((name) => !known.has(name));
  const first = unknown[0];
  if (first === undefined || allowed) return unknown;
  throw new AccessError(
    'ACCESS_FORM_FIELD_UNKNOWN',
    `${describeForm(form)} has no field "${first}".${didYouMean(first, known)}`,
  );
}

/**
 * The button with this name, value, id or label. If `wanted` is undefined, the first one, as when Enter is pressed (HTML 4.10.22.2). Null when no
 * button is pressed.
 */
function chooseButton(form: Form, wanted: string | null | undefined): SubmitField | null {
  if (wanted === null) return null;
  const buttons = form.fields.filter((field) => field.kind === 'submit');
  if (wanted === undefined) return buttons.find(({ disabled }) => !disabled) ?? null;
  const folded = wanted.trim().toLowerCase();
  const [first, another] = firstNotEmpty(
    buttons.filter(({ name, value }) => `${name}=${value}` === wanted),
    buttons.filter(({ id }) => id === wanted),
    buttons.filter(({ name }) => name === wanted),
    buttons.filter(({ value }) => value === wanted),
    buttons.filter(({ label }) => label.toLowerCase() === folded),
  );
  if (first !== undefined && another === undefined) return first;
  const found = buttons.map(describeButton).join(', ') || 'none';
  const problem = first === undefined ? 'has no button' : 'has more than one button';
  throw new AccessError(
    'ACCESS_FORM_BUTTON',
    `${describeForm(form)} ${problem} "${wanted}". Its buttons: ${found}. Give a name, a label, or name=value.`,
  );
}

/** The first list that is not empty. */
function firstNotEmpty(...lists: readonly (readonly SubmitField[])[]): readonly SubmitField[] {
  return lists.find(({ length }) => length > 0) ?? [];
}

function describeButton({ name, value, label }: SubmitField): string {
  return name === '' ? `"${label}"` : `"${label}" (${name}=${value})`;
}

export type FormText = string | Secret;

/** True and false tick and untick a checkbox; a list is for several boxes, options or fields with one name. */
export type FormValue = FormText | boolean | readonly FormText[];

export type FormValues = Readonly<Record<string, FormValue>>;

/**
 * The fields that a value fills. A hidden field beside a checkbox of the same name holds what "not ticked" sends, so the
 * value is for the checkbox.
 */
function fillable(form: Form, name: string): readonly FormField[] {
  const named = form.fields.filter((field) => field.kind !== 'submit' && field.name === name);
  const visible = named.filter((field) => !(field.kind === 'text' && field.type === 'hidden'));
  return visible.length > 0 ? visible : named;
}

/** Puts a value into the fields with this name. Throws ACCESS_FORM_VALUE when they cannot take it. */
function fillField(form: Form, name: string, value: FormValue): readonly FilledField[] {
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
    throw wrongValue(form, name, 'is the name of several fields, and one value cannot be for all of them');
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
function asOnPage(field: FormField): FilledField {
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

function textsOf(value: FormValue): readonly string[] {
  if (typeof value === 'boolean') return value ? ['on'] : [];
  return listOf(value).map(reveal);
}
