import { AccessError } from '../errors.ts';
import { describeForm, type Form, fieldNames } from './form.ts';
import { nearestNames } from './nearest-names.ts';

/** Which form of a page is meant. All that is given must hold. */
export interface FormWish {
  /** The address it is sent to: absolute, or as a path relative to the page, with or without the query. */
  readonly action?: string;
  readonly name?: string;
  readonly id?: string;
  /** Names of fields that it has, among others. */
  readonly fields?: readonly string[];
  /** From 0; among the forms for which the rest holds. */
  readonly index?: number;
}

/** The one form that is meant. With none or several, an error lists what is there. */
export function chooseForm(forms: readonly Form[], wish: FormWish): Form {
  const fitting = forms.filter((form) => fits(form, wish));
  if (wish.index !== undefined) {
    const form = fitting[wish.index];
    if (form !== undefined) return form;
  } else {
    const [form, another] = fitting;
    if (form !== undefined && another === undefined) return form;
    if (form !== undefined) {
      throw new AccessError(
        'ACCESS_FORM_AMBIGUOUS',
        `${fitting.length} forms of ${pageOf(forms)} are ${describeWish(wish)}: ${list(fitting)}. Add what tells them apart, or an index.`,
      );
    }
  }
  throw new AccessError('ACCESS_FORM_NOT_FOUND', notFound(forms, wish));
}

function fits(form: Form, wish: FormWish): boolean {
  if (wish.id !== undefined && form.id !== wish.id) return false;
  if (wish.name !== undefined && form.name !== wish.name) return false;
  if (wish.action !== undefined && !leadsTo(form, wish.action)) return false;
  const has = new Set(form.fields.map(({ name }) => name));
  return (wish.fields ?? []).every((name) => has.has(name));
}

function leadsTo(form: Form, action: string): boolean {
  const wanted = URL.parse(action, form.page);
  const found = URL.parse(form.action);
  if (wanted === null || found === null) return form.action === action;
  if (wanted.origin !== found.origin || wanted.pathname !== found.pathname) return false;
  return wanted.search === '' || wanted.search === found.search;
}

function notFound(forms: readonly Form[], wish: FormWish): string {
  const page = pageOf(forms);
  if (forms.length === 0) return 'the page has no form';
  const missing = closest(forms, wish.fields ?? []);
  return `no form of ${page} is ${describeWish(wish)}. It has ${list(forms)}.${missing}`;
}

/** Names the field that keeps the best form from fitting: most often that is the one that the site has changed. */
function closest(forms: readonly Form[], fields: readonly string[]): string {
  if (fields.length === 0) return '';
  const gaps = forms.map((form) => {
    const names = new Set(form.fields.map(({ name }) => name));
    return { form, missing: fields.filter((field) => !names.has(field)) };
  });
  const best = gaps.toSorted((a, b) => a.missing.length - b.missing.length)[0];
  const first = best?.missing[0];
  if (best === undefined || first === undefined || best.missing.length === fields.length) return '';
  const near = nearestNames(first, fieldNames(best.form));
  const hint = near.length === 0 ? '' : ` (there is ${near.map((name) => `"${name}"`).join(', ')})`;
  return ` Form ${best.form.index + 1} lacks ${best.missing.map((name) => `"${name}"`).join(', ')}${hint}.`;
}

function describeWish({ action, name, id, fields, index }: FormWish): string {
  const parts = [
    id === undefined ? [] : [`with the id "${id}"`],
    name === undefined ? [] : [`with the name "${name}"`],
    action === undefined ? [] : [`sent to ${action}`],
    fields === undefined ? [] : [`with the fields ${fields.map((field) => `"${field}"`).join(', ')}`],
    index === undefined ? [] : [`number ${index + 1}`],
  ].flat();
  return parts.length === 0 ? 'possible' : parts.join(', ');
}

const list = (forms: readonly Form[]): string =>
  forms.slice(0, 8).map(describeForm).join('; ') + (forms.length > 8 ? '; ...' : '');

const pageOf = (forms: readonly Form[]): string => forms[0]?.page ?? 'the page';
