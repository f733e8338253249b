import { AccessError } from '../errors.ts';
import { type ChosenButton, chooseButton } from './choose-button.ts';
import { encodeForm } from './encode-form.ts';
import { asOnPage, type FormValues, fillField, textsOf } from './fill-field.ts';
import { describeForm, type Form, type FormField, fieldNames } from './form.ts';
import { type FilledField, type FormEntry, formEntries } from './form-entries.ts';
import { didYouMean } from './nearest-names.ts';

export interface FillOptions {
  /** Which button is pressed: its name, value or label. Default the first; null sends the form without any. */
  readonly submit?: string | null;
  /** Sends names that the form does not have, at its end, as scripts of a page may do. Default false. */
  readonly allowUnknown?: boolean;
}

/** What a browser would send. */
export interface FormRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** Null when there is no body. */
  readonly contentType: string | null;
  readonly body: Uint8Array | null;
}

/**
 * Fills a form in and presses a button (HTML 4.10.22.3). Hidden fields and everything that is not named keep the
 * values they have on the page; files are sent empty.
 */
export function fillForm(form: Form, values: FormValues, options: FillOptions = {}): FormRequest {
  const unknown = refuseUnknown(form, values, options.allowUnknown === true);
  const filled = new Map<FormField, FilledField>();
  for (const [name, value] of Object.entries(values)) {
    if (unknown.includes(name)) continue;
    for (const field of fillField(form, name, value)) filled.set(field.field, field);
  }
  const button = chooseButton(form, options.submit);
  const fields = form.fields.map((field) => filled.get(field) ?? asOnPage(field));
  const entries: FormEntry[] = [...formEntries(fields, button?.field ?? null, form.charset)];
  for (const name of unknown) {
    for (const text of textsOf(values[name] ?? '')) entries.push({ name, value: text, isFile: false });
  }
  return request(form, button, entries);
}

function request(form: Form, button: ChosenButton | null, entries: readonly FormEntry[]): FormRequest {
  const method = button?.method ?? form.method;
  const action = URL.parse(button?.action ?? form.action);
  if (method === 'dialog' || action === null || !/^https?:$/.test(action.protocol)) {
    const where = method === 'dialog' ? 'nowhere: it closes a dialog' : `to ${button?.action ?? form.action}`;
    throw new AccessError('ACCESS_FORM_UNSENDABLE', `${describeForm(form)} is sent ${where}`);
  }
  if (method === 'get') {
    const { body } = encodeForm(entries, 'application/x-www-form-urlencoded', form.charset);
    // The query that the action had gives way (HTML 4.10.22.3, "mutate action URL").
    action.search = body.toString('latin1');
    return { url: action.href, method: 'GET', contentType: null, body: null };
  }
  const { body, contentType } = encodeForm(entries, button?.enctype ?? form.enctype, form.charset);
  return { url: action.href, method: 'POST', contentType, body };
}

/** Names that the form does not have. They are an error, unless they are allowed. */
function refuseUnknown(form: Form, values: FormValues, allowed: boolean): readonly string[] {
  const known = new Set(fieldNames(form));
  const unknown = Object.keys(values).filter((name) => !known.has(name));
  const first = unknown[0];
  if (first === undefined || allowed) return unknown;
  throw new AccessError(
    'ACCESS_FORM_FIELD_UNKNOWN',
    `${describeForm(form)} has no field "${first}".${didYouMean(first, known)}`,
  );
}
